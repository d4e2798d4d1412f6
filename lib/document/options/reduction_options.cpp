// SPDX-License-Identifier: MIT
#include "document/options/reduction_options.hpp"

#include "base/error.hpp"
#include "document/common.hpp"
#include "document/describe/field.hpp"
#include "document/options/run_options.hpp"

namespace uneven::document {

const Object& input_description(const ReductionOptions&) {
  using O = ReductionOptions;
  static const Object description({
      maybe<&O::elements>("elements", size(), "Of an item."),
      maybe<&O::type>("type", one_of<NumberType>(), "Of an element."),
      maybe<&O::seed>("seed", count(), "Of what is made up."),
      maybe<&O::data>("data", file(), "A row per item; absent: made up from the seed."),
  });
  return description;
}

const Object& options_description(const ReductionOptions&) {
  using O = ReductionOptions;
  static const Object description({
      maybe<&O::operation>("operator", text("the name of an operator"), ""),
      maybe<&O::repeat>("repeat", size(), "Rounds."),
      maybe<&O::against_mpi>("against_mpi", flag(), "Measure MPI_Reduce, too."),
      maybe<&O::match>("match", match(), ""),
      maybe<&O::max_seconds>("max_seconds", positive(), ""),
  });
  return description;
}

Json input_of(const ReductionOptions& o) { return members_of(input_description(o), &o); }
Json options_of(const ReductionOptions& o) { return members_of(options_description(o), &o); }

ReductionOptions reduction_options_from_json(const Json& input, const Json& options) {
  ReductionOptions o;
  read_members(options_description(o), options, "/options", &o);
  if (o.operation == "matrix") o.type = NumberType::int64;  // of floats, products depend on their order
  read_members(input_description(o), input, "/input", &o);
  require_one_of("/options/operator", o.operation, {"sum", "min", "max", "product", "concat", "matrix"});
  if (o.operation == "concat" && o.against_mpi)
    throw InputError("/options/against_mpi: MPI_Reduce cannot concatenate; expected another operator");
  return o;
}

}  // namespace uneven::document
