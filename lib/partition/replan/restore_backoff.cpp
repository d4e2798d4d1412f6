#include "partition/replan/restore_backoff.hpp"

#include <algorithm>

namespace uneven::partition {

namespace {

constexpr int most_doubts = 20;

}  // namespace

Trust::Trust(std::vector<double> first) {
  for (const double speed : first) records_.push_back({speed});
}

Belief Trust::belief(std::size_t rank, double planned) const {
  const Record& record = records_[rank];
  return {record.questions > 0 ? planned : record.first, record.usual, record.first};
}

void Trust::excuse(std::size_t rank, double times) { records_[rank].usual = std::max(1.0, times); }

void Trust::judge(std::size_t rank, double planned, double found, bool followed) {
  Record& record = records_[rank];
  if ((record.raised || followed) && found < planned) {
    if (record.raised) record.doubts = std::min(record.doubts + 1, most_doubts);
    record.questions = 2 << record.doubts;
  } else if (record.questions > 0) {
    --record.questions;
  }
  record.raised = followed && found > planned;
}

}  // namespace uneven::partition
