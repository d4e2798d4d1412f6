// SPDX-License-Identifier: MIT
#include "partition/schedule.hpp"

#include <algorithm>
#include <optional>

#include "partition/predict/iteration.hpp"
#include "partition/sums.hpp"

namespace uneven::partition {

namespace {

using schedule::StartSums;
using schedule::Sum;
using schedule::SumGroup;

/// Tags: the agreement; sums of columns, one for each chunk in flight; sums of groups, one for each slice.
constexpr int tag_agreement = 0, tag_column = 1, tag_group = tag_column + chunks_in_flight;
constexpr int no_buffer = -1;

/// Inputs that are common to the parts of all processors.
struct Whole {
  const document::Partition& plan;
  std::int64_t element_bytes;
  collective::Collective collective;
  PlanSums sums;
  std::vector<SumMembers> columns;   ///< by column: members of its sums
  std::vector<std::int64_t> chunks;  ///< by column: samples of a chunk
  std::vector<int> active;           ///< members of the agreement
  std::vector<document::Group> groups;
  std::vector<GroupSlices> slices;  ///< by group
};

Whole whole_of(const document::Partition& plan, std::int64_t element_bytes) {
  Whole whole{plan, element_bytes, plan.collective, PlanSums(plan), {}, {}, {}, {}, {}};
  for (const auto& column : plan.columns) whole.columns.push_back(whole.sums.members(column.processors));
  whole.chunks = chunk_of_columns(plan, element_bytes);
  std::vector<std::int64_t> used;
  for (const auto& r : plan.rectangles) used.push_back(r.processor);
  whole.active = whole.sums.members(used).ranks;
  whole.groups = document::groups_of(plan);
  whole.slices = group_slices(whole.groups, plan.network, whole.collective, element_bytes);
  return whole;
}

/// Writes the schedule of one processor.
class Writer {
 public:
  Writer(Whole& whole, const document::Rectangle& r)
      : whole_(whole), me_(static_cast<int>(r.processor)), column_(whole.columns[static_cast<std::size_t>(r.column)]) {
    part.samples = r.samples;
    part.hidden = r.hidden;
    part.chunk = whole.chunks[static_cast<std::size_t>(r.column)];
    part.in_flight = column_.ranks.size() > 1 ? chunks_in_flight : 1;
    part.schedule.element_bytes = element_bytes();
    chunks_ = (part.samples.count + part.chunk - 1) / part.chunk;
    add_column_sums();
  }

  /// Adds the sums of dV and dW over a group with several members.
  void add_group(const document::Group& group, const GroupSlices& slices) {
    const SumMembers members = whole_.sums.members(group.processors);
    const int sums_of = add(members, is_tree() ? &whole_.sums.group_tree(members) : nullptr);
    const std::size_t number = part.groups.size();
    part.groups.push_back({group.hidden.first - part.hidden.first, group.hidden.count});
    const auto add_slices = [&](const std::vector<Slice>& its, Task packed) {
      const StartSums start{next_sum(), static_cast<int>(its.size())};
      for (const Slice& slice : its)
        part.schedule.sums.push_back({sums_of, slice.first, slice.count, element_bytes(),
                                      buffer_of(part, packed, number), tag_group + slice.number});
      return start;
    };
    outputs_.push_back(add_slices(slices.outputs, task_pack_outputs));
    inputs_.push_back(add_slices(slices.inputs, task_pack_inputs));
  }

  /// Writes the operations; all groups must have been added.
  void write() {
    const int first_of_groups = static_cast<int>(chunks_), of_groups = next_sum() - first_of_groups;
    work({task_begin});
    through_chunks(
        chunks_, part.in_flight, [&](std::int64_t c) { forward(c); }, [&](std::int64_t c) { backward(c); });
    if (of_groups > 0) then(schedule::FinishSums{first_of_groups, of_groups});
    work({task_unpack, 0, -1, schedule::Account::communicate});
    work({task_update});
    const auto words = agreed_words + static_cast<std::int64_t>(whole_.active.size());
    const SumGroup all = schedule::sum_group(whole_.active, me_, collective::Collective::tree);
    part.schedule.groups.push_back(all);
    then(schedule::Agree{next_sum()});
    part.schedule.sums.push_back({last_group(), 0, words, agreed_bytes, no_buffer, tag_agreement});
  }

  Part part;

 private:
  std::int64_t outputs() const { return whole_.plan.network.outputs; }
  std::int64_t element_bytes() const { return whole_.element_bytes; }
  int next_sum() const { return static_cast<int>(part.schedule.sums.size()); }
  int last_group() const { return static_cast<int>(part.schedule.groups.size()) - 1; }
  void then(const schedule::Operation& operation) { part.schedule.operations.push_back(operation); }
  void work(const schedule::Work& work) { then(work); }

