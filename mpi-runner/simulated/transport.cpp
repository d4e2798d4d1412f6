// SPDX-License-Identifier: MIT
#include "simulated/transport.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "simulate/replay.hpp"

namespace uneven::simulated {

namespace {

namespace s4u = simgrid::s4u;
using schedule::Memory;
using schedule::no_request;
using schedule::Request;

std::int64_t bytes_of(const Memory& memory) { return memory.rows * memory.columns * memory.element_bytes; }

bool is_eager(const Memory& memory) { return static_cast<double>(bytes_of(memory)) <= simulate::eager_bytes; }

/// Calls `copy` with each row in memory and its place in the message.
template <class Copy>
void by_rows(const Memory& memory, std::vector<char>& message, const Copy& copy) {
  const std::int64_t row_bytes = memory.columns * memory.element_bytes, stride = memory.stride * memory.element_bytes;
  for (std::int64_t row = 0; row < memory.rows; ++row)
    copy(static_cast<char*>(memory.data) + row * stride, message.data() + row * row_bytes,
         static_cast<std::size_t>(row_bytes));
}

/// A copy, as MPI's own of an eager message: the sender may go on.
std::vector<char> data_of(const Memory& memory) {
  if (!memory.data) return {};
  std::vector<char> data(static_cast<std::size_t>(bytes_of(memory)));
  by_rows(memory, data, [](const char* own, char* place, std::size_t bytes) { std::memcpy(place, own, bytes); });
  return data;
}

}  // namespace

Transport::Transport(Interconnect& interconnect, int rank, simulate::Costs costs)
    : interconnect_(interconnect),
      rank_(rank),
      own_(interconnect.cluster().platform.endpoints[static_cast<std::size_t>(rank)]),
      costs_(std::move(costs)) {
  interconnect_.join(rank_, this);
}

Transport::~Transport() { interconnect_.join(rank_, nullptr); }

/// A rank is ahead of the clock until it looks or waits for messages: each event of a simulation costs.
void Transport::catch_up() {
  if (owed_s_ <= 0) return;
  const double then = now();
  owed_s_ = 0;
  sleep_until(then);
}

void Transport::sleep_until(double when) {
  interconnect_.wake(when, rank_, ++ticket_);
  s4u::this_actor::suspend();
}

/// A sleep that a message has ended leaves its ticket behind.
void Transport::wake(std::int64_t ticket) {
  if (ticket != ticket_) return;
  ++ticket_;
  actor_->resume();
}

trace::Recorder* Transport::recorder() {
  auto* const recording = interconnect_.cluster().recording;
  return recording ? &recording->recorders[static_cast<std::size_t>(rank_)] : nullptr;
}

void Transport::record(trace::Phase phase, double begin_s, std::int64_t first, std::int64_t count) {
  if (auto* const own = recorder()) own->add(phase, begin_s, now(), first, count);
}

void Transport::work_for(double seconds) {
  pass(seconds);
  after_work_.work(seconds);
}

double Transport::work_in_steps(double seconds, double step_s) {
  catch_up();
  const double start = now();
  double worked = seconds;
  if (done_.empty()) {
    blocked_ = true;
    sleep_until(start + seconds / share_);
    blocked_ = false;
    if (woken_by_ != no_request) {
      const Request request = std::exchange(woken_by_, no_request);
      done_.emplace(at(request).turn, request);
      const double passed = (now() - start) * share_;
      worked = std::min(seconds, std::ceil(passed / step_s) * step_s);
      pass(std::max(0.0, worked - passed));
    }
  } else {
    worked = std::min(seconds, step_s);
    pass(worked);
  }
  after_work_.work(worked);
  return worked;
}

void Transport::worked(const schedule::Work& work) {
  const auto seconds = costs_.work(work);
  if (seconds) work_for(*seconds);
}

void Transport::added(std::int64_t bytes) {
  work_for(static_cast<double>(bytes / costs_.addition_bytes) * costs_.addition_s);
}

Request Transport::keep(Pending pending) {
  if (free_.empty()) {
    pending_.push_back(std::move(pending));
    return static_cast<Request>(pending_.size()) - 1;
  }
  const Request number = free_.back();
  free_.pop_back();
  at(number) = std::move(pending);
  return number;
}

Request Transport::send(int to, int tag, const Memory& memory, bool anyhow) {
  const std::int64_t bytes = bytes_of(memory);
  const bool eager = is_eager(memory);
  const simulate::Endpoint& costs = interconnect_.cluster().platform.endpoint(rank_, to);
  pass(costs.send_overhead_s + after_work_.message(costs) + costs.sent_byte_s * static_cast<double>(bytes));
  const Request request = keep(eager ? Pending{} : Pending{.state = State::asked, .memory = memory});
  if (!eager) look_for(request);
  interconnect_.send(now(), {rank_, to, bytes, data_of(memory), eager ? no_request : request}, tag, eager, anyhow);
  return request;
}

/// Both ends know the kind by the length.
Request Transport::receive(int from, int tag, const Memory& memory) {
  const bool eager = is_eager(memory);
  const Request request = keep({.state = State::asked, .incoming = true, .memory = memory});
  if (!eager) look_for(request);
  interconnect_.receive(now(), rank_, request, from, tag, eager);
  return request;
}

void Transport::look_for(Request request) {
  Pending& pending = at(request);
  if (pending.state != State::asked) return;
  pending.state = State::under_way;
  pending.turn = turns_++;
  ++under_way_;
  if (pending.complete) done_.emplace(pending.turn, request);
}

void Transport::done(Request request, Message* message) {
  Pending& pending = at(request);
  pending.complete = true;
  pending.message = message;
  if (pending.state != State::under_way) return;
  if (!std::exchange(blocked_, false)) return done_.emplace(pending.turn, request), void();
  woken_by_ = request;
  wake(ticket_);
}

/// Takes what has come: its bytes and what that costs.
void Transport::finish(Request request, bool waited) {
  Pending& pending = at(request);
  pending.state = State::done;
  --under_way_;
  if (!pending.incoming) return;
  if (pending.memory.data)
    by_rows(pending.memory, pending.message->data,
            [](char* own, const char* place, std::size_t bytes) { std::memcpy(own, place, bytes); });
  const int from = pending.message->from;
  interconnect_.release(std::exchange(pending.message, nullptr));
  const auto bytes = static_cast<double>(bytes_of(pending.memory));
  const simulate::Platform& platform = interconnect_.cluster().platform;
  const simulate::Endpoint& costs = platform.endpoint(rank_, from);
  const double gap = platform.together(rank_, from) ? platform.hosts->gap_s_per_byte : platform.network.gap_s_per_byte;
  const double byte_s = waited ? std::max(0.0, costs.byte_s - gap) : costs.arrived_byte_s.value_or(costs.byte_s);
  pass((waited ? costs.message_s : costs.recv_overhead_s) + after_work_.message(costs) + byte_s * bytes);
}

/// In a wait, messages that are done have been taken already.
void Transport::test_requests(std::span<Request> requests) {
  for (const Request request : requests)
    if (request != no_request) look_for(request);
  if (!waiting_ && looked_at_ < now()) {
    catch_up();
    while (take_done(false)) continue;
    looked_at_ = now();
  }
  for (Request& request : requests)
    if (request != no_request && at(request).state == State::done) free_.push_back(std::exchange(request, no_request));
}

void Transport::wait_until(const std::function<bool()>& ready) {
  waiting_ = true;
  while (!ready()) {
    if (under_way_ == 0) throw SystemError("rank " + std::to_string(rank_) + " waits for a message that nobody sends");
    catch_up();
    if (!take_done(false)) wait_for_any();
  }
  waiting_ = false;
}

bool Transport::take_done(bool waited) {
  while (!done_.empty()) {
    const auto [turn, request] = done_.top();
    done_.pop();
    if (at(request).state != State::under_way || at(request).turn != turn) continue;  // forgotten
    finish(request, waited);
    return true;
  }
  return false;
}

void Transport::wait_for_any() {
  const double before = s4u::Engine::get_clock();
  blocked_ = true;
  s4u::this_actor::suspend();
  finish(std::exchange(woken_by_, no_request), s4u::Engine::get_clock() > before);
}

void Transport::forget(Request request) {
  Pending& pending = at(request);
  if (pending.state == State::under_way) --under_way_;
  if (pending.message)
    interconnect_.release(pending.message);
  else
    interconnect_.forget(rank_, request);
  pending = {};
  free_.push_back(request);
}

}  // namespace uneven::simulated
