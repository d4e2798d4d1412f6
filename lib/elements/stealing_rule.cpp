// SPDX-License-Identifier: MIT
#include "elements/stealing_rule.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace uneven::elements {

namespace {

/// Less work than this is not worth a message and its answer.
constexpr double least_seconds = 1e-3;

/// Nor is a difference of at most this many pauses of a quota: pauses come and go, and a thief that waits for an answer
/// keeps others waiting.
constexpr double pauses_by_chance = 4;

/// A process that probably has nothing to give is asked once in this time. An answer takes little of it.
constexpr double ask_anyone_s = 0.1;

/// Least interval for the pace of a process, in seconds and in pauses of a quota.
constexpr double least_pace_interval_s = 1e-3, pauses_of_pace = 4;

/// A process does not test for requests in this part of its least computing time, at the best speed seen: hardly any
/// process asks before, and a test costs.
constexpr double part_kept_quiet = 0.8;

/// A process slower than a thief by more than this factor gives blocks before it computes on.
constexpr double much_slower = 2;

double block_s_of(const Thief& thief, double unless_known) { return thief.block_s > 0 ? thief.block_s : unless_known; }

}  // namespace

std::size_t blocks_to_give(const Blocks& blocks, const Thief& thief, double least_left_s) {
  const auto left = static_cast<double>(blocks.waiting);
  const double block_s = blocks.seconds, longer_s = left * block_s - thief.left_s;
  if (longer_s < least_left_s) return 0;
  // The thief gets every block that it ends before this process would. Other thieves then find work at the faster of
  // the two, which answers sooner.
  const double fair = std::ceil((longer_s + block_s) / (block_s + block_s_of(thief, block_s))) - 1;
  const double travels_in_time = longer_s / 2 / (thief.byte_s * blocks.bytes) - static_cast<double>(blocks.leaving);
  return static_cast<std::size_t>(std::max(0.0, std::min({left, fair, travels_in_time})));
}

StealingRule::StealingRule(int rank, int ranks, double pause_s)
    : rank_(rank),
      ranks_(ranks),
      least_left_s_(std::max(least_seconds, pauses_by_chance * pause_s)),
      pace_interval_s_(std::max(least_pace_interval_s, pauses_of_pace * pause_s)) {}

void StealingRule::begin(const Look& look, const std::vector<double>& seconds,
                         const std::vector<std::int64_t>& counts) {
  start_ = paced_at_ = look.time_s;
  pace_ = paced_done_ = answer_s_ = 0;
  first_blocks_ = look.waiting;
  taken_ = 0;
  serves_ = false;
  expected_ = seconds;
  asked_in_vain_ = 0;
  if (!seconds.empty()) first_s_ = std::ranges::min(seconds);
  unasked_s_ = stands_out(rank_) ? 0 : ask_anyone_s;
  quiet_s_ = unasked_s_;
  if (!seconds.empty()) {
    double fastest_s = std::numeric_limits<double>::infinity();  // of a block
    for (std::size_t i = 0; i < seconds.size(); ++i)
      if (counts[i] > 0) fastest_s = std::min(fastest_s, seconds[i] / static_cast<double>(counts[i]));
    quiet_s_ = std::max(quiet_s_, part_kept_quiet * fastest_s * static_cast<double>(std::ranges::min(counts)));
  }
  begin_round();
}

/// All others may have something.
void StealingRule::begin_round() {
  gained_ = false;
  victims_.clear();
  for (int i = 1; i < ranks_; ++i) victims_.push_back((rank_ + i) % ranks_);
  by_rank_ = false;
  if (!expected_.empty())
    std::ranges::stable_sort(victims_, {}, [&](int process) { return expected_[static_cast<std::size_t>(process)]; });
}

