// SPDX-License-Identifier: MIT
#include <simgrid/kernel/Timer.hpp>
#include <utility>

#include "simulated/transport.hpp"

namespace uneven::simulated {

namespace {

using schedule::no_request;
using schedule::Request;
using simgrid::kernel::timer::Timer;

/// The simulator goes on calling until its own end.
Interconnect* listening = nullptr;

std::uint64_t key_of(int from, int tag, bool eager) {
  return static_cast<std::uint64_t>(from) << 33 | static_cast<std::uint64_t>(static_cast<std::uint32_t>(tag)) << 1 |
         static_cast<std::uint64_t>(eager);
}

std::uint64_t connection_of(const Message& message) {
  return static_cast<std::uint64_t>(message.from) << 32 | static_cast<std::uint64_t>(message.to);
}

template <class T>
T take_first(std::vector<T>& line) {
  const T first = line.front();
  line.erase(line.begin());
  return first;
}

}  // namespace

Interconnect::Interconnect(Cluster& cluster)
    : cluster_(cluster),
      ranks_(cluster.hosts.size(), nullptr),
      planned_(cluster.hosts.size()),
      channels_(cluster.hosts.size()) {
  listening = this;
  static const bool heard = [] {
    simgrid::s4u::Activity::on_completion_cb([](const simgrid::s4u::Activity& flow) {
      if (listening) listening->ended(&flow);
    });
    return true;
  }();
  static_cast<void>(heard);
}

Interconnect::~Interconnect() { listening = nullptr; }

Message* Interconnect::keep(Message message) {
  if (free_.empty()) return &messages_.emplace_back(std::move(message));
  Message* const place = free_.back();
  free_.pop_back();
  *place = std::move(message);
  return place;
}

void Interconnect::send(double when, Message message, int tag, bool eager, bool anyhow) {
  Message* const kept = keep(std::move(message));
  plan(when, kept->from, {anyhow ? any_source : kept->from, kept->to, tag, eager, kept, no_request});
}

void Interconnect::receive(double when, int rank, Request request, int from, int tag, bool eager) {
  const End end{from, rank, tag, eager, nullptr, request};
  if (eager)
    match(end);
  else
    plan(when, rank, end);
}

/// The simulator tells of the end of those flows only that begin beside its actors, as timers do.
void Interconnect::plan(double when, int rank, const End& end) {
  planned_[static_cast<std::size_t>(rank)].push_back(end);
  Timer::set(when, [this, rank] {
    if (listening != this) return;
    std::deque<End>& line = planned_[static_cast<std::size_t>(rank)];
    const End next = line.front();
    line.pop_front();
    match(next);
  });
}

void Interconnect::match(const End& end) {
  Channel& channel = channels_[static_cast<std::size_t>(end.to)][key_of(end.from, end.tag, end.eager)];
  Message* message = end.message;
  if (message) {
    if (!channel.asked.empty())
      message->asked = take_first(channel.asked);
    else
      channel.sent.push_back(message);
    if (end.eager || message->asked != no_request) leave(*message);
    return;
  }
  if (end.request == no_request) return;
  if (channel.sent.empty()) return channel.asked.push_back(end.request);
  message = take_first(channel.sent);
  message->asked = end.request;
  if (!end.eager) leave(*message);
  if (message->has_come) at(end.to)->done(end.request, message);
}

void Interconnect::leave(Message& message) {
  std::deque<Message*>& line = lines_[connection_of(message)];
  line.push_back(&message);
  if (line.size() == 1) start(message);
}

void Interconnect::start(Message& message) {
  const auto host = [&](int rank) { return cluster_.hosts[static_cast<std::size_t>(rank)]; };
  message.flow =
      simgrid::s4u::Comm::sendto_async(host(message.from), host(message.to), static_cast<std::uint64_t>(message.bytes));
  flows_.emplace(message.flow.get(), &message);
}

/// The simulator tells of the end of those flows only that begin beside its actors, as timers do.
void Interconnect::ended(const simgrid::s4u::Activity* flow) {
  const auto found = flows_.find(flow);
  if (found == flows_.end()) return;
  Message& message = *found->second;
  flows_.erase(found);
  if (message.sent != no_request && at(message.from)) at(message.from)->done(message.sent, nullptr);
  const double now = simgrid::s4u::Engine::get_clock();
  std::deque<Message*>& line = lines_[connection_of(message)];
  line.pop_front();
  if (!line.empty())
    Timer::set(now, [this, next = line.front()] {
      if (listening == this) start(*next);
    });
  Timer::set(now + cluster_.latency_s(message.from, message.to), [this, &message] {
    if (listening == this) arrive(message);
  });
}

void Interconnect::arrive(Message& message) {
  message.has_come = true;
  if (message.asked != no_request && at(message.to)) at(message.to)->done(message.asked, &message);
}

void Interconnect::wake(double when, int rank, std::int64_t ticket) {
  Timer::set(when, [this, rank, ticket] {
    if (listening == this && at(rank)) at(rank)->wake(ticket);
  });
}

void Interconnect::release(Message* message) {
  message->flow = nullptr;
  message->data = {};
  free_.push_back(message);
}

void Interconnect::forget(int rank, Request request) {
  for (Message& message : messages_) {
    if (message.from == rank && message.sent == request) message.sent = no_request;
    if (message.to == rank && message.asked == request) message.asked = no_request;
  }
  for (End& end : planned_[static_cast<std::size_t>(rank)])
    if (end.request == request) end.request = no_request;
  for (auto& [key, channel] : channels_[static_cast<std::size_t>(rank)]) std::erase(channel.asked, request);
}

}  // namespace uneven::simulated
