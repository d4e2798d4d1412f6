// SPDX-License-Identifier: MIT
#include "command/work.hpp"

#include <algorithm>
#include <cstring>

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
  for (const shares::Part& part : shares::parts_of(plan)) work.memory_bytes.push_back(part.memory_bytes);
  work.memory_per_unit_bytes = plan.memory_per_unit_bytes.value_or(0);
  work.memory_fixed_bytes = static_cast<double>(plan.memory_fixed_bytes.value_or(0));
  return work;
}

Work work_of(const document::ArrayShares& plan) {
  Work work;
  work.blocks = shares::parts_of(plan);
  work.cluster = plan.cluster;
  work.seconds = plan.predicted.seconds;
  for (const shares::Part& block : work.blocks) {
    work.ranges.push_back({work.count, block.rows->count * block.columns->count});
    work.memory_bytes.push_back(block.memory_bytes);
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

std::optional<double> bytes_of_call(const Work& work, const document::CommandOptions& options, std::size_t processor) {
  const auto& share = work.memory_bytes[processor];
  if (!share || (!options.piece && options.method != document::CallMethod::shares)) return std::nullopt;
  if (!options.piece) return share;
  const std::int64_t units = std::min(*options.piece, work.count);
  return work.memory_fixed_bytes + static_cast<double>(units) * work.memory_per_unit_bytes;
}

namespace {

constexpr std::int64_t lines_of_mark = 1024, bytes_of_block = 1 << 20;

/// Calls `take` with the offset behind each LF from `offset` on, until it returns false or the file ends.
template <class Take>
void for_each_end(data::InputFile& file, std::int64_t offset, const Take& take) {
  std::vector<char> block(static_cast<std::size_t>(std::min(bytes_of_block, file.bytes())));
  while (offset < file.bytes()) {
    const std::int64_t count = std::min(std::ssize(block), file.bytes() - offset);
    file.read(offset, count, block.data());
    const char* const end = block.data() + count;
    for (const char* at = block.data(); at < end; ++at) {
      at = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
      if (!at) break;
      if (!take(offset + (at - block.data()) + 1)) return;
    }
    offset += count;
  }
}

}  // namespace

LineIndex::LineIndex(const std::string& path) : file_(path) {
  if (file_.bytes() == 0) return;
  std::int64_t start = 0;  // of the line that is next to end
  const auto end_line = [&](std::int64_t next) {
    if (lines_++ % lines_of_mark == 0) starts_.push_back(start);
    start = next;
    return true;
  };
  for_each_end(file_, 0, end_line);
  if (start < file_.bytes()) end_line(file_.bytes());
}

Bytes LineIndex::bytes_of(document::Range lines) {
  if (lines.count == 0) return {};
  const std::int64_t first = start_of(lines.first);
  return {first, start_of(lines.end()) - first};
}

std::string LineIndex::text_of(document::Range lines) {
  const Bytes bytes = bytes_of(lines);
  std::string text(static_cast<std::size_t>(bytes.count), ' ');
  file_.read(bytes.offset, bytes.count, text.data());
  return text;
}

std::int64_t LineIndex::start_of(std::int64_t line) {
  if (line >= lines_) return file_.bytes();
  std::int64_t start = starts_[static_cast<std::size_t>(line / lines_of_mark)], left = line % lines_of_mark;
  if (left > 0)
    for_each_end(file_, start, [&](std::int64_t next) {
      start = next;
      return --left > 0;
    });
  return start;
}

}  // namespace uneven::command
