// SPDX-License-Identifier: MIT
#include "partition/chain/placement.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace uneven::partition {

namespace {

document::Range common(const document::Range& a, const document::Range& b) {
  const std::int64_t first = std::max(a.first, b.first);
  return {first, std::max<std::int64_t>(0, std::min(a.end(), b.end()) - first)};
}

}  // namespace

Shape::Shape(Arrangement arrangement, WholeLayout layout, std::size_t processors)
    : columns(std::move(arrangement)), whole(std::move(layout)), column(processors, -1), row(processors, -1) {
  for (std::size_t c = 0; c < columns.size(); ++c)
    for (std::size_t r = 0; r < columns[c].size(); ++r) {
      column[static_cast<std::size_t>(columns[c][r])] = static_cast<std::int32_t>(c);
      row[static_cast<std::size_t>(columns[c][r])] = static_cast<std::int32_t>(r);
    }
}

namespace {

Arrangement arrangement_of(const document::Layer& layer) {
  Arrangement columns;
  for (const document::Column& column : layer.columns) columns.push_back(column.processors);
  return columns;
}

WholeLayout whole_of(const document::Layer& layer) {
  WholeLayout whole;
  for (const document::Column& column : layer.columns) whole.samples.push_back(column.samples);
  whole.cuts.assign(layer.columns.size(), {0});
  for (const document::Rectangle& r : layer.rectangles)
    whole.cuts[static_cast<std::size_t>(r.column)].push_back(r.hidden.end());
  for (auto& cuts : whole.cuts) std::ranges::sort(cuts);
  return whole;
}

}  // namespace

Shape::Shape(const document::Layer& layer, std::size_t processors)
    : Shape(arrangement_of(layer), whole_of(layer), processors) {}

Placement::Placement(const Shape& shape, std::int64_t units, bool whole)
    : shape_(&shape), units_(units), whole_(whole) {
  std::int64_t sum = 0;
  for (std::size_t c = 0; whole && c < shape.columns.size(); ++c) {
    before_.push_back(sum);
    sum += std::ssize(shape.columns[c]) * shape.whole.samples[c].count;
  }
}

document::Range Placement::samples_at(std::int64_t processor) const {
  const std::int32_t c = column_of(processor);
  return c < 0 ? document::Range{} : samples_of(static_cast<std::size_t>(c));
}

document::Range Placement::units_at(std::int64_t processor) const {
  const std::int32_t c = column_of(processor);
  if (c < 0) return {};
  if (whole_) return {0, units_};
  return served_by(processor);
}

document::Range Placement::served_by(std::int64_t processor) const {
  const auto c = static_cast<std::size_t>(column_of(processor));
  const std::int64_t r = row_of(processor);
  const auto cut = [&](std::int64_t i) {
    if (!whole_) return shape_->whole.cuts[c][static_cast<std::size_t>(i)];
    const std::int64_t members = std::ssize(shape_->columns[c]);
    return units_ / members * i + units_ % members * i / members;
  };
  return {cut(r), cut(r + 1) - cut(r)};
}

std::int64_t Placement::copies_before(std::int64_t sample) const {
  const auto& samples = shape_->whole.samples;
  const auto next = std::ranges::upper_bound(samples, sample, {}, &document::Range::first);
  const auto c = static_cast<std::size_t>(next - samples.begin() - 1);
  return before_[c] + std::ssize(shape_->columns[c]) * (sample - samples[c].first);
}

std::int64_t Placement::copies(std::int64_t units, const document::Range& samples) const {
  if (!whole_) return units * samples.count;
  return units * (copies_before(samples.end()) - copies_before(samples.first));
}

std::int64_t Exchange::elements() const { return std::accumulate(received.begin(), received.end(), std::int64_t{0}); }

std::int64_t Exchange::largest() const {
  std::int64_t most = 0;
  for (std::size_t i = 0; i < sent.size(); ++i) most = std::max(most, sent[i] + received[i]);
  return most;
}

