// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numeric>

#include "command/work.hpp"

namespace uneven::command {

using document::CallMethod;
using document::Range;

std::vector<Range> rest_of(Range whole, const std::vector<Range>& done) {
  std::vector<Range> sorted = done, rest;
  std::ranges::sort(sorted, {}, &Range::first);
  std::int64_t at = whole.first;
  for (const Range& range : sorted) {
    if (range.first > at) rest.push_back({at, std::min(range.first, whole.end()) - at});
    at = std::max(at, range.end());
    if (at >= whole.end()) break;
  }
  if (at < whole.end()) rest.push_back({at, whole.end() - at});
  std::erase_if(rest, [](const Range& range) { return range.count <= 0; });
  return rest;
}

namespace {

/// Stealing: how many of a rank's first pieces it would do in the whole run, and how far its pieces shrink at the end.
constexpr double first_pieces = 8, shrinking = 4;

std::int64_t units_of(const std::vector<Range>& ranges) {
  std::int64_t sum = 0;
  for (const Range& range : ranges) sum += range.count;
  return sum;
}

std::int64_t rounded_up(std::int64_t units, std::int64_t multiple) {
  return (units + multiple - 1) / multiple * multiple;
}

}  // namespace

Dealer::Dealer(const Cutting& cutting, const std::vector<Range>& shares, const std::vector<double>& speed,
               const std::vector<Range>& done, const std::vector<std::int64_t>& absent)
    : cutting_(cutting), speed_(speed) {
  for (std::size_t rank = 0; rank < shares.size(); ++rank) {
    shared_.push_back(shares[rank].count > 0 && !std::ranges::binary_search(absent, static_cast<std::int64_t>(rank)));
    if (!shared_[rank]) speed_[rank] = 0;
    participants_ += shared_[rank];
    total_speed_ += speed_[rank];
  }
  std::vector<Range> parts = shares;
  if (cutting_.method == CallMethod::self_scheduling) parts = {Range{0, units_of(shares)}};
  for (const Range& part : parts) {
    left_.push_back(rest_of(part, done));
    left_units_.push_back(units_of(left_.back()));
    std::ranges::reverse(left_.back());
  }
  for (const std::int64_t units : left_units_) all_units_ += units;
  shown_.resize(speed_.size());
  for (const std::int64_t rank : absent)
    if (cutting_.method == CallMethod::shares) give_away(static_cast<int>(rank));
}

/// Deals the share of an absent rank to the others.
void Dealer::give_away(int absent) {
  const auto from = static_cast<std::size_t>(absent);
  while (!left_[from].empty()) give_back({cut(from, size_for(absent)), absent});
}

std::optional<Piece> Dealer::next(int rank) {
  if (!takes_part(rank)) return std::nullopt;
  if (auto again = next_failed(rank)) return again;
  const std::size_t own = cutting_.method == CallMethod::self_scheduling ? 0 : static_cast<std::size_t>(rank);
  const std::int64_t size = size_for(rank);
  if (!left_[own].empty()) return Piece{cut(own, size), rank};
  if (cutting_.method != CallMethod::stealing) return std::nullopt;
  const std::size_t from = richest();
  if (left_[from].empty()) return std::nullopt;
  return Piece{cut_last(from, size), rank};
}

std::optional<Piece> Dealer::next_failed(int rank) {
  const auto found =
      std::ranges::find_if(failed_, [&](const Piece& piece) { return piece.failed_at != rank || participants_ == 1; });
  if (found == failed_.end()) return std::nullopt;
  Piece piece = *found;
  failed_.erase(found);
  if (cutting_.method != CallMethod::shares) piece.owner = rank;
  return piece;
}

void Dealer::learn(int rank, std::int64_t units, double seconds) {
  Shown& shown = shown_[static_cast<std::size_t>(rank)];
  shown.units += static_cast<double>(units);
  shown.seconds += seconds;
}

std::vector<double> Dealer::shown_speeds() const {
  double shown = 0, planned = 0;  // of the ranks whose calls have ended
  std::vector<double> speeds = speed_;
  for (std::size_t rank = 0; rank < speeds.size(); ++rank) {
    if (shown_[rank].seconds <= 0) continue;
    speeds[rank] = shown_[rank].units / shown_[rank].seconds;
    shown += speeds[rank];
    planned += speed_[rank];
  }
  for (std::size_t rank = 0; rank < speeds.size(); ++rank)
    if (shown_[rank].seconds <= 0 && planned > 0) speeds[rank] *= shown / planned;
  return speeds;
}

double Dealer::stealing_size(int rank) const {
  const std::vector<double> speeds = shown_speeds();
  const double part = speeds[static_cast<std::size_t>(rank)] / std::accumulate(speeds.begin(), speeds.end(), 0.0);
  const auto left = static_cast<double>(std::accumulate(left_units_.begin(), left_units_.end(), std::int64_t{0}));
  const double first = static_cast<double>(all_units_) * part / first_pieces;
  return std::max(std::min(first, left * part / 2), first / shrinking);
}

std::int64_t Dealer::size_for(int rank) const {
  if (!cutting_.piece && cutting_.method == CallMethod::shares) return left_units_[static_cast<std::size_t>(rank)];
  double size = static_cast<double>(cutting_.piece.value_or(0));
  if (!cutting_.piece && cutting_.method == CallMethod::stealing) size = stealing_size(rank);
  if (!cutting_.piece && cutting_.method == CallMethod::self_scheduling) {
    const double part = speed_[static_cast<std::size_t>(rank)] / total_speed_;
    size = std::max(static_cast<double>(cutting_.least), static_cast<double>(left_units_[0]) / 2 * part);
  }
  return rounded_up(std::max<std::int64_t>(std::llround(size), 1), cutting_.multiple_of);
}

Range Dealer::cut(std::size_t from, std::int64_t size) {
  Range& next = left_[from].back();
  const Range piece{next.first, std::min(size, next.count)};
  next = {piece.end(), next.count - piece.count};
  if (next.count == 0) left_[from].pop_back();
  left_units_[from] -= piece.count;
  return piece;
}

Range Dealer::cut_last(std::size_t from, std::int64_t size) {
  Range& last = left_[from].front();
  std::int64_t kept = std::max<std::int64_t>(0, last.count - size) / cutting_.multiple_of * cutting_.multiple_of;
  if (cutting_.piece) kept = (last.count - 1) / size * size;  // whole pieces of the owner
  const Range piece{last.first + kept, last.count - kept};
  last.count = kept;
  if (kept == 0) left_[from].erase(left_[from].begin());
  left_units_[from] -= piece.count;
  return piece;
}

std::size_t Dealer::richest() const {
  const std::vector<double> speeds = shown_speeds();
  std::size_t best = 0;
  double longest = -1;
  for (std::size_t rank = 0; rank < left_.size(); ++rank) {
    if (left_[rank].empty()) continue;
    const double seconds = static_cast<double>(left_units_[rank]) / speeds[rank];
    if (seconds > longest) longest = seconds, best = rank;
  }
  return best;
}

}  // namespace uneven::command
