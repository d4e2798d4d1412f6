// SPDX-License-Identifier: MIT
#include "simulate/links.hpp"

#include <algorithm>

namespace uneven::simulate {

std::span<const std::uint32_t> Channels::of(int processor, std::span<const Step> steps) {
  auto& channels = of_steps_[{processor, steps.data()}];
  if (channels.empty())
    for (const Step& step : steps) channels.push_back(of(processor, step));
  return channels;
}

std::uint32_t Channels::of(int processor, const Step& step) {
  if (step.kind == Step::Kind::compute || step.kind == Step::Kind::finish) return 0;
  const bool sends = step.kind == Step::Kind::send;
  const auto from = static_cast<std::uint64_t>(sends ? processor : step.partner);
  const auto to = static_cast<std::uint64_t>(sends ? step.partner : processor);
  const auto next = static_cast<std::uint32_t>(channels_.size());
  const auto [found, is_new] = numbers_.try_emplace({from << 32 | to, step.tag}, next);
  if (is_new) channels_.emplace_back();
  return found->second;
}

Transfer& Channels::append(const Transfer& message) {
  Transfer* place = free_;
  if (place)
    free_ = place->next;
  else
    place = &transfers_.emplace_back();
  *place = message;
  Channel& channel = channels_[message.channel];
  (channel.last ? channel.last->next : channel.first) = place;
  channel.last = place;
  return *place;
}

Transfer Channels::take_first(std::uint32_t number) {
  Channel& channel = channels_[number];
  Transfer* const place = channel.first;
  const Transfer message = *place;
  channel.first = place->next;
  if (!channel.first) channel.last = nullptr;
  place->next = free_;
  free_ = place;
  return message;
}

BucketLink::BucketLink(double share, double burst_s, bool rested)
    : share_(share), most_(burst_s), left_(rested ? burst_s : 0) {}

double BucketLink::pass(double start, double seconds) {
  start = std::max(start, now_);
  left_ = left_at(start);
  const double spent_at = share_ < 1 ? left_ / (1 - share_) : never;
  if (seconds <= spent_at) {
    if (share_ < 1) left_ -= seconds * (1 - share_);
    now_ = start + seconds;
  } else {
    left_ = 0;
    now_ = start + spent_at + (seconds - spent_at) / share_;
  }
  return now_;
}

bool BucketLink::bursts(double start, double seconds) const {
  return share_ < 1 && seconds * (1 - share_) <= left_at(std::max(start, now_));
}

double BucketLink::left_at(double start) const { return std::min(most_, left_ + share_ * (start - now_)); }

double SharedLink::next() const {
  if (heads_.empty()) return never;
  return now_ + (heads_.top().first - passed_) * gap_ * static_cast<double>(heads_.size());
}

void SharedLink::advance(double when) {
  if (when <= now_) return;
  const double share = gap_ * static_cast<double>(heads_.size());
  if (share > 0) passed_ = std::min(heads_.top().first, passed_ + (when - now_) / share);
  now_ = when;
}

bool SharedLink::enter(double when, Transfer& message) {
  advance(when);
  if (heads_.empty()) passed_ = 0;
  const Connection connection = connection_of(message);
  Line& line = lines_[connection];
  const bool is_first = !line.first;
  (is_first ? line.first : line.last->*behind_) = &message;
  line.last = &message;
  if (!is_first) return false;
  message.*begins_ = now_;
  heads_.push({passed_ + message.bytes, connection});
  return true;
}

Transfer& SharedLink::pass() {
  now_ = next();
  const auto [passed, connection] = heads_.top();
  heads_.pop();
  passed_ = passed;
  const auto found = lines_.find(connection);
  Transfer& message = *found->second.first;
  Transfer* const behind = found->second.first = message.*behind_;
  if (behind) {
    behind->*begins_ = now_;
    heads_.push({passed_ + behind->bytes, connection});
  } else {
    lines_.erase(found);
  }
  return message;
}

Links::Links(const Platform& platform, bool rested)
    : platform_(platform),
      is_bucket_(platform.network.bucket_bytes > 0),
      cards_share_(platform.hosts && platform.hosts->card_gap_s_per_byte >= platform.network.gap_s_per_byte),
      full_gap_(is_bucket_ ? platform.network.burst_gap_s_per_byte : platform.network.gap_s_per_byte) {
  const Network& network = platform.network;
  const std::size_t processors = platform.endpoints.size();
  const BucketLink steady(1, never, rested);
  const BucketLink bucket = is_bucket_ ? BucketLink(network.burst_gap_s_per_byte / network.gap_s_per_byte,
                                                    network.bucket_bytes * network.burst_gap_s_per_byte, rested)
                                       : steady;
  if (is_bucket_) {
    bucket_out_.assign(processors, bucket);
    bucket_in_.assign(processors, bucket);
  }
  std::size_t hosts = 0;
  if (platform.hosts) {
    hosts = static_cast<std::size_t>(std::ranges::max(platform.hosts->of)) + 1;
    within_out_.assign(processors, steady);
    within_in_.assign(processors, steady);
    card_out_.assign(hosts, steady);
    card_in_.assign(hosts, steady);
  }
  if (is_bucket_) return;
  ways_in_ = cards_share_ ? hosts : processors;
  const double gap = cards_share_ ? platform.hosts->card_gap_s_per_byte : network.gap_s_per_byte;
  shared_.assign(ways_in_, SharedLink(gap, &Transfer::behind_out, &Transfer::leaves));
  shared_.resize(2 * ways_in_, SharedLink(gap, &Transfer::behind_in, &Transfer::begins));
}

double Links::gap_of(const Transfer& message) const {
  return platform_.together(message.from, message.to) ? platform_.hosts->gap_s_per_byte : full_gap_;
}

double Links::latency_s(const Transfer& message) const {
  return platform_.together(message.from, message.to) ? platform_.hosts->latency_s : platform_.network.latency_s;
}

void Links::send(Transfer& message, double earliest, double written) {
  message.left = written;
  if (!shares(message)) return leave_in_order(message, earliest, written);
  message.is_leaving = true;
  enter(shared_link(message.from), earliest, message);
}

/// A message enters a SharedLink, once what it passes before has passed.
void Links::enter(std::size_t number, double when, Transfer& message) {
  SharedLink& link = shared_[number];
  double expected = link.next();
  for (double passed; (passed = link.next()) <= when; expected = never)
    if (Transfer* arrived = pass(number, passed)) expect(passed, What::arrive, arrived);
  const bool begins = link.enter(when, message);
  if (begins && number < ways_in_) expect(message.leaves, What::enter, &message);
  if (link.next() != expected) expect(link.next(), What::look, nullptr, number);
}

/// A SharedLink has passed a message. @return  it, if its arrival is known with that.
Transfer* Links::pass(std::size_t number, double when) {
  Transfer& message = shared_[number].pass();
  if (number < ways_in_) {
    message.is_leaving = false;
    message.left = std::max(message.left, when);
    if (platform_.hosts && !cards_share_) {
      const double start = std::max(message.leaves, message.left - on_card_s(message));
      message.left = std::max(message.left, card_out_[card(message.from)].pass(start, on_card_s(message)));
    }
    if (message.behind_out) expect(when, What::enter, message.behind_out);
  } else {
    message.passed = when;
  }
  if (message.is_leaving || message.passed == never) return nullptr;
  const double latency = latency_s(message);
  message.begins += latency;
  message.ends = std::max(message.passed, message.left) + latency;
  if (platform_.hosts && !cards_share_)
    message.ends = std::max(message.ends, card_in_[card(message.to)].pass(message.begins, on_card_s(message)));
  // Bytes that have shared a way arrive as late as if they had begun late.
  message.begins = std::max(message.begins, message.ends - message.bytes * gap_of(message));
  return &message;
}

void Links::leave_in_order(Transfer& message, double earliest, double written) {
  const double seconds = message.bytes * gap_of(message);
  const bool within = platform_.together(message.from, message.to);
  BucketLink& out = (within ? within_out_ : bucket_out_)[index(message.from)];
  message.leaves = std::max(earliest, out.free_at());
  message.burst = out.bursts(message.leaves, seconds);
  message.left = std::max(out.pass(message.leaves, seconds), written);
  if (platform_.hosts && !within)
    message.left = std::max(message.left, card_out_[card(message.from)].pass(message.leaves, on_card_s(message)));
  expect(message.leaves, What::leave, &message);
}

Transfer* Links::arrive_in_order(Transfer& message) {
  const double seconds = message.bytes * gap_of(message), latency = latency_s(message);
  const bool within = platform_.together(message.from, message.to), by_card = platform_.hosts && !within;
  BucketLink& in = (within ? within_in_ : bucket_in_)[index(message.to)];
  message.begins = std::max(message.leaves + latency, in.free_at());
  if (by_card) message.begins = std::max(message.begins, card_in_[card(message.to)].free_at());
  message.burst = message.burst && in.bursts(message.begins, seconds);
  message.ends = std::max(in.pass(message.begins, seconds), message.left + latency);
  if (by_card)
    message.ends = std::max(message.ends, card_in_[card(message.to)].pass(message.begins, on_card_s(message)));
  return &message;
}

double Links::next() {
  while (!events_.empty()) {
    const Event& event = events_.top();
    if (event.what != What::look || shared_[event.link].next() == event.when) return event.when;
    events_.pop();
  }
  return never;
}

Transfer* Links::go_on() {
  const Event event = events_.top();
  events_.pop();
  if (event.what == What::arrive) return event.message;
  if (event.what == What::leave) return arrive_in_order(*event.message);
  if (event.what == What::enter) {
    enter(ways_in_ + shared_link(event.message->to), event.when, *event.message);
    return nullptr;
  }
  Transfer* const arrived = pass(event.link, event.when);
  if (shared_[event.link].next() < never) expect(shared_[event.link].next(), What::look, nullptr, event.link);
  return arrived;
}

}  // namespace uneven::simulate
