// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "simulated/relocating_rank.hpp"

// How blocks leave and come, and what ranks ask and answer about them.

namespace uneven::simulated {

namespace {

/// As in the runner; here from each sender.
constexpr std::size_t most_under_way = 32;

}  // namespace

schedule::MessageLine RelocatingRank::line(schedule::MessageLine::Way way) {
  const auto bytes = static_cast<std::int64_t>(all_.placement.layout.bytes + sizeof(std::int64_t));
  return {transport_, way, tag_block, {.columns = bytes, .element_bytes = 1}, most_under_way};
}

void RelocatingRank::send(int to, const std::vector<std::int64_t>& numbers) {
  leaving_.add(to, std::ssize(numbers));
  auto& under_way = all_.under_way[{rank_, to}];
  under_way.insert(under_way.end(), numbers.begin(), numbers.end());
}

void RelocatingRank::receive(int from, std::int64_t blocks) {
  if (blocks > 0) coming_.try_emplace(from, line(schedule::MessageLine::Way::in)).first->second.add(from, blocks);
}

/// Moves blocks on that leave and come. @return  whether any have left or come.
bool RelocatingRank::move() {
  bool any = leaving_.progress() > 0;
  for (auto at = coming_.begin(); at != coming_.end();) {
    auto& numbers = all_.under_way[{at->first, rank_}];
    const std::int64_t came = at->second.progress();
    any |= came > 0;
    arrived_.insert(arrived_.end(), numbers.begin(), numbers.begin() + came);
    numbers.erase(numbers.begin(), numbers.begin() + came);
    at = at->second.empty() ? coming_.erase(at) : std::next(at);
  }
  return any;
}

std::int64_t RelocatingRank::move_blocks() {
  move();
  wait_to_be_computed(arrived_);
  auto& own = all_.blocks[static_cast<std::size_t>(rank_)];
  if (all_.steals()) own.insert(own.end(), arrived_.begin(), arrived_.end());
  return std::ssize(std::exchange(arrived_, {}));
}

/// Until the next message, or the next that has been taken off the network already.
void RelocatingRank::pause() {
  transport_.wait_until([&, waited = false]() mutable {
    const bool moved = move();
    const bool told = requests_ && (requests_->any() || (protocol_.asks() && replies_->any()));
    return std::exchange(waited, true) || moved || told || !arrived_.empty();
  });
}

std::optional<elements::StealingPort::Request> RelocatingRank::request() {
  const auto words = requests_->take();
  if (!words) return std::nullopt;
  const auto number = [&](std::size_t i) { return std::bit_cast<double>((*words)[i]); };
  return Request{static_cast<int>((*words)[0]), {number(1), number(2), number(3)}};
}

std::optional<std::int64_t> RelocatingRank::reply(int) {
  const auto words = replies_->take();
  if (!words) return std::nullopt;
  return (*words)[1];
}

void RelocatingRank::ask(int victim, const elements::Thief& thief) {
  const auto bits = [](double value) { return std::bit_cast<std::int64_t>(value); };
  say(transport_, {rank_, bits(thief.byte_s), bits(thief.block_s), bits(thief.left_s)}, victim, tag_request);
}

std::int64_t RelocatingRank::give(int thief, std::size_t most) {
  std::vector<std::int64_t> given;
  if (most > 0) {
    auto& own = all_.blocks[static_cast<std::size_t>(rank_)];
    std::ranges::sort(own);
    std::vector<std::int64_t> waiting(waiting_.begin(), waiting_.end());
    std::ranges::sort(waiting);
    const auto nodes = elements::nodes_to_give(own, waiting, static_cast<std::int64_t>(most));
    const auto goes = [&](std::int64_t number) {
      return std::ranges::any_of(nodes, [&](const elements::Node& node) { return node.holds(number); });
    };
    std::ranges::copy_if(waiting, std::back_inserter(given), goes);
    std::vector<std::int64_t> stay;
    std::ranges::set_difference(own, given, std::back_inserter(stay));
    own = std::move(stay);
    std::erase_if(waiting_, goes);
    waiting_elements_ -= elements_in(given);
  }
  say(transport_, {rank_, std::ssize(given)}, thief, tag_reply);
  send(thief, given);
  return std::ssize(given);
}

}  // namespace uneven::simulated
