// SPDX-License-Identifier: MIT
#include "document/options/bp_options.hpp"

#include "document/common.hpp"
#include "document/describe/field.hpp"
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
  return Object({
      maybe<&O::iterations>("iterations", count(), ""),
      maybe<&O::target_error>("target_error", amount(), "Stop at or below it."),
      maybe<&O::learning_rate>("learning_rate", positive(), "Absent: 2 / samples."),
      maybe<&O::momentum>("momentum", below_one(), ""),
      maybe<&O::seed>("seed", count(), "Of what is made up."),
      maybe<&O::precision>("precision", one_of({"single", "double"}), ""),
      maybe<&O::weights_out>("weights_out", two_files(), "Weights at the end."),
      maybe<&O::checkpoint>("checkpoint", file(), ""),
      maybe<&O::checkpoint_every>("checkpoint_every", count(), "0: only at the end and when stopped.").in("iterations"),
      maybe<&O::resume>("resume", flag(), "Begin with the checkpoint."),
      maybe<&O::replan>("replan", count(), "Between new plans; 0: none.").in("iterations"),
      maybe<&O::replan_always>("replan_always", flag(), "Follow new plans also where it does not pay."),
      always<&O::slow>("slow", slowdowns(), meaning_of_slow),
      maybe<&O::match>("match", match(), "What of a host must be as planned."),
      maybe<&O::max_seconds>("max_seconds", positive(), "Of the run; of measure, for the speeds."),
  });
}

void complete(const BpOptions& o, const Json&, const Json& options) {
  require_speeds(o.slow);
  if (o.weights_in && !are_two_files(*o.weights_in))
    throw InputError("/input/weights_in: found \"" + shown(*o.weights_in) + "\"; expected " + two_files().expected);
  require_option(!o.weights_out || are_two_files(*o.weights_out), "weights_out", options, two_files().expected);
  require_option(o.checkpoint_every == 0 || o.checkpoint, "checkpoint_every", options, "0 without a checkpoint");
}

}  // namespace uneven::document
