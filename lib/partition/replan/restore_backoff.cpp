// SPDX-License-Identifier: MIT
#include "partition/replan/restore_backoff.hpp"

#include <algorithm>

namespace uneven::partition {

namespace {

constexpr int most_failures = 20;

}  // namespace

RestoreBackoff::RestoreBackoff(std::vector<double> first) {
  for (const double speed : first) records_.push_back({speed});
}

SpeedBounds RestoreBackoff::bounds(std::size_t rank, double planned) const {
  const Record& record = records_[rank];
  return {record.questions > 0 ? planned : record.first, record.usual, record.first};
}

void RestoreBackoff::excuse(std::size_t rank, double times) { records_[rank].usual = std::max(1.0, times); }

void RestoreBackoff::judge(std::size_t rank, double planned, double found, bool followed) {
  Record& record = records_[rank];
  if ((record.raised || followed) && found < planned) {
    if (record.raised) record.failures = std::min(record.failures + 1, most_failures);
    record.questions = 2 << record.failures;
  } else if (record.questions > 0) {
    --record.questions;
  }
  record.raised = followed && found > planned;
}

}  // namespace uneven::partition
