#include "document/bsp_options.hpp"

#include <charconv>

#include "document/common_json.hpp"

namespace uneven::document {

namespace {

bool is_relocation(const std::string& text) {
  for (const char* name : {"none", "sync", "async", "steal"})
    if (text == name) return true;
  std::int64_t blocks = 0;
  if (!text.starts_with("blocks=")) return false;
  const auto [end, error] = std::from_chars(text.data() + 7, text.data() + text.size(), blocks);
  return error == std::errc() && end == text.data() + text.size() && blocks >= 1;
}

}  // namespace

std::int64_t usual_iterations(const std::string& program) { return program == "pagerank" ? 200 : 100; }

Json input_of(const BspOptions& o) {
  Json input = Json::object();
  put(input, "data", o.data);
  put(input, "centroids", o.centroids);
  if (!o.data) {
    input["count"] = o.count;
    input["dimensions"] = o.dimensions;
  }
  return input;
}

Json options_of(const BspOptions& o) {
  Json options{{"program", o.program},
               {"clusters", o.clusters},
               {"iterations", o.iterations},
               {"seed", o.seed},
               {"variance_floor", o.variance_floor},
               {"damping", o.damping},
               {"l2", o.l2},
               {"relocation", o.relocation},
               {"trigger", o.trigger},
               {"trigger_constants", o.constants},
               {"threads", o.threads},
               {"checkpoint_every", o.checkpoint_every},
               {"resume", o.resume},
               {"match", o.match},
               {"slow", to_json(o.slow)}};
  if (!o.cluster.empty()) options["cluster"] = Json::array();
  for (const Processor& p : o.cluster) options["cluster"].push_back(Json::parse(to_json(p).dump()));
  if (o.user_program) options["user_program"] = true;
  put(options, "tolerance", o.tolerance);
  put(options, "output", o.output);
  put(options, "checkpoint", o.checkpoint);
  put(options, "max_seconds", o.max_seconds);
  return options;
}

BspOptions bsp_options_from_json(const Json& input, const Json& options) {
  const BspOptions otherwise;
  BspOptions o;
  o.data = optional_at<std::string>(input, "data");
  o.centroids = optional_at<std::string>(input, "centroids");
  o.count = value_at(input, "count", otherwise.count);
  o.dimensions = value_at(input, "dimensions", otherwise.dimensions);
  o.program = value_at(options, "program", otherwise.program);
  o.user_program = value_at(options, "user_program", otherwise.user_program);
  o.output = optional_at<std::string>(options, "output");
  o.clusters = value_at(options, "clusters", otherwise.clusters);
  o.iterations = value_at(options, "iterations", usual_iterations(o.program));
  o.tolerance = optional_at<double>(options, "tolerance");
  o.seed = value_at(options, "seed", otherwise.seed);
  o.variance_floor = value_at(options, "variance_floor", otherwise.variance_floor);
  o.damping = value_at(options, "damping", otherwise.damping);
  o.l2 = value_at(options, "l2", otherwise.l2);
  o.relocation = value_at(options, "relocation", otherwise.relocation);
  o.trigger = value_at(options, "trigger", otherwise.trigger);
  o.constants = value_at(options, "trigger_constants", otherwise.constants);
  o.threads = value_at(options, "threads", otherwise.threads);
  o.slow = slowdowns_from_json(options);
  o.checkpoint = optional_at<std::string>(options, "checkpoint");
  o.checkpoint_every = value_at(options, "checkpoint_every", otherwise.checkpoint_every);
  o.resume = value_at(options, "resume", otherwise.resume);
  o.match = value_at(options, "match", otherwise.match);
  o.max_seconds = optional_at<double>(options, "max_seconds");
  o.cluster = processors_at(options, "cluster");

  require_option(o.iterations >= 0, "iterations", options, "an integer >= 0");
  require_option(o.threads >= 1 && o.threads <= 4096, "threads", options, "an integer from 1 to 4096");
  require_option(o.checkpoint_every >= 0, "checkpoint_every", options, "an integer >= 0");
  require_option(o.variance_floor >= 0, "variance_floor", options, "a number >= 0");
  require_option(o.l2 >= 0, "l2", options, "a number >= 0");
  require_option(is_relocation(o.relocation), "relocation", options, "none, sync, async, blocks=B or steal");
  require_option(o.trigger == "paper" || o.trigger == "gain", "trigger", options, "paper or gain");
  if (o.dimensions < 1 || o.dimensions > 1'000'000) throw InputError("/input/dimensions: expected 1 to 10^6");
  if (o.count < 0) throw InputError("/input/count: expected an integer >= 0");
  return o;
}

}  // namespace uneven::document
