#include "document/bp_options.hpp"

#include "document/common_json.hpp"

namespace uneven::document {

namespace {

constexpr const char* two_files = "two files, W.npy,V.npy";

bool are_two_files(const std::string& list) {
  const std::size_t comma = list.find(',');
  return comma != list.npos && comma > 0 && comma + 1 < list.size() && comma == list.rfind(',');
}

}  // namespace

Json input_of(const BpOptions& o) {
  Json input = Json::object();
  put(input, "data", o.data);
  put(input, "test", o.test);
  put(input, "weights_in", o.weights_in);
  put(input, "form", o.form);
  return input;
}

Json options_of(const BpOptions& o) {
  Json options{{"iterations", o.iterations},
               {"momentum", o.momentum},
               {"seed", o.seed},
               {"precision", o.precision},
               {"checkpoint_every", o.checkpoint_every},
               {"resume", o.resume},
               {"replan", o.replan},
               {"replan_always", o.replan_always},
               {"slow", to_json(o.slow)},
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
  o.form = optional_at<std::string>(input, "form");
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
  o.replan = value_at(options, "replan", otherwise.replan);
  o.replan_always = value_at(options, "replan_always", otherwise.replan_always);
  o.slow = slowdowns_from_json(options);
  o.match = value_at(options, "match", otherwise.match);
  o.max_seconds = optional_at<double>(options, "max_seconds");
  if (o.weights_in && !are_two_files(*o.weights_in))
    throw InputError("/input/weights_in: found \"" + shown(*o.weights_in) + "\"; expected " + two_files);
  require_option(!o.weights_out || are_two_files(*o.weights_out), "weights_out", options, two_files);
  require_option(o.checkpoint_every == 0 || o.checkpoint, "checkpoint_every", options, "0 without a checkpoint");
  return o;
}

}  // namespace uneven::document
