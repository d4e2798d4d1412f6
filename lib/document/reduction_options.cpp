#include "document/reduction_options.hpp"

#include "base/error.hpp"
#include "document/common_json.hpp"

namespace uneven::document {

namespace {

void require_positive(const std::string& pointer, std::int64_t found) {
  if (found < 1) throw InputError(pointer + ": found " + std::to_string(found) + "; expected an integer >= 1");
}

}  // namespace

Json input_of(const ReductionOptions& options) {
  Json input{{"elements", options.elements}, {"type", options.type}, {"seed", options.seed}};
  put(input, "data", options.data);
  return input;
}

Json options_of(const ReductionOptions& options) {
  Json json{{"operator", options.operation},
            {"repeat", options.repeat},
            {"against_mpi", options.against_mpi},
            {"match", options.match}};
  put(json, "max_seconds", options.max_seconds);
  return json;
}

ReductionOptions reduction_options_from_json(const Json& input, const Json& options) {
  ReductionOptions o;
  o.operation = value_at(options, "operator", o.operation);
  o.type = value_at<std::string>(input, "type", o.operation == "matrix" ? "int64" : "double");
  o.elements = value_at(input, "elements", o.elements);
  o.data = optional_at<std::string>(input, "data");
  o.seed = value_at(input, "seed", o.seed);
  o.repeat = value_at(options, "repeat", o.repeat);
  o.against_mpi = value_at(options, "against_mpi", o.against_mpi);
  o.match = value_at(options, "match", o.match);
  o.max_seconds = optional_at<double>(options, "max_seconds");
  require_one_of("/options/operator", o.operation, {"sum", "min", "max", "product", "concat", "matrix"});
  require_one_of("/input/type", o.type, {"float", "double", "int64"});
  require_positive("/input/elements", o.elements);
  require_positive("/options/repeat", o.repeat);
  if (o.operation == "concat" && o.against_mpi)
    throw InputError("/options/against_mpi: MPI_Reduce cannot concatenate; expected another operator");
  return o;
}

}  // namespace uneven::document
