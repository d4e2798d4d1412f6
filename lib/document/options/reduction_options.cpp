// SPDX-License-Identifier: MIT
#include "document/options/reduction_options.hpp"

#include "base/error.hpp"
#include "document/common.hpp"
#include "document/describe/field.hpp"
#include "document/options/run_options.hpp"

namespace uneven::document {

Object describe_input(const ReductionOptions&) {
  using O = ReductionOptions;
  return Object({
      maybe<&O::elements>("elements", size(), "Of an item."),
      maybe<&O::type>("type", one_of<NumberType>(), "Of an element."),
      maybe<&O::seed>("seed", count(), "Of what is made up."),
      maybe<&O::data>("data", file(), "A row per item; absent: made up from the seed."),
  });
}

Object describe_options(const ReductionOptions&) {
  using O = ReductionOptions;
  return Object({
      maybe<&O::operation>("operator", text("the name of an operator"), ""),
      maybe<&O::repeat>("repeat", size(), "Rounds."),
      maybe<&O::against_mpi>("against_mpi", flag(), "Measure MPI_Reduce, too."),
      maybe<&O::match>("match", match(), ""),
      maybe<&O::max_seconds>("max_seconds", positive(), ""),
  });
}

void complete(ReductionOptions& o, const Json& input, const Json&) {
  // Of floats, products of matrices depend on their order.
  if (o.operation == "matrix" && raw_at(input, "type").is_null()) o.type = NumberType::int64;
  require_one_of("/options/operator", o.operation, {"sum", "min", "max", "product", "concat", "matrix"});
  if (o.operation == "concat" && o.against_mpi)
    throw InputError("/options/against_mpi: MPI_Reduce cannot concatenate; expected another operator");
}

}  // namespace uneven::document
