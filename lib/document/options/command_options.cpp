// SPDX-License-Identifier: MIT
#include "document/options/command_options.hpp"

#include "document/describe/field.hpp"
#include "document/options/run_options.hpp"

namespace uneven::document {

Object describe_input(const CommandOptions&) {
  using O = CommandOptions;
  return Object({
      maybe<&O::lines>("lines", file(), "Each call reads its lines of it; as many as the plan has units."),
  });
}

Object describe_options(const CommandOptions&) {
  using O = CommandOptions;
  return Object({
      maybe<&O::method>("method", one_of<CallMethod>(), ""),
      maybe<&O::piece>("piece", size(), "Units of each call."),
      maybe<&O::least>("least", size(), "Units of the smallest call."),
      maybe<&O::keep_order>("keep_order", flag(), "Outputs in the order of the units."),
      maybe<&O::retries>("retries", count(), "Further calls for units that failed."),
      maybe<&O::keep_going>("keep_going", flag(), "A failure does not end the run."),
      maybe<&O::checkpoint>("checkpoint", file(), ""),
      maybe<&O::resume>("resume", flag(), ""),
      maybe<&O::match>("match", match(), ""),
      maybe<&O::max_seconds>("max_seconds", positive(), ""),
  });
}

}  // namespace uneven::document
