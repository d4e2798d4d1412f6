#include "document/matmul_options.hpp"

#include "document/common_json.hpp"

namespace uneven::document {

Json input_of(const MatmulOptions& o) {
  Json input = Json::object();
  put(input, "a", o.a);
  put(input, "b", o.b);
  return input;
}

Json options_of(const MatmulOptions& o) {
  Json options{{"seed", o.seed}, {"precision", o.precision}, {"check", o.check}, {"match", o.match}};
  put(options, "c", o.c);
  put(options, "max_seconds", o.max_seconds);
  return options;
}

MatmulOptions matmul_options_from_json(const Json& input, const Json& options) {
  const MatmulOptions otherwise;
  MatmulOptions o;
  o.a = optional_at<std::string>(input, "a");
  o.b = optional_at<std::string>(input, "b");
  o.c = optional_at<std::string>(options, "c");
  o.seed = value_at(options, "seed", otherwise.seed);
  o.precision = value_at(options, "precision", otherwise.precision);
  o.check = value_at(options, "check", otherwise.check);
  o.match = value_at(options, "match", otherwise.match);
  o.max_seconds = optional_at<double>(options, "max_seconds");
  require_one_of("/options/precision", o.precision, {"single", "double"});
  require_one_of("/options/match", o.match, {"host", "cpu", "any"});
  return o;
}

}  // namespace uneven::document
