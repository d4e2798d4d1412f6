// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "document/common.hpp"
#include "document/describe/object.hpp"
#include "document/json.hpp"

namespace uneven::document {

// A job has two JSON objects, its input and its options. One struct for each kind of run has the fields of both.
// describe_input() and describe_options(), beside the struct, describe these fields. complete(), where a struct has it,
// checks and sets what depends on several of them.

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

/// Fields of the jobs of some kinds of run, for the description of all jobs.
struct RunFields {
  const char* run;
  const Object* fields;
};
Object fields_of_all(const std::vector<RunFields>& runs);

// Types of the fields of several kinds of run.
Type file();
Type match();  ///< of hosts
Type files_of_weights();
Type names();      ///< of columns
Type below_one();  ///< a number from 0 to below 1

/// One processor made slower on purpose: at `speed` of its own in steps first .. last of a run.
struct Slowdown {
  std::int64_t processor = 0;
  double speed = 1;                  ///< above 0, at most 1
  std::int64_t first = 1, last = 0;  ///< from 1: supersteps over many elements, or iterations
};

/// Speed of a processor at a step, as a fraction of its own: the lowest of its slowdowns at that step, 1 without any.
double speed_in(const std::vector<Slowdown>& slow, std::int64_t processor, std::int64_t step);

/// Those of the processors that are left, which are renumbered in the same order. @param lost  ascending.
std::vector<Slowdown> slowdowns_without(const std::vector<Slowdown>& slow, const std::vector<std::size_t>& lost);

/// @throws InputError if a slowdown names a processor that is not below `processors`.
void require_processors(const std::vector<Slowdown>& slow, std::int64_t processors);

/// The host of each processor, shape [p]; empty where the cluster does not tell.
std::vector<std::string> hosts_of(const std::vector<Processor>& cluster);

/// "3:0.5@10-40,node1:0.25@1-5": ranks, and hosts, whose names stand for all their ranks.
/// @param hosts  of the ranks, shape [p]. @throws UsageError  also if there is no such rank or host.
std::vector<Slowdown> parse_slowdowns(const std::string& text, const std::vector<std::string>& hosts);

/// The words of messages about an option.
struct SlowdownSyntax {
  std::string option, expected;
};

/// "NAME:SPEED@FIRST-LAST,...": the names, and what happens to them (Slowdown::processor is 0). @throws UsageError
std::vector<std::pair<std::string, Slowdown>> parse_named_slowdowns(const std::string& text,
                                                                    const SlowdownSyntax& syntax);

Object describe(const Slowdown&);

/// A list of them, as an option of a job.
Type slowdowns();
inline constexpr const char* meaning_of_slow = "Processors made slower on purpose, in some iterations.";

/// @throws InputError  if a speed is above 1.
void require_speeds(const std::vector<Slowdown>& slow);

/// From a job's options. @throws InputError
std::vector<Slowdown> slowdowns_from_json(const Json& options);

}  // namespace uneven::document
