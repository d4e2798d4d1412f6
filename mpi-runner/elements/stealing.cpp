#include "elements/stealing.hpp"

#include <algorithm>
#include <numeric>

#include "elements/bytes.hpp"

namespace uneven::elements {

namespace {

/// Less work than this is not worth a message and its answer.
constexpr double least_seconds = 1e-3;

/// Nor is what two pauses of a quota explain: it comes and goes.
constexpr double pauses_by_chance = 2;

/// Of a superstep's time, for asking those that probably have nothing to give.
constexpr double part_for_asking = 0.01;

/// Bytes given at a time: more would arrive when the superstep is over.
constexpr std::size_t most_bytes = 16 << 20;

/// Over which a process's pace is taken.
constexpr double least_pace_interval_s = 1e-3, pauses_of_pace = 4;

/// Than a thief: whoever is so slow does better to give than to compute meanwhile.
constexpr double much_slower = 2;

/// A request says what blocks cost the asking process, a reply how many will follow.
constexpr int tag_request = tag_steal, tag_reply = tag_steal + 100, tag_stolen = tag_steal + 200;

}  // namespace

Stealing::Stealing(const comm::Communicator& comm, const comm::Patience& patience, double pause_s)
    : comm_(comm),
      patience_(patience),
      least_left_s_(std::max(least_seconds, pauses_by_chance * pause_s)),
      pace_interval_s_(std::max(least_pace_interval_s, pauses_of_pace * pause_s)),
      transit_(comm, tag_stolen) {}

void Stealing::begin(Store& store, Queue& queue, const std::vector<double>& seconds) {
  store_ = &store;
  queue_ = &queue;
  start_ = paced_at_ = MPI_Wtime();
  pace_ = paced_done_ = own_block_s_ = 0;
  first_size_ = queue.size();
  taken_ = 0;
  serves_ = false;
  victims_.clear();
  expected_ = seconds;
  asked_in_vain_ = 0;
  for (int i = 1; i < comm_.size(); ++i) victims_.push_back((comm_.rank() + i) % comm_.size());
  if (!seconds.empty())
    std::stable_sort(victims_.begin(), victims_.end(), [&](int a, int b) {
      return seconds[static_cast<std::size_t>(a)] < seconds[static_cast<std::size_t>(b)];
    });
}

/// Whether it probably has enough left, or there is time to ask one that probably has not.
bool Stealing::worth_asking(int victim) const {
  const double elapsed = MPI_Wtime() - start_;
  const double left = expected_.empty() ? 0 : expected_[static_cast<std::size_t>(victim)] - elapsed;
  return left > least_left_s_ || (asked_in_vain_ + 1) * least_seconds < part_for_asking * elapsed;
}

double Stealing::done() const {
  return static_cast<double>(first_size_) + static_cast<double>(taken_) - static_cast<double>(queue_->size());
}

/// Seconds per block lately, over many pauses of a quota; 0 if no block is done yet.
double Stealing::pace() {
  const double now = MPI_Wtime(), done_now = done();
  if (now - paced_at_ >= pace_interval_s_ && done_now > paced_done_) {
    pace_ = (now - paced_at_) / (done_now - paced_done_);
    paced_at_ = now;
    paced_done_ = done_now;
  }
  if (pace_ > 0) return pace_;
  return done_now > 0 ? (now - start_) / done_now : 0;
}

std::size_t Stealing::blocks_for(const Costs& thief) {
  const std::size_t left = queue_->size();
  const double block_s = pace();
  if (block_s == 0) return std::min<std::size_t>(left, 1);  // they are long, and one is enough
  // Others may be idle too, and whoever is done asks again: one of p equal parts, as in guided self-scheduling.
  const auto p = static_cast<std::size_t>(comm_.size());
  const std::size_t give = std::min((left + p - 1) / p, most_bytes / std::max<std::size_t>(1, store_->layout.bytes));
  const double left_s = block_s * static_cast<double>(left);
  const double travel_s = thief.byte_s * static_cast<double>(give * store_->layout.bytes);
  if (left_s < least_left_s_ || travel_s > left_s / 2) return 0;
  serves_ = thief.block_s > 0 && block_s > much_slower * thief.block_s;
  return give;
}

void Stealing::answer(bool refuse) {
  for (;;) {
    int thief = MPI_ANY_SOURCE;
    const auto request = receive_if_any(comm_, thief, tag_request);
    if (!request) return;
    const auto given = queue_->give_away(refuse ? 0 : blocks_for(ByteReader(*request).get<Costs>()));
    ByteWriter reply;
    reply.put(std::ssize(given));
    taken_ -= std::ssize(given);
    for (const Block* block : given) transit_.send(*store_, block->number, thief);
    std::erase_if(sending_, [](Sending& sending) { return sending.done(); });
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
    std::ranges::rotate(victims_, victims_.end() - 1);  // others may have more left
  }
  transit_.expect(blocks);
  promised_bytes_ = static_cast<double>(blocks) * static_cast<double>(store_->layout.bytes);
}

/// Sends what was given, takes what was stolen.
void Stealing::move_blocks() {
  const bool waiting = !transit_.received();
  transit_.progress(*store_, [&](Block* block) {
    queue_->add(block);
    ++taken_;
  });
  if (waiting && transit_.received())
    seconds_per_byte_ = 0.5 * (seconds_per_byte_ + (MPI_Wtime() - asked_at_) / promised_bytes_);
}

void Stealing::ask(int victim) {
  asked_ = victim;
  asked_at_ = MPI_Wtime();
  ByteWriter request;
  // Its own blocks were not waited for.
  if (own_block_s_ == 0 && done() > 0) own_block_s_ = (asked_at_ - start_) / done();
  request.put(Costs{seconds_per_byte_, own_block_s_});
  sending_.emplace_back(comm_, victim, tag_request, std::move(request.bytes));
}

bool Stealing::progress() {
  pace();
  for (answer(false); serves_ && !transit_.sent(); answer(false)) {
    move_blocks();
    patience_.pause();
  }
  if (asked_ >= 0) take_reply();
  move_blocks();
  if (asked_ < 0 && transit_.received() && queue_->size() == 0) {
    while (!victims_.empty() && !worth_asking(victims_.back())) victims_.pop_back();
    if (!victims_.empty()) ask(victims_.back());
  }
  return asked_ >= 0 || !transit_.received() || !victims_.empty();
}

void Stealing::refuse() {
  if (!store_) return;
  answer(true);
  move_blocks();
}

}  // namespace uneven::elements