/// Moves the next victim to the end of the list; the list is empty if none is worth asking. Thieves that expect no busy
/// process begin at different ranks, so that together they find a process that has become slow.
void StealingRule::choose_victim(double now) {
  if (!by_rank_ && !victims_.empty() && expected_left_s(victims_.back(), now) <= least_left_s_) {
    std::ranges::sort(victims_, {}, [&](int process) { return (process - rank_ + ranks_) % ranks_; });
    by_rank_ = true;
  }
  while (!victims_.empty() && !worth_asking(victims_.back(), now)) victims_.pop_back();
}

/// Whether a process is expected to be busy much longer than the first to end. Only such a process is asked early, and
/// it knows that, too.
bool StealingRule::stands_out(int process) const {
  return !expected_.empty() && expected_[static_cast<std::size_t>(process)] - first_s_ >= least_left_s_;
}

/// Seconds that a process will probably be busy; 0 where it does not stand out.
double StealingRule::expected_left_s(int process, double now) const {
  return stands_out(process) ? expected_[static_cast<std::size_t>(process)] - (now - start_) : 0;
}

/// Whether the victim probably has enough left, or there is time to ask although it probably has not.
bool StealingRule::worth_asking(int victim, double now) const {
  return expected_left_s(victim, now) > least_left_s_ || now - start_ > (asked_in_vain_ + 1) * ask_anyone_s;
}

double StealingRule::done(const Look& look) const {
  return static_cast<double>(first_blocks_) + static_cast<double>(taken_) - static_cast<double>(look.waiting);
}

double StealingRule::pace(const Look& look) {
  const double seconds = look.time_s - paced_at_, blocks = done(look) - paced_done_;
  if (blocks > 0 && seconds >= pace_interval_s_)
    take_pace(seconds / blocks, look);
  else if (blocks > 0 && pace_ == 0)
    return seconds / blocks;
  return pace_;
}

void StealingRule::take_pace(double pace, const Look& look) {
  pace_ = pace;
  paced_at_ = look.time_s;
  paced_done_ = done(look);
}

std::size_t StealingRule::blocks_for(const Thief& thief, const Look& look, std::size_t leaving, double bytes) {
  const double block_s = pace(look);
  const std::size_t give = blocks_to_give({look.waiting, leaving, block_s, bytes}, thief, least_left_s_);
  serves_ = give > 0 && block_s > much_slower * block_s_of(thief, block_s);
  return give;
}

/// A slow victim answers only between its blocks, so a thief that has waited once asks earlier the next time.
std::optional<int> StealingRule::victim(const Look& look) {
  if (look.waiting > 0 && left_s(look) >= answer_s_) return std::nullopt;
  choose_victim(look.time_s);
  if (victims_.empty() && gained_) {
    begin_round();
    choose_victim(look.time_s);
  }
  if (victims_.empty()) return std::nullopt;
  return victims_.back();
}

Thief StealingRule::ask(const Look& look) {
  asked_at_ = look.time_s;
  first_came_at_.reset();
  came_ = 0;
  return {seconds_per_byte_, pace(look), left_s(look)};
}

void StealingRule::answered(std::int64_t blocks) {
  if (blocks == 0) {
    victims_.pop_back();
    ++asked_in_vain_;
  } else {
    gained_ = true;
    std::ranges::rotate(victims_, victims_.end() - 1);  // others may have more left
  }
}

void StealingRule::took(std::int64_t blocks, double now) {
  taken_ += blocks;
  came_ += blocks;
  if (blocks > 0 && !first_came_at_) first_came_at_ = now;
}

/// The wait for the first block is not charged to bytes: it may have stood behind other thieves' blocks.
void StealingRule::received(double now, double bytes) {
  answer_s_ = std::max(answer_s_ / 2, now - asked_at_);
  if (first_came_at_ && now > *first_came_at_)
    seconds_per_byte_ = 0.5 * (seconds_per_byte_ + (now - *first_came_at_) / (static_cast<double>(came_) * bytes));
}

}  // namespace uneven::elements
