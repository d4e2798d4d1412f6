// SPDX-License-Identifier: MIT
#include "simulated/transport.hpp"

#include <cstring>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "simulate/replay.hpp"

namespace uneven::simulated {

namespace {

namespace s4u = simgrid::s4u;
using schedule::Memory;
using schedule::Request;

std::int64_t bytes_of(const Memory& memory) { return memory.rows * memory.columns * memory.element_bytes; }

/// Calls `copy` with each row in memory and its place in the message.
template <class Copy>
void by_rows(const Memory& memory, std::vector<char>& message, const Copy& copy) {
  const std::int64_t row_bytes = memory.columns * memory.element_bytes, stride = memory.stride * memory.element_bytes;
  for (std::int64_t row = 0; row < memory.rows; ++row)
    copy(static_cast<char*>(memory.data) + row * stride, message.data() + row * row_bytes,
         static_cast<std::size_t>(row_bytes));
}

/// A copy, as MPI's own of an eager message: the sender may go on.
std::vector<char>* message_of(const Memory& memory) {
  auto* const message = new std::vector<char>;
  if (!memory.data) return message;
  message->resize(static_cast<std::size_t>(bytes_of(memory)));
  by_rows(memory, *message, [](const char* own, char* place, std::size_t bytes) { std::memcpy(place, own, bytes); });
  return message;
}

}  // namespace

Transport::Transport(Cluster& cluster, int rank, simulate::Costs costs)
    : cluster_(cluster),
      rank_(rank),
      own_(cluster.platform.endpoints[static_cast<std::size_t>(rank)]),
      costs_(std::move(costs)) {}

/// A rank is ahead of the clock until it sends or waits, when others may notice: each event of a simulation costs.
void Transport::catch_up() {
  if (const double seconds = std::exchange(owed_s_, 0); seconds > 0) s4u::this_actor::sleep_for(seconds);
}

void Transport::worked(const schedule::Work& work) {
  const auto seconds = costs_.work(work);
  if (!seconds) return;
  pass(*seconds);
  after_work_.work(*seconds);
}

void Transport::added(std::int64_t bytes) {
  const double seconds = static_cast<double>(bytes / costs_.addition_bytes) * costs_.addition_s;
  pass(seconds);
  after_work_.work(seconds);
}

/// Both ends know the kind by the length. An eager message leaves before it is asked for, to a mailbox with an owner.
Transport::Box& Transport::box(int partner, int tag, bool eager, Way way) {
  Box& found = boxes_[{partner, tag, eager, way}];
  if (found.mailbox) return found;
  const auto [from, to] = way == Way::out ? std::pair(rank_, partner) : std::pair(partner, rank_);
  found.mailbox = s4u::Mailbox::by_name(std::to_string(from) + ">" + std::to_string(to) + ":" + std::to_string(tag) +
                                        (eager ? "e" : "r"));
  if (eager) found.mailbox->set_receiver(cluster_.actors[static_cast<std::size_t>(to)]);
  return found;
}

Request Transport::keep(Pending pending) {
  if (free_.empty()) {
    pending_.push_back(std::move(pending));
    box_of_.push_back(nullptr);
    return static_cast<Request>(pending_.size()) - 1;
  }
  const Request number = free_.back();
  free_.pop_back();
  pending_[static_cast<std::size_t>(number)] = std::move(pending);
  return number;
}

Request Transport::send(int to, int tag, const Memory& memory) {
  const std::int64_t bytes = bytes_of(memory);
  const bool eager = static_cast<double>(bytes) <= simulate::eager_bytes;
  pass(own_.send_overhead_s + after_work_.message(own_) + own_.sent_byte_s * static_cast<double>(bytes));
  catch_up();
  const auto comm =
      box(to, tag, eager, Way::out).mailbox->put_init(message_of(memory), static_cast<std::uint64_t>(bytes));
  if (eager) {
    comm->detach([](void* message) { delete static_cast<std::vector<char>*>(message); });
    return keep({});
  }
  comm->start();
  under_way_.push_back(keep({.state = State::under_way, .memory = memory, .comm = comm}));
  return under_way_.back();
}

Request Transport::receive(int from, int tag, const Memory& memory) {
  const bool eager = static_cast<double>(bytes_of(memory)) <= simulate::eager_bytes;
  Box& source = box(from, tag, eager, Way::in);
  const Request request = keep({.state = State::asked, .memory = memory, .incoming = true});
  box_of_[static_cast<std::size_t>(request)] = &source;
  source.asked.push_back(request);
  if (eager) return request;
  catch_up();
  expect(source, request);
  return request;
}

/// Tells the simulator of the receives up to `last`.
void Transport::expect(Box& source, Request last) {
  for (Request request = -1; request != last;) {
    request = source.asked.front();
    source.asked.pop_front();
    Pending& pending = pending_[static_cast<std::size_t>(request)];
    pending.state = State::under_way;
    pending.place = std::make_unique<std::vector<char>*>(nullptr);
    pending.comm = source.mailbox->get_async<std::vector<char>>(pending.place.get());
    under_way_.push_back(request);
  }
}

/// Takes what has come: its bytes and what that costs.
void Transport::finish(Request request, bool waited) {
  std::erase(under_way_, request);
  Pending& pending = pending_[static_cast<std::size_t>(request)];
  pending.state = State::done;
  pending.comm = nullptr;
  if (!pending.incoming) return;
  const std::unique_ptr<std::vector<char>> message(*pending.place);
  if (pending.memory.data)
    by_rows(pending.memory, *message,
            [](char* own, const char* place, std::size_t bytes) { std::memcpy(own, place, bytes); });
  const auto bytes = static_cast<double>(bytes_of(pending.memory));
  const double gap = cluster_.platform.network.gap_s_per_byte;
  const double byte_s = waited ? std::max(0.0, own_.byte_s - gap) : own_.arrived_byte_s.value_or(own_.byte_s);
  pass((waited ? own_.message_s : own_.recv_overhead_s) + after_work_.message(own_) + byte_s * bytes);
}

/// In a wait, messages that are done have been taken already. The simulator's own test of a message would do for
/// others, but that of SimGrid 3.32 leaves a trace in a list that each further message goes through.
void Transport::test_requests(std::span<Request> requests) {
  for (const Request request : requests)
    if (request != schedule::no_request && pending_[static_cast<std::size_t>(request)].state == State::asked)
      expect(*box_of_[static_cast<std::size_t>(request)], request);
  if (!waiting_ && looked_at_ < now()) {
    catch_up();
    while (take_any(0)) continue;
    looked_at_ = now();
  }
  for (Request& request : requests)
    if (request != schedule::no_request && pending_[static_cast<std::size_t>(request)].state == State::done)
      free_.push_back(std::exchange(request, schedule::no_request));
}

void Transport::wait_until(const std::function<bool()>& ready) {
  waiting_ = true;
  while (!ready()) {
    if (under_way_.empty())
      throw SystemError("rank " + std::to_string(rank_) + " waits for a message that nobody sends");
    catch_up();
    take_any(-1);
  }
  waiting_ = false;
}

bool Transport::take_any(double seconds) {
  if (under_way_.empty()) return false;
  std::vector<s4u::CommPtr> comms;
  for (const Request request : under_way_) comms.push_back(pending_[static_cast<std::size_t>(request)].comm);
  const double before = s4u::Engine::get_clock();
  const auto which = s4u::Comm::wait_any_for(comms, seconds);
  if (which < 0) return false;
  finish(under_way_[static_cast<std::size_t>(which)], s4u::Engine::get_clock() > before);
  return true;
}

void Transport::forget(Request request) {
  Pending& pending = pending_[static_cast<std::size_t>(request)];
  if (pending.state == State::asked) std::erase(box_of_[static_cast<std::size_t>(request)]->asked, request);
  if (pending.state == State::under_way) pending.comm->cancel();
  std::erase(under_way_, request);
  pending = {};
  free_.push_back(request);
}

}  // namespace uneven::simulated
