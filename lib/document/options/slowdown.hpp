// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "document/describe/object.hpp"
#include "document/json.hpp"

namespace uneven::document {

/// One processor made slower on purpose: at `speed` of its own in steps first .. last of a run.
struct Slowdown {
  std::int64_t processor = 0;
  double speed = 1;                  ///< above 0, at most 1
  std::int64_t first = 1, last = 0;  ///< from 1: supersteps over many elements, or iterations
};

/// Speed of a processor at a step, as a fraction of its own: the lowest of its slowdowns at that step, 1 without any.
double speed_in(const std::vector<Slowdown>& slow, std::int64_t processor, std::int64_t step);

/// @throws InputError if a slowdown is of a processor that is none of so many.
void require_processors(const std::vector<Slowdown>& slow, std::int64_t processors);

/// "3:0.5@10-40,0:0.25@1-5". @throws UsageError
std::vector<Slowdown> parse_slowdowns(const std::string& text);

/// The same, a host's name standing for all its ranks.
/// @param hosts  of the ranks, shape [p]. @throws UsageError  also if the text is empty.
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
