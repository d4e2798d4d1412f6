// SPDX-License-Identifier: MIT
#include "document/status.hpp"

#include "document/common.hpp"
#include "document/describe/field.hpp"
#include "document/describe/type.hpp"
#include "document/field_groups.hpp"

namespace uneven::document {

Object describe(const RankStatus&) {
  using R = RankStatus;
  return Object({
      field<&R::rank>("rank", count()),
      field<&R::compute_s>("compute_s", amount(),
                           "So far; of a training, since its present plan was made; of a command, its calls that ended "
                           "well."),
      maybe<&R::communicate_s>("communicate_s", amount(), "Likewise, where it is known."),
      maybe<&R::wait_s>("wait_s", amount(), "Likewise."),
  });
}

Object describe(const StatusEvent&) {
  using E = StatusEvent;
  return Object({
      field<&E::seconds>("seconds", amount(), "Since the start of the tool."),
      field<&E::text>("text", text(), "In a line."),
  });
}

Object describe(const Status&) {
  using S = Status;
  return Object({
      field<&S::tool>("tool", text("the name of a tool"), "That writes the file."),
      field<&S::state>("state", one_of<RunState>(),
                       "A run that a signal or\n.B \\-\\-max\\-seconds\nended early is\n.BR stopped ."),
      maybe<&S::message>("message", or_null(text()), "Of a run that failed: why."),
      field<&S::done>("done", amount(), "Of the work, those of earlier runs before a resume too.").in("unit"),
      always<&S::total>("total", or_null(amount()), "Null where it is not known ahead.").in("unit"),
      maybe<&S::unit>("unit", text("a unit"), "Such as iteration."),
      maybe<&S::label>("label", or_null(text()), "Name of\n.BR value ,\nsuch as error."),
      maybe<&S::value>("value", or_null(number()), "The last one."),
      field<&S::seconds>("seconds", amount(), "Since the start of the tool."),
      always<&S::seconds_left>("seconds_left", or_null(amount()),
                               "An estimate from the work done; null where there is none, and at the end."),
      maybe<&S::ranks>("ranks", list_of(object<RankStatus>(), "a list of ranks"),
                       "Times so far; absent where rank 0 does not have them during the run, and above 256 ranks."),
      always<&S::events>("events", list_of(object<StatusEvent>(), "a list of events"),
                         "The last notes and decisions: new plans, relocations, thefts, repeated calls."),
      maybe<&S::host>("host", text("a host"), "Of the tool."),
      maybe<&S::pid>("pid", count(), "Its process."),
      field<&S::written_unix_s>("written_unix_s", amount(), "When this was written, in seconds since 1970."),
  });
}

Faults faults(const Status& status) {
  Faults faults;
  if (status.total && *status.total > 0 && status.done > *status.total)
    faults.add("/done", "found " + shortest(status.done) + "; expected at most the total, " + shortest(*status.total));
  for (std::size_t i = 1; i < status.ranks.size(); ++i)
    if (status.ranks[i].rank <= status.ranks[i - 1].rank)
      faults.add("/ranks/" + std::to_string(i) + "/rank",
                 "found " + std::to_string(status.ranks[i].rank) + "; expected more than in the entry before");
  return faults;
}

}  // namespace uneven::document
