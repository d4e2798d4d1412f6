#include "document/measure_options.hpp"

#include <string_view>

#include "base/error.hpp"
#include "document/common_json.hpp"
#include "document/document.hpp"
#include "document/perceptron_text.hpp"

namespace uneven::document {

namespace {

/// A wrong network in a job is wrong input, not a wrong command line.
Perceptron network_of(const std::string& text) {
  try {
    return parse_perceptron(text, "/options/network");
  } catch (const UsageError& e) {
    throw InputError(e.what());
  }
}

/// As in a document of speeds.
std::vector<MeasuredProcessor> known_of(const Json& list) {
  std::vector<MeasuredProcessor> known;
  if (list.empty()) return known;
  const auto faults = of_json({{"kind", "speeds"}, {"version", 1}, {"processors", list}}, "").schema_faults();
  constexpr std::string_view there = "/processors", here = "/options/known";
  if (!faults.empty()) throw InputError(std::string(here) + faults.front().substr(there.size()));
  for (const Json& processor : list) known.push_back(measured_processor_from_json(processor, 0));
  return known;
}

}  // namespace

Json options_of(const MeasureOptions& o) {
  std::vector<Json> known;
  for (const MeasuredProcessor& processor : o.known) known.push_back(Json::parse(to_json(processor).dump()));
  Json json = Json::object();
  json["kernel"] = o.kernel;
  json["network"] = text_of(o.network);
  json["input"] = o.input;
  json["samples"] = o.samples;
  json["confidence"] = o.confidence;
  json["max_seconds"] = o.max_seconds;
  json["curve"] = o.curve;
  json["with_network"] = o.with_network;
  json["known"] = known;
  return json;
}

MeasureOptions measure_options_from_json(const Json& options) {
  const MeasureOptions otherwise;
  MeasureOptions o;
  o.kernel = value_at(options, "kernel", otherwise.kernel);
  if (const auto network = optional_at<std::string>(options, "network")) o.network = network_of(*network);
  o.input = value_at(options, "input", otherwise.input);
  o.samples = value_at(options, "samples", otherwise.samples);
  o.confidence = value_at(options, "confidence", otherwise.confidence);
  o.max_seconds = value_at(options, "max_seconds", otherwise.max_seconds);
  o.curve = value_at(options, "curve", otherwise.curve);
  o.with_network = value_at(options, "with_network", otherwise.with_network);
  o.known = known_of(value_at<Json>(options, "known", Json::array()));
  require_one_of("/options/kernel", o.kernel, measured_kernels);
  require_one_of("/options/input", o.input, {"dense", "one-hot"});
  if (o.samples < 1) throw InputError("/options/samples: expected an integer > 0");
  if (!(o.confidence > 0)) throw InputError("/options/confidence: expected a number > 0");
  if (!(o.max_seconds > 0)) throw InputError("/options/max_seconds: expected a number > 0");
  return o;
}

}  // namespace uneven::document
