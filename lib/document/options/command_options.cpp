// SPDX-License-Identifier: MIT
#include "document/options/command_options.hpp"

#include "document/describe/field.hpp"
#include "document/options/run_options.hpp"

namespace uneven::document {

const Object& input_description(const CommandOptions&) {
  using O = CommandOptions;
  static const Object description({
      maybe<&O::lines>("lines", file(), "Each call reads its lines of it; as many as the plan has units."),
  });
  return description;
}

const Object& options_description(const CommandOptions&) {
  using O = CommandOptions;
  static const Object description({
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
  return description;
}

Json input_of(const CommandOptions& o) { return members_of(input_description(o), &o); }
Json options_of(const CommandOptions& o) { return members_of(options_description(o), &o); }

CommandOptions command_options_from_json(const Json& input, const Json& options) {
  CommandOptions o;
  read_members(input_description(o), input, "/input", &o);
  read_members(options_description(o), options, "/options", &o);
  return o;
}

}  // namespace uneven::document
