// SPDX-License-Identifier: MIT
#include "document/options/search_options.hpp"

#include "document/describe/field.hpp"
#include "document/options/run_options.hpp"

namespace uneven::document {

Object describe_input(const SearchOptions&) {
  using O = SearchOptions;
  const auto made_up = [](const void* o) { return !static_cast<const O*>(o)->examples; };
  return Object({
      maybe<&O::examples>("examples", file(), "A table; absent: made up from the seed."),
      field<&O::queries>("queries", text("a table of queries"), "Its text.").unless(made_up),
      field<&O::queries_name>("queries_name", text("what messages call the queries"), "").unless(made_up),
  });
}

Object describe_options(const SearchOptions&) {
  using O = SearchOptions;
  return Object({
      maybe<&O::k>("k", size(), ""),
      maybe<&O::weighting>("weighting", one_of<Weighting>(), ""),
      maybe<&O::format>("format", one_of<AnswerFormat>(), ""),
      maybe<&O::explain>("explain", flag(), ""),
      maybe<&O::recombine>(
          "recombine", flag(),
          "Make up as many examples as the plan says from those of the table, or without a table from\n"
          ".BR seed ,\nand tell no answers."),
      maybe<&O::ties_all>("ties_all", flag(), ""),
      maybe<&O::no_exact>("no_exact", flag(), "Scan for every query, also for one that is among the examples."),
      maybe<&O::pruned>("pruned", one_of<Pruned>(), "Pass over examples that cannot be among the nearest."),
      maybe<&O::batch>("batch", size(), "Queries that travel and scan together."),
      maybe<&O::seed>("seed", count(), ""),
      maybe<&O::match>("match", match(), ""),
      maybe<&O::max_seconds>("max_seconds", positive(), ""),
      always<&O::equal>("equal", names(), "Columns."),
      always<&O::codes>("codes", names(), "Columns."),
      always<&O::target>("target", names(), "Columns."),
      always<&O::phrase>("phrase", names(), "Columns."),
      always<&O::show>("show", names(), "Columns."),
  });
}

}  // namespace uneven::document
