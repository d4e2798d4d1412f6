// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "document/job.hpp"
#include "draw/html/parts.hpp"

namespace uneven::draw {

/// A decision of a run about its distribution: a new plan, a relocation, or a steal.
struct Event {
  double iteration = 0;  ///< 0 where only the superstep is known
  double superstep = 0;  ///< 0 of plans, which are made between iterations
  std::string what;      ///< in a word or two
  double blocks = 0;     ///< moved
  std::string reason;    ///< in words
  bool changes = false;  ///< whether anything moved
};

/// In the order of the run.
std::vector<Event> events_of(const document::Report& report);

/// Those that changed something and have a place; numbered as in event_table().
/// @param place  on the horizontal axis, and that place in words; nothing where it is not known.
std::vector<Mark> marks_of(const std::vector<Event>& events,
                           const std::function<std::optional<std::pair<double, std::string>>(const Event&)>& place);

/// The same over iterations.
std::vector<Mark> marks_by_iteration(const std::vector<Event>& events);

/// HTML: a row for each event. Nothing if there are none.
std::string event_table(const std::vector<Event>& events);

}  // namespace uneven::draw
