// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "document/describe/object.hpp"
#include "document/json.hpp"

namespace uneven::document {

// The input and the options of a job are two JSON objects, which one struct holds for each kind of run. Two
// descriptions say what is in them; their fields are members of that struct.

/// An object of a job, of the members that `from` has.
Json members_of(const Object& description, const void* from);

/// The reverse.
/// @param pointer  to the object in the job, such as "/options".
/// @throws InputError  with the first fault.
void read_members(const Object& description, const Json& json, const std::string& pointer, void* to);

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
