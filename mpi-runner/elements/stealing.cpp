// SPDX-License-Identifier: MIT
#include "elements/stealing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "elements/mail.hpp"

namespace uneven::elements {

namespace {

/// Less work than this is not worth a message and its answer.
constexpr double least_seconds = 1e-3;

/// Nor is what a few pauses of a quota explain: it comes and goes, and who waits for an answer keeps others waiting.
constexpr double pauses_by_chance = 4;

/// Those that probably have nothing to give are asked once in such a time, little of which an answer takes.
constexpr double ask_anyone_s = 0.1;

/// Length of what a process's pace is taken over.
constexpr double least_pace_interval_s = 1e-3, pauses_of_pace = 4;

/// A process does not look for requests in this part of the time that it needs at least, at the best speed seen: hardly
/// anyone asks before, and a look costs.
constexpr double part_kept_quiet = 0.8;

/// Whoever is so many times slower than a thief does better to give than to compute meanwhile.
constexpr double much_slower = 2;

/// A request says what blocks cost the asking process, a reply how many will follow.
constexpr int tag_request = tag_steal, tag_reply = tag_steal + 100, tag_stolen = tag_steal + 200;

}  // namespace

Stealing::Stealing(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, double pause_s)
    : comm_(comm),
      wait_policy_(wait_policy),
      least_left_s_(std::max(least_seconds, pauses_by_chance * pause_s)),
      pace_interval_s_(std::max(least_pace_interval_s, pauses_of_pace * pause_s)),
      transit_(comm, tag_stolen) {}

void Stealing::begin(Store& store, Queue& queue, const std::vector<double>& seconds) {
  store_ = &store;
  queue_ = &queue;
  start_ = paced_at_ = MPI_Wtime();
  pace_ = paced_done_ = answer_s_ = 0;
  first_size_ = queue.size();
  taken_ = 0;
  serves_ = false;
  std::erase_if(sending_, [](Sending& sending) { return sending.done(); });
  expected_ = seconds;
  asked_in_vain_ = 0;
  if (!seconds.empty()) first_s_ = std::ranges::min(seconds);
  unasked_s_ = stands_out(comm_.rank()) ? 0 : ask_anyone_s;
  quiet_s_ = unasked_s_;
  if (!seconds.empty()) {
    double fastest_s = std::numeric_limits<double>::infinity();  // of a block
    for (std::size_t i = 0; i < seconds.size(); ++i)
      if (store.counts[i] > 0) fastest_s = std::min(fastest_s, seconds[i] / static_cast<double>(store.counts[i]));
    quiet_s_ = std::max(quiet_s_, part_kept_quiet * fastest_s * static_cast<double>(std::ranges::min(store.counts)));
  }
  begin_round();
}

/// All others may have something.
void Stealing::begin_round() {
  gained_ = false;
  victims_.clear();
  for (int i = 1; i < comm_.size(); ++i) victims_.push_back((comm_.rank() + i) % comm_.size());
  if (!expected_.empty())
    std::stable_sort(victims_.begin(), victims_.end(), [&](int a, int b) {
      return expected_[static_cast<std::size_t>(a)] < expected_[static_cast<std::size_t>(b)];
    });
}

/// The next one to ask is last among the victims, if anyone is worth asking.
void Stealing::choose_victim() {
  while (!victims_.empty() && !worth_asking(victims_.back())) victims_.pop_back();
}

/// Whether it is expected to be busy much longer than the first: only then it may be asked before anyone is, which it
/// knows too.
bool Stealing::stands_out(int process) const {
  return !expected_.empty() && expected_[static_cast<std::size_t>(process)] - first_s_ >= least_left_s_;
}

/// Whether nothing is under way, so many seconds after the start at most.
bool Stealing::quiet(double until_s) const { return asked_ < 0 && transit_.done() && MPI_Wtime() - start_ < until_s; }

/// Whether it probably has enough left, or there is time to ask one that probably has not.
bool Stealing::worth_asking(int victim) const {
  const double elapsed = MPI_Wtime() - start_;
  const double left = stands_out(victim) ? expected_[static_cast<std::size_t>(victim)] - elapsed : 0;
  return left > least_left_s_ || elapsed > (asked_in_vain_ + 1) * ask_anyone_s;
}

double Stealing::done() const {
  return static_cast<double>(first_size_) + static_cast<double>(taken_) - static_cast<double>(queue_->size());
}

/// Seconds per block lately, over many pauses of a quota; 0 if no block is done yet.
double Stealing::pace() {
  const double seconds = MPI_Wtime() - paced_at_, blocks = done() - paced_done_;
  if (blocks > 0 && seconds >= pace_interval_s_)
    take_pace(seconds / blocks);
  else if (blocks > 0 && pace_ == 0)
    return seconds / blocks;
  return pace_;
}

/// What follows counts for the next pace only: a process that waited is not slow.
void Stealing::take_pace(double pace) {
  pace_ = pace;
  paced_at_ = MPI_Wtime();
  paced_done_ = done();
}

/// Seconds that what is left will take it.
double Stealing::left_s() { return static_cast<double>(queue_->size()) * pace(); }

std::size_t Stealing::blocks_for(const Thief& thief) {
  const auto left = static_cast<double>(queue_->size());
  const double block_s = pace();
  const double longer_s = left * block_s - thief.left_s;
  if (longer_s < least_left_s_) return 0;
  // The last block that the thief is done with before this process would be. Others who want work then find it at the
  // faster of the two, who answers sooner.
  const double thief_block_s = thief.block_s > 0 ? thief.block_s : block_s;
  const double fair = std::ceil((longer_s + block_s) / (block_s + thief_block_s)) - 1;
  const double travels_in_time = longer_s / 2 / (thief.byte_s * static_cast<double>(store_->layout.bytes));
  const auto give = static_cast<std::size_t>(std::min({left, fair, travels_in_time}));
  serves_ = give > 0 && block_s > much_slower * thief_block_s;
  return give;
}

void Stealing::answer(bool refuse) {
  for (;;) {
    int thief = MPI_ANY_SOURCE;
    const auto request = receive_if_any(comm_, thief, tag_request);
    if (!request) return;
    const auto asking = ByteReader(*request).get<Thief>();
    const double left = refuse ? 0 : left_s();
    const std::size_t give = refuse ? 0 : blocks_for(asking);
    const auto given = give > 0 ? queue_->give_away(give, store_->numbers()) : std::vector<Block*>();
    ByteWriter reply;
    reply.put(std::ssize(given));
    if (!refuse) answers_.push_back({comm_.rank(), thief, std::ssize(given), left, asking.left_s});
    taken_ -= std::ssize(given);
    for (const Block* block : given) transit_.send(*store_, block->number, thief);
    sending_.emplace_back(comm_, thief, tag_reply, std::move(reply.bytes));
  }
}

void Stealing::take_reply() {
  const auto reply = receive_if_any(comm_, asked_, tag_reply);
  if (!reply) return;
  asked_ = -1;
  const auto blocks = ByteReader(*reply).get<std::int64_t>();
  if (blocks == 0) {
    victims_.pop_back();
    ++asked_in_vain_;
  } else {
    gained_ = true;
    std::ranges::rotate(victims_, victims_.end() - 1);  // others may have more left
  }
  promised_at_ = MPI_Wtime();
  transit_.expect(blocks);
  promised_bytes_ = static_cast<double>(blocks) * static_cast<double>(store_->layout.bytes);
}

/// Sends what was given, takes what was promised and stolen.
void Stealing::move_blocks() {
  if (asked_ >= 0) take_reply();
  const bool waiting = !transit_.received();
  transit_.progress(*store_, [&](Block* block) {
    queue_->add(block);
    ++taken_;
  });
  if (waiting && transit_.received()) {
    answer_s_ = std::max(answer_s_ / 2, MPI_Wtime() - asked_at_);
    if (promised_bytes_ > 0)
      seconds_per_byte_ = 0.5 * (seconds_per_byte_ + (MPI_Wtime() - promised_at_) / promised_bytes_);
  }
}

void Stealing::ask(int victim) {
  asked_ = victim;
  asked_at_ = MPI_Wtime();
  ByteWriter request;
  request.put(Thief{seconds_per_byte_, pace(), left_s()});
  sending_.emplace_back(comm_, victim, tag_request, std::move(request.bytes));
}

bool Stealing::progress() {
  if (queue_->size() > 0 && quiet(quiet_s_)) return true;
  const double own_pace = pace();
  for (answer(false); serves_ && !transit_.sent(); answer(false)) {
    move_blocks();
    wait_policy_.pause();
    take_pace(own_pace);
  }
  if (queue_->size() == 0) take_pace(own_pace);
  move_blocks();
  // A slow process answers between its blocks, so who has waited once asks ahead.
  const bool soon_empty = queue_->size() == 0 || left_s() < answer_s_;
  if (asked_ < 0 && transit_.received() && soon_empty) {
    choose_victim();
    if (victims_.empty() && gained_) {
      begin_round();
      choose_victim();
    }
    if (!victims_.empty()) ask(victims_.back());
  }
  // Who has work may still be asked for it, even if it has nobody to ask.
  return queue_->size() > 0 || asked_ >= 0 || !transit_.received() || !victims_.empty();
}

void Stealing::refuse() {
  if (!store_ || quiet(unasked_s_)) return;
  answer(true);
  move_blocks();
}

}  // namespace uneven::elements
