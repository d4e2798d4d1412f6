#include "elements/stealing.hpp"

#include <algorithm>
#include <numeric>

#include "elements/bytes.hpp"

namespace uneven::elements {

namespace {

/// Less work than this is not worth a message and its answer.
constexpr double least_seconds = 1e-3;

/// Of a superstep's time, for asking those that probably have nothing to give.
constexpr double part_for_asking = 0.01;

/// Bytes given at a time: more would arrive when the superstep is over.
constexpr std::size_t most_bytes = 16 << 20;

/// A request says how long a byte takes on its way to the asking process, a reply how many blocks will follow.
constexpr int tag_request = tag_steal, tag_reply = tag_steal + 100, tag_stolen = tag_steal + 200;

}  // namespace

Stealing::Stealing(const comm::Communicator& comm, double pause_s)
    : comm_(comm), pause_s_(pause_s), transit_(comm, tag_stolen) {}

void Stealing::begin(Store& store, Queue& queue, const std::vector<double>& seconds) {
  store_ = &store;
  queue_ = &queue;
  start_ = MPI_Wtime();
  first_size_ = queue.size();
  taken_ = 0;
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
  if (expected_.empty()) return true;
  const double elapsed = MPI_Wtime() - start_;
  const double left = expected_[static_cast<std::size_t>(victim)] - elapsed;
  return left > std::max(least_seconds, 2 * pause_s_) ||
         (asked_in_vain_ + 1) * least_seconds < part_for_asking * elapsed;
}

void Stealing::answer(bool refuse) {
  for (;;) {
    int thief = MPI_ANY_SOURCE;
    const auto request = receive_if_any(comm_, thief, tag_request);
    if (!request) return;
    const double seconds_per_byte = ByteReader(*request).get<double>();
    ByteWriter reply;
    const std::size_t left = refuse ? 0 : queue_->size();
    const double done = static_cast<double>(first_size_) + static_cast<double>(taken_) - static_cast<double>(left);
    const double per_block = done > 0 ? (MPI_Wtime() - start_) / done : 0;
    const double travel = seconds_per_byte * static_cast<double>(store_->layout.bytes);
    // The thief is idle: half of what is left ends both at about the same time.
    std::size_t give = std::min(left / 2, most_bytes / std::max<std::size_t>(1, store_->layout.bytes));
    if (done <= 0) give = std::min<std::size_t>(give, 1);  // no block is done yet: they are long, and one is enough
    if (done > 0 && (per_block * static_cast<double>(left) < least_seconds || travel > per_block)) give = 0;
    const std::vector<Block*> given = queue_->give_away(give);
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
  }
  transit_.expect(blocks);
  promised_bytes_ = static_cast<double>(blocks) * static_cast<double>(store_->layout.bytes);
}

/// Sends what was given, takes what was stolen.
void Stealing::move_blocks() {
  const bool waiting = !transit_.received();
  transit_.progress(*store_, [&](Block* block) {
    queue_->add(block);
    ++stolen_;
    ++taken_;
  });
  if (waiting && transit_.received())
    seconds_per_byte_ = 0.5 * (seconds_per_byte_ + (MPI_Wtime() - asked_at_) / promised_bytes_);
}

void Stealing::ask(int victim) {
  asked_ = victim;
  asked_at_ = MPI_Wtime();
  ByteWriter request;
  request.put(seconds_per_byte_);
  sending_.emplace_back(comm_, victim, tag_request, std::move(request.bytes));
}

bool Stealing::progress() {
  answer(false);
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
