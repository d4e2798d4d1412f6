// SPDX-License-Identifier: MIT
#include <algorithm>

#include "document/describe/type.hpp"
#include "document/document.hpp"
#include "document/partition.hpp"
#include "document/partition_layers.hpp"

namespace uneven::document {

namespace {

std::string shown_range(const Range& range) {
  return "{\"first\":" + std::to_string(range.first) + ",\"count\":" + std::to_string(range.count) + "}";
}

void check_columns(const Partition& p, Faults& faults) {
  std::int64_t next = 0;
  for (std::size_t c = 0; c < p.columns.size(); ++c) {
    const Range& samples = p.columns[c].samples;
    if (samples.first != next || samples.count < 1)
      faults.add("/columns/" + std::to_string(c) + "/samples",
                 "found " + shown_range(samples) + "; expected at least one sample from " + std::to_string(next) +
                     " on, so that the columns tile the samples");
    next = samples.end();
  }
  if (next != p.samples)
    faults.add("/columns", "end at sample " + std::to_string(next) + "; expected " + std::to_string(p.samples));
}

/// Each processor has one rectangle or is left out, never both.
void check_processors(const Partition& p, Faults& faults) {
  std::vector<int> seen(p.cluster.size(), 0);
  const auto count = [&](std::int64_t processor, const std::string& pointer) {
    if (processor < 0 || processor >= static_cast<std::int64_t>(seen.size()))
      faults.add(pointer,
                 "found processor " + std::to_string(processor) + "; the cluster has " + std::to_string(seen.size()));
    else if (seen[static_cast<std::size_t>(processor)]++)
      faults.add(pointer, "processor " + std::to_string(processor) + " occurs twice");
  };
  for (std::size_t i = 0; i < p.rectangles.size(); ++i)
    count(p.rectangles[i].processor, "/rectangles/" + std::to_string(i) + "/processor");
  for (std::size_t i = 0; i < p.left_out.size(); ++i) count(p.left_out[i], "/left_out/" + std::to_string(i));
  for (std::size_t i = 0; i < seen.size(); ++i)
    if (!seen[i]) faults.add("/rectangles", "processor " + std::to_string(i) + " has no rectangle and is not left out");
}

/// The rectangles of every column stand in the column's order and tile all hidden units.
void check_rectangles(const Partition& p, const UnitWords& words, Faults& faults) {
  std::vector<std::vector<std::size_t>> members(p.columns.size());
  for (std::size_t i = 0; i < p.rectangles.size(); ++i) {
    const Rectangle& r = p.rectangles[i];
    const std::string pointer = "/rectangles/" + std::to_string(i);
    if (i && p.rectangles[i - 1].processor >= r.processor)
      faults.add(pointer + "/processor", "found " + std::to_string(r.processor) + "; expected ascending processors");
    if (r.column < 0 || r.column >= static_cast<std::int64_t>(p.columns.size())) {
      faults.add(pointer + "/column",
                 "found " + std::to_string(r.column) + "; there are " + std::to_string(p.columns.size()) + " columns");
      continue;
    }
    const Column& column = p.columns[static_cast<std::size_t>(r.column)];
    if (r.samples != column.samples)
      faults.add(pointer + "/samples",
                 "found " + shown_range(r.samples) + "; expected those of its column, " + shown_range(column.samples));
    members[static_cast<std::size_t>(r.column)].push_back(i);
  }
  for (std::size_t c = 0; c < members.size(); ++c) {
    auto& column = members[c];
    std::sort(column.begin(), column.end(), [&](std::size_t a, std::size_t b) {
      return std::pair(p.rectangles[a].hidden.first, a) < std::pair(p.rectangles[b].hidden.first, b);
    });
    std::int64_t next = 0;
    std::vector<std::int64_t> processors;
    for (const std::size_t i : column) {
      const Range& hidden = p.rectangles[i].hidden;
      if (hidden.first != next || hidden.count < 1)
        faults.add(
            "/rectangles/" + std::to_string(i) + "/" + words.key,
            "found " + shown_range(hidden) + "; " +
                (hidden.first > next ? "leaves a hole after " + words.unit + " " : "overlaps or is empty before ") +
                std::to_string(next));
      next = std::max(next, hidden.end());
      processors.push_back(p.rectangles[i].processor);
    }
    const std::string pointer = "/columns/" + std::to_string(c);
    if (next != p.network.hidden)
      faults.add(pointer, "its rectangles end at " + words.unit + " " + std::to_string(next) + "; expected " +
                              std::to_string(p.network.hidden));
    if (processors != p.columns[c].processors)
      faults.add(pointer + "/processors", "differ from the rectangles of the column, from top to bottom");
  }
}

void check_speeds(const Partition& p, Faults& faults) {
  if (p.speeds.is_null()) return;
  faults.add_member("/speeds", faults_of_member(p.speeds));
  if (!faults.empty()) return;
  if (p.speeds.at("kind") != "speeds")
    return faults.add("/speeds/kind", "found " + excerpt(p.speeds.at("kind")) + "; expected \"speeds\"");
  const Json& processors = p.speeds.at("processors");
  if (processors.size() != p.cluster.size())
    return faults.add("/speeds/processors", "found " + std::to_string(processors.size()) + "; expected the " +
                                                std::to_string(p.cluster.size()) + " of the cluster");
  for (std::size_t i = 0; i < p.cluster.size(); ++i)
    if (const Json& speed = processors[i].at("speed"); speed.get<double>() != p.cluster[i].speed)
      faults.add("/speeds/processors/" + std::to_string(i) + "/speed",
                 "found " + speed.dump() + "; expected that of the cluster, " + Json(p.cluster[i].speed).dump());
}

/// The communication groups from top to bottom, as long as `visit` wants another.
/// Cost: O(groups x columns) time, O(rectangles) memory.
template <class Visit>
void for_each_group(const Partition& partition, Visit visit) {
  // The groups lie between neighbouring cuts of all columns; `at` walks down every column at once.
  std::vector<std::vector<const Rectangle*>> columns(partition.columns.size());
  for (const Rectangle& r : partition.rectangles) columns[static_cast<std::size_t>(r.column)].push_back(&r);
  std::vector<std::int64_t> cuts{0};
  for (auto& column : columns) {
    std::sort(column.begin(), column.end(),
              [](const Rectangle* a, const Rectangle* b) { return a->hidden.first < b->hidden.first; });
    for (const Rectangle* r : column) cuts.push_back(r->hidden.end());
  }
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  std::vector<std::size_t> at(columns.size(), 0);
  Group group{{}, std::vector<std::int64_t>(columns.size())};
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    group.hidden = {cuts[i], cuts[i + 1] - cuts[i]};
    for (std::size_t c = 0; c < columns.size(); ++c) {
      while (columns[c][at[c]]->hidden.end() <= cuts[i]) ++at[c];
      group.processors[c] = columns[c][at[c]]->processor;
    }
    if (!visit(group)) return;
  }
}

/// Compared one by one: all that follow may be far more than the document has.
void check_groups(const Partition& p, Faults& faults) {
  auto next = p.groups.begin();
  bool follow = true;
  for_each_group(p, [&](const Group& group) { return follow = next != p.groups.end() && *next++ == group; });
  if (!follow || next != p.groups.end()) faults.add("/groups", "do not follow from the rectangles");
}

}  // namespace

Faults tiling_faults(const Partition& partition, const UnitWords& words) {
  Faults faults;
  check_columns(partition, faults);
  check_processors(partition, faults);
  check_rectangles(partition, words, faults);
  return faults;
}

Faults faults(const Partition& partition) {
  Faults faults = faults_of_layers(partition);
  if (partition.layers.empty()) faults.add_all(tiling_faults(partition, {"hidden", "hidden unit"}));
  check_speeds(partition, faults);
  if (faults.empty() && !partition.groups.empty()) check_groups(partition, faults);
  return faults;
}

std::vector<Group> groups_of(const Partition& partition) {
  std::vector<Group> groups;
  for_each_group(partition, [&](const Group& group) {
    groups.push_back(group);
    return true;
  });
  return groups;
}

}  // namespace uneven::document