namespace {

/// Values of what each member of a column of whole samples serves that members of this column are to have, and so have
/// already. By member. Cost: O(k log k).
std::vector<std::int64_t> own_values(const Placement& from, std::size_t column, const Placement& to) {
  // The members' parts as a function of the units, which each part raises by its samples.
  std::vector<std::pair<std::int64_t, std::int64_t>> steps;
  for (const std::int64_t member : from.columns()[column]) {
    const std::int64_t samples = common(to.samples_at(member), from.samples_of(column)).count;
    const document::Range units = to.units_at(member);
    if (samples == 0) continue;
    steps.emplace_back(units.first, samples);
    steps.emplace_back(units.end(), -samples);
  }
  std::ranges::sort(steps);
  std::vector<std::int64_t> values;
  std::int64_t height = 0, at = 0;
  auto step = steps.begin();
  for (const std::int64_t member : from.columns()[column]) {
    const std::int64_t end = from.served_by(member).end();
    std::int64_t sum = 0;
    for (; step != steps.end() && step->first < end; ++step) {
      sum += height * (step->first - at);
      at = step->first;
      height += step->second;
    }
    values.push_back(sum + height * (end - at));
    at = end;
  }
  return values;
}

}  // namespace

namespace {

/// Values that a processor has and keeps, and those that it lacks.
struct Stock {
  std::int64_t kept = 0, lacking = 0;
};

Stock stock(const Placement& from, const Placement& to, std::int64_t processor) {
  const document::Range samples = to.samples_at(processor), units = to.units_at(processor);
  const std::int64_t kept =
      common(samples, from.samples_at(processor)).count * common(units, from.units_at(processor)).count;
  return {kept, samples.count * units.count - kept};
}

}  // namespace

std::int64_t most_received(const Placement& from, const Placement& to) {
  std::int64_t most = 0;
  for (std::int64_t processor = 0; processor < static_cast<std::int64_t>(from.processors()); ++processor)
    most = std::max(most, stock(from, to, processor).lacking);
  return most;
}

Exchange exchange(const Placement& from, const Placement& to) {
  Exchange moved{std::vector<std::int64_t>(from.processors()), std::vector<std::int64_t>(from.processors())};
  if (from.is(to)) return moved;
  std::vector<std::int64_t> kept(from.processors());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const Stock own = stock(from, to, static_cast<std::int64_t>(i));
    kept[i] = own.kept;
    moved.received[i] = own.lacking;
  }
  for (std::size_t c = 0; c < from.columns().size(); ++c) {
    const auto& members = from.columns()[c];
    const auto own = from.whole() ? own_values(from, c, to) : std::vector<std::int64_t>{};
    for (std::size_t r = 0; r < members.size(); ++r) {
      const auto processor = static_cast<std::size_t>(members[r]);
      moved.sent[processor] =
          to.copies(from.served_by(members[r]).count, from.samples_of(c)) - (from.whole() ? own[r] : kept[processor]);
    }
  }
  return moved;
}

namespace {

/// The messages between two columns for the samples that they have in common.
void deliver(const Placement& from, std::size_t c, const Placement& to, std::size_t d, const document::Range& samples,
             std::vector<Delivery>& all) {
  const auto& senders = from.columns()[c];
  const auto& receivers = to.columns()[d];
  const auto add = [&](std::int64_t sender, std::int64_t receiver) {
    const bool has = from.whole() ? from.column_of(receiver) == static_cast<std::int32_t>(c) : sender == receiver;
    const document::Range units = common(from.served_by(sender), to.units_at(receiver));
    if (!has && units.count > 0) all.push_back({sender, receiver, units, samples});
  };
  if (to.whole()) {
    for (const std::int64_t sender : senders)
      for (const std::int64_t receiver : receivers) add(sender, receiver);
    return;
  }
  for (std::size_t s = 0, r = 0; s < senders.size() && r < receivers.size();) {
    add(senders[s], receivers[r]);
    if (from.served_by(senders[s]).end() <= to.units_at(receivers[r]).end())
      ++s;
    else
      ++r;
  }
}

}  // namespace

std::vector<Delivery> deliveries(const Placement& from, const Placement& to) {
  std::vector<Delivery> all;
  if (from.is(to)) return all;
  for (std::size_t c = 0, d = 0; c < from.columns().size() && d < to.columns().size();) {
    const document::Range &here = from.samples_of(c), &there = to.samples_of(d);
    if (const document::Range samples = common(here, there); samples.count > 0) deliver(from, c, to, d, samples, all);
    if (here.end() <= there.end())
      ++c;
    else
      ++d;
  }
  return all;
}

}  // namespace uneven::partition