  bool is_tree() const { return whole_.collective == collective::Collective::tree; }

  /// Adds a group of members of a sum. @param tree  theirs; null for other collectives.
  int add(const SumMembers& members, const reduction::SumTree* tree) {
    SumGroup group{members.ranks, schedule::position_of(me_, members.ranks), whole_.collective, {}};
    if (tree) group.tree = reduction::neighbours(*tree, group.me);
    part.schedule.groups.push_back(group);
    return last_group();
  }

  void add_column_sums() {
    const int sums_of = add(column_, is_tree() ? &whole_.sums.column_tree(column_) : nullptr);
    for (std::int64_t c = 0; c < chunks_; ++c) {
      const std::int64_t samples = std::min(part.chunk, part.samples.count - c * part.chunk);
      const int slot = static_cast<int>(c % part.in_flight);
      part.schedule.sums.push_back({sums_of, 0, outputs() * samples, element_bytes(), slot, tag_column + slot});
    }
  }

  void forward(std::int64_t c) {
    work({task_forward, c});
    then(StartSums{static_cast<int>(c)});
  }

  /// Backward pass of chunk c. The last chunk completes dV, then dW group by group, so that the sums of the first
  /// groups travel while the other groups are computed.
  void backward(std::int64_t c) {
    const bool last = c + 1 == chunks_;
    then(schedule::FinishSums{static_cast<int>(c)});
    work({task_outputs, c});
    if (last) start(outputs_, task_pack_outputs, c);
    work({task_hidden, c});
    if (!last || part.groups.empty()) work({task_inputs, c});
    if (last) start(inputs_, task_pack_inputs, c);
  }

  void start(const std::vector<StartSums>& sums, Task pack, std::int64_t chunk) {
    for (int g = 0; g < static_cast<int>(sums.size()); ++g) {
      if (pack == task_pack_inputs) work({task_inputs, chunk, g});
      work({pack, chunk, g, schedule::Account::communicate});
      then(sums[static_cast<std::size_t>(g)]);
    }
  }

  Whole& whole_;
  int me_;
  const SumMembers& column_;
  std::int64_t chunks_ = 0;
  std::vector<StartSums> outputs_, inputs_;  ///< by group
};

}  // namespace

int buffer_of(const Part& part, Task packed, std::size_t group) {
  return part.in_flight + 2 * static_cast<int>(group) + (packed == task_pack_inputs);
}

std::vector<std::int64_t> chunk_of_columns(const document::Partition& plan, std::int64_t element_bytes) {
  std::vector<std::int64_t> tallest(plan.columns.size()), chunks;  // the largest number of hidden units
  for (const auto& r : plan.rectangles) {
    std::int64_t& of_column = tallest[static_cast<std::size_t>(r.column)];
    of_column = std::max(of_column, r.hidden.count);
  }
  for (std::size_t c = 0; c < plan.columns.size(); ++c)
    chunks.push_back(std::min(plan.columns[c].samples.count,
                              chunk_samples(tallest[c], plan.network.outputs, plan.columns[c].processors.size(),
                                            static_cast<std::size_t>(element_bytes))));
  return chunks;
}

std::vector<Part> schedule(const document::Partition& plan, std::int64_t element_bytes) {
  Whole whole = whole_of(plan, element_bytes);
  std::vector<std::vector<std::size_t>> groups(plan.cluster.size());
  for (std::size_t g = 0; g < whole.groups.size(); ++g)
    if (whole.groups[g].processors.size() > 1)
      for (const auto member : whole.groups[g].processors) groups[static_cast<std::size_t>(member)].push_back(g);
  std::vector<Part> parts(plan.cluster.size());
  for (const auto& r : plan.rectangles) {
    const auto processor = static_cast<std::size_t>(r.processor);
    Writer writer(whole, r);
    for (const std::size_t g : groups[processor]) writer.add_group(whole.groups[g], whole.slices[g]);
    writer.write();
    parts[processor] = std::move(writer.part);
  }
  return parts;
}

Part schedule(const document::Partition& plan, std::int64_t processor, std::int64_t element_bytes) {
  const auto r = std::ranges::find(plan.rectangles, processor, &document::Rectangle::processor);
  if (r == plan.rectangles.end()) return {};
  Whole whole = whole_of(plan, element_bytes);
  Writer writer(whole, *r);
  for (std::size_t g = 0; g < whole.groups.size(); ++g) {
    const auto& members = whole.groups[g].processors;
    if (members.size() > 1 && std::ranges::count(members, processor))
      writer.add_group(whole.groups[g], whole.slices[g]);
  }
  writer.write();
  return std::move(writer.part);
}

}  // namespace uneven::partition
