// SPDX-License-Identifier: MIT
#include "document/options/plan_options.hpp"

#include "base/error.hpp"
#include "document/common.hpp"
#include "document/field_groups.hpp"
#include "document/options/run_options.hpp"

namespace uneven::document {

namespace {

bool are_two_files(const std::string& list) {
  const std::size_t comma = list.find(',');
  return comma != list.npos && comma > 0 && comma + 1 < list.size() && comma == list.rfind(',');
}

}  // namespace

Object describe_input(const BpOptions&) {
  using O = BpOptions;
  return Object({
      maybe<&O::data>("data", file(), "Absent: made up from the seed."),
      maybe<&O::test>("test", file(), "Held-out samples for the accuracy at the end."),
      maybe<&O::weights_in>("weights_in", two_files(), "Weights to begin with."),
      maybe<&O::form>("form", one_of({"one-hot", "dense"}),
                      "Of made-up input; absent: as the plan's speeds were measured."),
  });
}

Object describe_options(const BpOptions&) {
  using O = BpOptions;
  return Object(joined({
      maybe<&O::iterations>("iterations", count()),
      maybe<&O::target_error>("target_error", amount(), "Stop at or below it."),
      maybe<&O::learning_rate>("learning_rate", positive(), "Absent: 2 / samples."),
      maybe<&O::momentum>("momentum", below_one()),
      maybe<&O::seed>("seed", count(), "Of what is made up."),
      maybe<&O::precision>("precision", one_of({"single", "double"})),
      table_fields<&O::table>(),
      maybe<&O::weights_out>("weights_out", two_files(), "Weights at the end."),
      checkpointing<O>(),
      maybe<&O::replan>("replan", count(), "Between new plans; 0: none.").in("iterations"),
      maybe<&O::replan_always>("replan_always", flag(), "Follow new plans also where it does not pay."),
      always<&O::slow>("slow", slowdowns(), meaning_of_slow),
      limits<O>(),
  }));
}

void complete(const BpOptions& o, const Json&, const Json& options) {
  require_speeds(o.slow);
  if (o.weights_in && !are_two_files(*o.weights_in))
    throw InputError("/input/weights_in: found \"" + shown(*o.weights_in) + "\"; expected " + two_files().expected);
  require_option(!o.weights_out || are_two_files(*o.weights_out), "weights_out", options, two_files().expected);
  require_option(o.checkpoint_every == 0 || o.checkpoint, "checkpoint_every", options, "0 without a checkpoint");
}

Object describe_input(const MatmulOptions&) {
  using O = MatmulOptions;
  return Object({
      maybe<&O::a>("a", file(), "Absent: made up from the seed."),
      maybe<&O::b>("b", file(), "Absent: made up from the seed."),
      field<&O::transpose_a>("transpose_a", flag(), "The file of A holds A transposed.")
          .unless(is<&O::transpose_a, false>),
      field<&O::transpose_b>("transpose_b", flag(), "The file of B holds B transposed.")
          .unless(is<&O::transpose_b, false>),
  });
}

Object describe_options(const MatmulOptions&) {
  using O = MatmulOptions;
  return Object({
      maybe<&O::seed>("seed", count()),
      maybe<&O::precision>("precision", one_of({"single", "double"})),
      maybe<&O::check>("check", flag(), "Verify the product with random vectors."),
      maybe<&O::match>("match", match()),
      maybe<&O::c>("c", file(), "The product; absent: it is not kept."),
      maybe<&O::max_seconds>("max_seconds", positive()),
  });
}

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
  return Object(joined({
      maybe<&O::operation>("operator", text("the name of an operator")),
      maybe<&O::repeat>("repeat", size(), "Rounds."),
      maybe<&O::against_mpi>("against_mpi", flag(), "Measure MPI_Reduce, too."),
      limits<O>(),
  }));
}

void complete(ReductionOptions& o, const Json& input, const Json&) {
  // Of floats, products of matrices depend on their order.
  if (o.operation == "matrix" && raw_at(input, "type").is_null()) o.type = NumberType::int64;
  require_one_of("/options/operator", o.operation, {"sum", "min", "max", "product", "concat", "matrix"});
  if (o.operation == "concat" && o.against_mpi)
    throw InputError("/options/against_mpi: MPI_Reduce cannot concatenate; expected another operator");
}

Object describe_input(const SearchOptions&) {
  using O = SearchOptions;
  const auto no_text = [](const void* o) {
    return !static_cast<const O*>(o)->examples || static_cast<const O*>(o)->vector;
  };
  return Object({
      maybe<&O::examples>("examples", file(), "A table; absent: made up from the seed."),
      field<&O::queries>("queries", text("a table of queries"), "Its text.").unless(no_text),
      field<&O::queries_name>("queries_name", text("what messages call the queries")).unless(no_text),
      maybe<&O::vectors>("vectors", file(), "Queries in place of the text, where examples are vectors."),
  });
}

Object describe_options(const SearchOptions&) {
  using O = SearchOptions;
  return Object(joined({
      maybe<&O::k>("k", size()),
      maybe<&O::vector>("vector", text("columns, such as 1,3-5 or names of the header, or all"),
                        "Columns of the table that make a vector of each example; absent: examples have words."),
      field<&O::metric>("metric", one_of<Metric>(), "Of vectors.").unless(is<&O::metric, Metric::l2>),
      maybe<&O::weighting>("weighting", one_of<Weighting>()),
      maybe<&O::format>("format", one_of<AnswerFormat>()),
      maybe<&O::explain>("explain", flag()),
      maybe<&O::recombine>(
          "recombine", flag(),
          "Make up as many examples as the plan says from those of the table, or without a table from\n"
          ".BR seed ,\nand tell no answers."),
      maybe<&O::ties_all>("ties_all", flag()),
      maybe<&O::no_exact>("no_exact", flag(), "Scan for every query, also for one that is among the examples."),
      maybe<&O::pruned>("pruned", one_of<Pruned>(), "Pass over examples that cannot be among the nearest."),
      maybe<&O::batch>("batch", size(), "Queries that travel and scan together."),
      maybe<&O::seed>("seed", count()),
      limits<O>(),
      always<&O::equal>("equal", names(), "Columns."),
      always<&O::codes>("codes", names(), "Columns."),
      maybe<&O::numbers>("numbers", names(), "Columns."),
      always<&O::target>("target", names(), "Columns."),
      always<&O::phrase>("phrase", names(), "Columns."),
      always<&O::show>("show", names(), "Columns."),
  }));
}

void complete(const SearchOptions& o, const Json&, const Json& options) {
  require_option(!o.vector || (o.examples && o.vectors), "vector", options,
                 "nothing, unless the input names files of examples and of vectors");
  require_option(!o.vector || !o.recombine, "recombine", options, "false, for vectors are not recombined");
}

}  // namespace uneven::document
