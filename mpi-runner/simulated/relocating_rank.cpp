// SPDX-License-Identifier: MIT
#include "simulated/relocating_rank.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "elements/thread_pool.hpp"

namespace uneven::simulated {

RelocatingRank::RelocatingRank(Interconnect& interconnect, Relocation& all, int rank)
    : NoData(1),
      all_(all),
      rank_(rank),
      share_(interconnect.cluster().platform.endpoints[static_cast<std::size_t>(rank)].share),
      transport_(interconnect, rank, {[](const schedule::Work&) { return std::optional<double>(); }}),
      performer_(all.rounds.lists[static_cast<std::size_t>(rank)], transport_, *this, {}),
      protocol_(*this, rank, static_cast<int>(all.blocks.size()), 0),
      leaving_(line(schedule::MessageLine::Way::out)) {
  if (!all.steals()) return;
  requests_.emplace(transport_, tag_request);
  replies_.emplace(transport_, tag_reply);
}

RoundsDone RelocatingRank::run() {
  RoundsDone done;
  while (superstep_ < all_.rounds.count) {
    ++superstep_;
    const double start = transport_.now();
    performer_.perform();
    transport_.record(trace::Phase::superstep, start, superstep_);
    done.seconds.push_back(transport_.now() - start);
  }
  transport_.catch_up();
  const schedule::Times& times = performer_.times();
  done.times = {compute_s_, times.communicate_s, times.wait_s + times.compute_s - compute_s_};
  done.units = all_units_;
  return done;
}

void RelocatingRank::work(const schedule::Work& work) {
  const double start = transport_.now();
  if (work.name == elements::task_step) step();
  if (work.name == elements::task_central) decide();
  if (auto* const recorder = transport_.recorder()) recorder->add_in_gaps(trace::Phase::wait, start, transport_.now());
}

/// Whoever waits for others refuses.
void RelocatingRank::meanwhile() {
  if (requests_) protocol_.refuse_now();
}

/// The rule of the runner's first rank. Keyless groups: only the counts move, each rank giving its last blocks.
void RelocatingRank::decide() {
  elements::Placement& placement = all_.placement;
  elements::Relocator& relocator = all_.relocator;
  relocator.note(superstep_, placement.group.name, std::exchange(all_.thefts, {}));
  relocator.learn(std::ranges::max(all_.move_s), std::ranges::max(all_.moved_bytes));
  all_.transfers.clear();
  all_.last_s = all_.timing.seconds;
  for (std::size_t rank = 0; rank < all_.blocks.size(); ++rank) placement.counts[rank] = std::ssize(all_.blocks[rank]);
  const bool moves = all_.options.relocation.mode != document::RelocationMode::none && !all_.steals();
  if (!moves || superstep_ == all_.rounds.count || all_.blocks.size() < 2) return;
  const auto target = relocator.decide(superstep_, 0, placement, all_.timing, all_.rounds.count - superstep_);
  if (!target) return;
  for (const elements::Move& one : elements::moves_between(placement.counts, *target, relocator.unit(placement))) {
    auto& from = all_.blocks[static_cast<std::size_t>(one.from)];
    auto& to = all_.blocks[static_cast<std::size_t>(one.to)];
    all_.transfers.push_back({one.from, one.to, {from.end() - one.blocks, from.end()}});
    from.resize(from.size() - static_cast<std::size_t>(one.blocks));
    to.insert(to.end(), all_.transfers.back().blocks.begin(), all_.transfers.back().blocks.end());
    std::ranges::sort(to);
  }
  for (std::size_t rank = 0; rank < all_.blocks.size(); ++rank) placement.counts[rank] = std::ssize(all_.blocks[rank]);
}

/// Blocks here are computed while others leave and come, or after all have (sync).
void RelocatingRank::step() {
  const auto r = static_cast<std::size_t>(rank_);
  const elements::BlockLayout& layout = all_.placement.layout;
  std::ranges::sort(all_.blocks[r]);
  // Blocks that come later take as long as those that were here.
  const double elements = elements_in(all_.blocks[r]);
  const double usual = elements > 0 ? elements : static_cast<double>(layout.elements);
  element_s_ = all_.rounds.times[r].seconds(usual) / usual * share_;
  step_s_ = units_ = 0;
  begin_transfers();
  if (all_.steals()) protocol_.begin(all_.last_s, all_.placement.counts);
  while (all_.relocator.moves_first() && progress()) pause();
  for (;;) {
    const bool more = progress();
    if (!waiting_.empty())
      compute_some();
    else if (more)
      pause();
    else
      break;
  }
  compute_s_ += step_s_;
  all_units_ += units_;
  all_.timing.seconds[r] = step_s_;
  all_.timing.elements[r] = static_cast<std::int64_t>(units_);
  const std::vector<elements::Theft> thefts = protocol_.take_answers();
  all_.thefts.insert(all_.thefts.end(), thefts.begin(), thefts.end());
}

/// Sends and expects blocks; those that are here wait to be computed.
void RelocatingRank::begin_transfers() {
  const auto r = static_cast<std::size_t>(rank_);
  const elements::BlockLayout& layout = all_.placement.layout;
  std::vector<std::int64_t> coming;
  all_.move_s[r] = all_.moved_bytes[r] = 0;
  moving_since_ = transport_.now();
  for (const Relocation::Transfer& transfer : all_.transfers) {
    if (transfer.to == rank_) {
      receive(transfer.from, std::ssize(transfer.blocks));
      coming.insert(coming.end(), transfer.blocks.begin(), transfer.blocks.end());
    }
    if (transfer.from != rank_) continue;
    send(transfer.to, transfer.blocks);
    all_.moved_bytes[r] += block_bytes() * elements_in(transfer.blocks) / static_cast<double>(layout.elements);
  }
  std::ranges::sort(coming);
  std::vector<std::int64_t> here;
  std::ranges::set_difference(all_.blocks[r], coming, std::back_inserter(here));
  wait_to_be_computed(here);
}

/// @return  whether blocks may still come or leave.
bool RelocatingRank::progress() {
  if (all_.steals()) return protocol_.progress();
  const bool moving = !sent() || !received();
  move_blocks();
  const bool moves = !sent() || !received();
  if (moving && !moves) {
    all_.move_s[static_cast<std::size_t>(rank_)] = transport_.now() - moving_since_;
    transport_.record(trace::Phase::relocation, moving_since_);
  }
  return moves;
}

double RelocatingRank::own_speed() const {
  return document::speed_in(all_.options.slow, rank_, superstep_) * all_.loads.speed(rank_, transport_.now());
}

/// Blocks until something may be to be done that no message tells of, at least one.
/// @param block_s  of a whole block, now.
std::size_t RelocatingRank::blocks_before_look(double block_s) {
  const auto until = [&](double when, const auto& rounded) {
    return std::max(1.0, rounded((when - transport_.now()) / block_s));
  };
  const auto waiting = static_cast<double>(waiting_.size());
  double blocks =
      std::min(waiting, until(all_.loads.next_change(rank_, transport_.now()), [](double x) { return std::floor(x); }));
  elements::StealingRule& rule = protocol_.rule();
  if (may_be_asked() && protocol_.quiet())
    blocks = std::min(blocks, until(rule.quiet_until(), [](double x) { return std::ceil(x); }));
  else if (const double pace = may_be_asked() && !protocol_.asks() ? rule.pace(look()) : 0; pace > 0)
    blocks = std::min(blocks, std::max(1.0, std::floor(waiting - rule.answer_s() / pace) + 1));
  return static_cast<std::size_t>(blocks);
}

/// Computes blocks, all that wait at most, until the next look: a message ends that as soon as the runner would look.
void RelocatingRank::compute_some() {
  const elements::BlockLayout& layout = all_.placement.layout;
  const double speed = own_speed();
  const double block_s = element_s_ * static_cast<double>(layout.elements) / speed;
  const double run = all_.options.block > 0 ? static_cast<double>(blocks_of_grain(all_.options.block, layout)) : 1;
  const double step = std::max(run, std::ceil(elements::look_s * share_ / block_s));
  const std::size_t blocks = blocks_before_look(block_s / share_);
  const auto seconds_of = [&](std::int64_t number) {
    return element_s_ * static_cast<double>(layout.elements_of(number)) / speed;
  };
  // All blocks are whole but one, so only of all is the sum another.
  const double seconds =
      blocks == waiting_.size() ? element_s_ * waiting_elements_ / speed : static_cast<double>(blocks) * block_s;
  const bool undisturbed = may_be_asked() ? protocol_.quiet() : sent() && received();
  const double start = transport_.now();
  if (undisturbed) transport_.work_for(seconds);
  const double worked = undisturbed ? seconds : transport_.work_in_steps(seconds, step * block_s);
  transport_.record(trace::Phase::compute, start);
  step_s_ += worked / share_;
  for (double done = 0; !waiting_.empty() && done < worked * (1 - 1e-9); waiting_.pop_front()) {
    done += seconds_of(waiting_.front());
    const auto computed = static_cast<double>(layout.elements_of(waiting_.front()));
    units_ += computed;
    waiting_elements_ -= computed;
  }
}

void RelocatingRank::wait_to_be_computed(const std::vector<std::int64_t>& numbers) {
  waiting_.insert(waiting_.end(), numbers.begin(), numbers.end());
  waiting_elements_ += elements_in(numbers);
}

double RelocatingRank::elements_in(const std::vector<std::int64_t>& numbers) const {
  std::int64_t elements = 0;
  for (const std::int64_t number : numbers) elements += all_.placement.layout.elements_of(number);
  return static_cast<double>(elements);
}

}  // namespace uneven::simulated
