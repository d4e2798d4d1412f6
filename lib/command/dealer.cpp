// SPDX-License-Identifier: MIT
#include "command/dealer.hpp"

#include <algorithm>
#include <cmath>

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

/// Pieces of a mean share under stealing.
constexpr std::int64_t pieces_of_share = 16;

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
               const std::vector<Range>& done)
    : cutting_(cutting), speed_(speed) {
  for (std::size_t rank = 0; rank < shares.size(); ++rank) {
    shared_.push_back(shares[rank].count > 0);
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
  if (cutting_.method == CallMethod::stealing && !cutting_.piece) {
    // One size for all, so that a fast rank has more pieces than a slow one.
    cutting_.piece = std::max<std::int64_t>(1, units_of(parts) / (pieces_of_share * std::max(1, participants_)));
  }
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

std::int64_t Dealer::size_for(int rank) const {
  std::int64_t size = cutting_.piece.value_or(0);
  if (!cutting_.piece && cutting_.method == CallMethod::shares) return left_units_[static_cast<std::size_t>(rank)];
  if (!cutting_.piece) {
    const double part = speed_[static_cast<std::size_t>(rank)] / total_speed_;
    size = std::max(cutting_.least, std::int64_t{std::llround(static_cast<double>(left_units_[0]) / 2 * part)});
  }
  return rounded_up(std::max<std::int64_t>(size, 1), cutting_.multiple_of);
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
  const std::int64_t count = (last.count - 1) % size + 1;  // the owner's last piece, so that no other is cut
  last.count -= count;
  const Range piece{last.end(), count};
  if (last.count == 0) left_[from].erase(left_[from].begin());
  left_units_[from] -= count;
  return piece;
}

std::size_t Dealer::richest() const {
  std::size_t best = 0;
  double longest = -1;
  for (std::size_t rank = 0; rank < left_.size(); ++rank) {
    if (left_[rank].empty()) continue;
    const double seconds = static_cast<double>(left_units_[rank]) / speed_[rank];
    if (seconds > longest) longest = seconds, best = rank;
  }
  return best;
}

}  // namespace uneven::command
