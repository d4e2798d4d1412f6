// SPDX-License-Identifier: MIT
#include "simulate/channels.hpp"

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

}  // namespace uneven::simulate
