// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "document/describe/object.hpp"
#include "document/json.hpp"

namespace uneven::document {

// The input and the options of a job are two JSON objects, which one struct holds for each kind of run. Two
// descriptions say what is in them, made by describe_input() and describe_options() beside the struct; their fields are
// members of that struct. What depends on more than one of them, complete() says, where a struct has it.

/// An object of a job, of the members that `from` has.
Json members_of(const Object& description, const void* from);

/// The reverse.
/// @param pointer  to the object in the job, such as "/options".
/// @throws InputError  with the first fault.
void read_members(const Object& description, const Json& json, const std::string& pointer, void* to);

template <class O>
const Object& input_description() {
  static const Object made = describe_input(O{});
  return made;
}
template <class O>
const Object& options_description() {
  static const Object made = describe_options(O{});
  return made;
}

/// The job's "input" and "options".
template <class O>
Json input_of(const O& o) {
  return members_of(input_description<O>(), &o);
}
template <class O>
Json options_of(const O& o) {
  return members_of(options_description<O>(), &o);
}

/// From a job's. @throws InputError with a JSON pointer into the job.
template <class O>
O options_from_json(const Json& input, const Json& options) {
  O o;
  read_members(input_description<O>(), input, "/input", &o);
  read_members(options_description<O>(), options, "/options", &o);
  if constexpr (requires { complete(o, input, options); }) complete(o, input, options);
  return o;
}

/// What the jobs of some kinds of run have, for the description of all jobs.
struct RunFields {
  const char* run;
  const Object* fields;
};
Object fields_of_all(const std::vector<RunFields>& runs);

// Types of the fields of several kinds of run.
Type file();
Type match();  ///< of hosts
Type two_files();
Type names();      ///< of columns
Type below_one();  ///< a number from 0 to below 1

}  // namespace uneven::document
