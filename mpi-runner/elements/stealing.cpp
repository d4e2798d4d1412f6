// SPDX-License-Identifier: MIT
#include "elements/stealing.hpp"

#include <string>
#include <utility>

#include "elements/mail.hpp"

namespace uneven::elements {

namespace {

/// A request says what blocks cost the asking process, a reply how many will follow.
constexpr int tag_request = tag_steal, tag_reply = tag_steal + 100, tag_stolen = tag_steal + 200;

}  // namespace

Stealing::Stealing(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, double pause_s)
    : comm_(comm),
      wait_policy_(wait_policy),
      transit_(comm, tag_stolen),
      protocol_(*this, comm.rank(), comm.size(), pause_s) {}

void Stealing::begin(Store& store, Queue& queue, const std::vector<double>& seconds) {
  store_ = &store;
  queue_ = &queue;
  std::erase_if(sending_, [](Sending& sending) { return sending.done(); });
  protocol_.begin(seconds, store.counts);
}

Look Stealing::look() const { return {MPI_Wtime(), queue_->size()}; }

std::optional<StealingPort::Request> Stealing::request() {
  int thief = MPI_ANY_SOURCE;
  const auto request = receive_if_any(comm_, thief, tag_request);
  if (!request) return std::nullopt;
  return Request{thief, ByteReader(*request).get<Thief>()};
}

std::optional<std::int64_t> Stealing::reply(int victim) {
  const auto reply = receive_if_any(comm_, victim, tag_reply);
  if (!reply) return std::nullopt;
  return ByteReader(*reply).get<std::int64_t>();
}

void Stealing::ask(int victim, const Thief& thief) {
  ByteWriter request;
  request.put(thief);
  sending_.emplace_back(comm_, victim, tag_request, std::move(request.bytes));
}

std::int64_t Stealing::give(int thief, std::size_t most) {
  const auto given = most > 0 ? queue_->give_away(most, store_->numbers()) : std::vector<Block*>();
  for (const Block* block : given) transit_.send(*store_, block->number, thief);
  ByteWriter reply;
  reply.put(std::ssize(given));
  sending_.emplace_back(comm_, thief, tag_reply, std::move(reply.bytes));
  return std::ssize(given);
}

std::int64_t Stealing::move_blocks() {
  std::int64_t came = 0;
  transit_.progress(*store_, [&](Block* block) {
    queue_->add(block);
    ++came;
  });
  return came;
}

}  // namespace uneven::elements
