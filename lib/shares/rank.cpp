// SPDX-License-Identifier: MIT
#include "shares/rank.hpp"

#include <charconv>
#include <limits>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/foreign_text.hpp"

namespace uneven::shares {
namespace {

/// Names of variables; the first of `ranks` that is set counts.
struct Launcher {
  const char* rank;
  std::vector<const char*> ranks;
  const char* local;  ///< null: it does not tell
  std::function<bool(const Environment&)> started_this;
};

std::string_view text(const Environment& environment, const char* name) {
  const char* value = environment(name);
  return value ? value : "";
}

bool always(const Environment&) { return true; }

bool by_torchrun(const Environment& environment) {
  return !text(environment, "WORLD_SIZE").empty() && !text(environment, "LOCAL_RANK").empty();
}

bool by_other_than_slurm(const Environment& environment) {
  return !text(environment, "PMIX_NAMESPACE").starts_with("slurm.");
}

bool by_srun(const Environment& environment) {
  return text(environment, "SLURM_JOB_ID").empty() || !text(environment, "SLURM_STEP_ID").empty();
}

/// Innermost first, see rank_of().
const std::vector<Launcher>& launchers() {
  static const std::vector<Launcher> all{
      {"RANK", {"WORLD_SIZE"}, "LOCAL_RANK", by_torchrun},
      {"OMPI_COMM_WORLD_RANK", {"OMPI_COMM_WORLD_SIZE"}, "OMPI_COMM_WORLD_LOCAL_RANK", always},
      {"PMI_RANK", {"PMI_SIZE"}, "MPI_LOCALRANKID", always},
      {"PMIX_RANK", {}, nullptr, by_other_than_slurm},
      {"SLURM_PROCID", {"SLURM_STEP_NUM_TASKS", "SLURM_NTASKS"}, "SLURM_LOCALID", by_srun},
      {"RANK", {"WORLD_SIZE"}, "LOCAL_RANK", always},
  };
  return all;
}

std::optional<std::int64_t> integer(const Environment& environment, const char* name, std::int64_t least) {
  const std::string_view digits = name ? text(environment, name) : "";
  if (digits.empty()) return {};
  std::int32_t value = -1;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size() || value < least)
    throw UsageError(std::string(name) + ": found '" + shown(digits) + "'; expected an integer from " +
                     std::to_string(least) + " to " + std::to_string(std::numeric_limits<std::int32_t>::max()));
  return value;
}

}  // namespace

std::optional<Rank> rank_of(const Environment& environment) {
  for (const Launcher& launcher : launchers()) {
    if (text(environment, launcher.rank).empty() || !launcher.started_this(environment)) continue;
    Rank rank{*integer(environment, launcher.rank, 0), {}, integer(environment, launcher.local, 0), launcher.rank};
    for (const char* name : launcher.ranks)
      if (!rank.ranks) rank.ranks = integer(environment, name, 1);
    return rank;
  }
  return {};
}

}  // namespace uneven::shares
