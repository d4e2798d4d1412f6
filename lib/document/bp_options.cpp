#include "document/bp_options.hpp"

#include "base/error.hpp"
#include "document/common_json.hpp"

namespace uneven::document {

namespace {

template <class T>
void put(Json& json, const char* key, const std::optional<T>& value) {
  if (value) json[key] = *value;
}

void require(bool sound, const std::string& key, const Json& json, const std::string& expected) {
  if (!sound)
    throw InputError("/options/" + key + ": found " + raw_at(json, key.c_str()).dump() + "; expected " + expected);
}

bool is_one_of(const std::string& text, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (text == name) return true;
  return false;
}

}  // namespace

Json input_of(const BpOptions& o) {
  Json input = Json::object();
  put(input, "data", o.data);
  put(input, "test", o.test);
  put(input, "weights_in", o.weights_in);
  if (!o.data) input["form"] = o.one_hot ? "one-hot" : "dense";
  return input;
}

Json options_of(const BpOptions& o) {
  Json options{{"iterations", o.iterations},
               {"momentum", o.momentum},
               {"seed", o.seed},
               {"precision", o.precision},
               {"checkpoint_every", o.checkpoint_every},
               {"resume", o.resume},
               {"match", o.match}};
  put(options, "learning_rate", o.learning_rate);
  put(options, "target_error", o.target_error);
  put(options, "weights_out", o.weights_out);
  put(options, "checkpoint", o.checkpoint);
  put(options, "max_seconds", o.max_seconds);
  return options;
}

BpOptions bp_options_from_json(const Json& input, const Json& options) {
  const BpOptions otherwise;
  BpOptions o;
  o.data = optional_at<std::string>(input, "data");
  o.test = optional_at<std::string>(input, "test");
  o.weights_in = optional_at<std::string>(input, "weights_in");
  o.one_hot = value_at<std::string>(input, "form", "one-hot") == "one-hot";
  o.iterations = value_at(options, "iterations", otherwise.iterations);
  o.target_error = optional_at<double>(options, "target_error");
  o.learning_rate = optional_at<double>(options, "learning_rate");
  o.momentum = value_at(options, "momentum", otherwise.momentum);
  o.seed = value_at(options, "seed", otherwise.seed);
  o.precision = value_at(options, "precision", otherwise.precision);
  o.weights_out = optional_at<std::string>(options, "weights_out");
  o.checkpoint = optional_at<std::string>(options, "checkpoint");
  o.checkpoint_every = value_at(options, "checkpoint_every", otherwise.checkpoint_every);
  o.resume = value_at(options, "resume", otherwise.resume);
  o.match = value_at(options, "match", otherwise.match);
  o.max_seconds = optional_at<double>(options, "max_seconds");
  require(o.iterations >= 0, "iterations", options, "an integer >= 0");
  require(!o.learning_rate || *o.learning_rate > 0, "learning_rate", options, "a number > 0");
  require(o.momentum >= 0 && o.momentum < 1, "momentum", options, "a number from 0 to below 1");
  require(is_one_of(o.precision, {"single", "double"}), "precision", options, "single or double");
  require(o.checkpoint_every >= 0, "checkpoint_every", options, "an integer >= 0");
  require(is_one_of(o.match, {"host", "cpu", "any"}), "match", options, "host, cpu or any");
  return o;
}

}  // namespace uneven::document
