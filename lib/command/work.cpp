// SPDX-License-Identifier: MIT
#include "command/work.hpp"

#include "base/checksum.hpp"
#include "base/error.hpp"

namespace uneven::command {

Work work_of(const document::HbspElements& plan) {
  Work work;
  work.count = plan.count;
  work.multiple_of = plan.multiple_of;
  work.cluster = plan.cluster;
  work.seconds = plan.seconds;
  for (const auto& share : plan.placement) work.ranges.push_back(share.elements);
  return work;
}

Work work_of(const document::ArrayShares& plan) {
  Work work;
  work.blocks = shares::parts_of(plan);
  work.cluster = plan.cluster;
  work.seconds = plan.predicted.seconds;
  for (const shares::Part& block : work.blocks) {
    work.ranges.push_back({work.count, block.rows->count * block.columns->count});
    work.count = work.ranges.back().end();
  }
  return work;
}

const std::vector<std::string>& kinds_with_work() {
  static const std::vector<std::string> kinds{"array-shares", "hbsp-elements"};
  return kinds;
}

Work work_of(const document::Tree& plan) {
  if (plan["kind"].text() == "array-shares") return work_of(document::from_json<document::ArrayShares>(plan));
  return work_of(document::from_json<document::HbspElements>(plan));
}

shares::Values values_of(const Work& work, document::Range units, int owner) {
  if (work.is_array()) return shares::values_of(work.blocks[static_cast<std::size_t>(owner)], work.blocks.size());
  return {.rank = owner,
          .ranks = std::ssize(work.cluster),
          .elements = units,
          .share = static_cast<double>(units.count) / static_cast<double>(work.count)};
}

std::string checksum_of_blocks(const Work& work) {
  if (!work.is_array()) return "";
  Checksum sum;
  for (const shares::Part& block : work.blocks)
    for (const std::int64_t number : {block.rows->first, block.rows->count, block.columns->first, block.columns->count})
      sum.add(std::to_string(number) + " ");
  return sum.text();
}

void require_fitting(const document::CommandOptions& options, const Work& work) {
  if (!work.is_array()) return;
  if (options.method != document::CallMethod::shares)
    throw UsageError("--method: found " + std::string(name_of(options.method)) +
                     " for the blocks of an array, which are not cut; expected static");
  if (options.piece) throw UsageError("--piece: the blocks of an array are not cut; expected none");
  if (options.lines) throw UsageError("--lines: the blocks of an array have no lines; expected none");
}

}  // namespace uneven::command
