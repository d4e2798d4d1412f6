// SPDX-License-Identifier: MIT
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "base/error.hpp"
#include "launch/launch.hpp"

namespace uneven::launch {
namespace {

std::optional<std::string> key(const document::Processor& processor, Match match) {
  if (match == Match::host) return processor.host;
  if (match == Match::cpu) return processor.cpu;
  return std::nullopt;
}

const std::string& key(const RankPlace& place, Match match) { return match == Match::cpu ? place.cpu : place.host; }

}  // namespace

std::string places_of(const std::vector<document::Processor>& planned, Match match) {
  std::map<std::string, int> count;
  for (const auto& processor : planned)
    if (const auto name = key(processor, match)) ++count[*name];
  std::string list;
  std::size_t shown = 0;
  for (const auto& [name, times] : count) {
    if (++shown > 8) return list + ", ...";
    list += (list.empty() ? "" : ", ") + name + (times > 1 ? " (" + std::to_string(times) + ")" : "");
  }
  return list;
}

namespace {

[[noreturn]] void refuse(const std::vector<document::Processor>& planned, const std::vector<RankPlace>& ranks,
                         const std::vector<int>& processor_of_rank, int processor, Match match) {
  std::string where;
  for (std::size_t r = 0; r < ranks.size() && where.empty(); ++r)
    if (processor_of_rank[r] < 0) where = "rank " + std::to_string(r) + " runs on " + key(ranks[r], match);
  throw InputError("the plan was made for " + places_of(planned, match) + "; no rank is left on " +
                   *key(planned[processor], match) + " for processor " + std::to_string(processor) + ", and " + where +
                   "; --match " + (match == Match::host ? "cpu or any" : "any") + " allows it");
}

}  // namespace

Match match_of(const std::string& text) {
  if (text == "host") return Match::host;
  if (text == "cpu") return Match::cpu;
  if (text == "any") return Match::any;
  throw UsageError("--match: '" + text + "' is not known; expected host, cpu or any");
}

bool same_host(const std::string& a, const std::string& b) {
  const auto& [whole, part] = a.size() < b.size() ? std::tie(b, a) : std::tie(a, b);
  if (whole == part) return true;
  return whole.starts_with(part + ".") && part.find_first_not_of("0123456789.") != std::string::npos;
}

bool is_any_of(const std::string& name, const std::vector<std::string>& hosts) {
  return std::ranges::any_of(hosts, [&](const std::string& host) { return same_host(name, host); });
}

std::map<std::string, std::string> full_names(const std::vector<std::string>& names) {
  std::map<std::string, std::string> full;
  for (const std::string& name : names) full.emplace(name, name);
  for (auto& [name, longest] : full) {
    bool one = true;
    // What begins with the name and a dot stands together in this order.
    for (auto other = full.lower_bound(name + "."); other != full.end() && other->first.starts_with(name + ".");
         ++other) {
      if (!same_host(name, other->first)) break;
      one = one && same_host(longest, other->first);
      if (other->first.size() > longest.size()) longest = other->first;
    }
    if (!one) longest = name;
  }
  return full;
}

namespace {

/// The names by which processors and ranks are compared: of hosts the full ones, or those of processor models.
struct Keys {
  std::vector<std::optional<std::string>> planned;
  std::vector<std::string> ranks;
};

Keys keys_of(const std::vector<document::Processor>& planned, const std::vector<RankPlace>& ranks, Match match) {
  Keys keys;
  for (const auto& processor : planned) keys.planned.push_back(key(processor, match));
  for (const auto& rank : ranks) keys.ranks.push_back(key(rank, match));
  if (match != Match::host) return keys;
  std::vector<std::string> names = keys.ranks;
  for (const auto& name : keys.planned)
    if (name) names.push_back(*name);
  const auto full = full_names(names);
  for (auto& name : keys.planned)
    if (name) name = full.at(*name);
  for (auto& name : keys.ranks) name = full.at(name);
  return keys;
}

}  // namespace

Assignment assign(const std::vector<document::Processor>& planned, const std::vector<RankPlace>& ranks, Match match) {
  const std::size_t p = planned.size(), n = ranks.size();
  if (n < p)
    throw InputError("plan for " + std::to_string(p) + " processors on " + std::to_string(n) +
                     (n == 1 ? " rank" : " ranks"));

  const Keys keys = keys_of(planned, ranks, match);
  std::map<std::string, std::deque<int>> waiting;  // processors by key, ascending
  std::deque<int> anywhere;
  for (std::size_t i = 0; i < p; ++i) {
    const auto& name = keys.planned[i];
    (name ? waiting[*name] : anywhere).push_back(static_cast<int>(i));
  }

  Assignment result{std::vector<int>(n, -1), ""};
  const auto take = [](std::deque<int>& queue) {
    const int processor = queue.front();
    queue.pop_front();
    return processor;
  };
  for (std::size_t r = 0; r < n; ++r) {
    const auto queue = waiting.find(keys.ranks[r]);
    if (queue != waiting.end() && !queue->second.empty()) result.processor_of_rank[r] = take(queue->second);
  }
  for (std::size_t r = 0; r < n && !anywhere.empty(); ++r)
    if (result.processor_of_rank[r] < 0) result.processor_of_rank[r] = take(anywhere);
  for (const auto& [name, queue] : waiting)
    if (!queue.empty()) refuse(planned, ranks, result.processor_of_rank, queue.front(), match);

  if (n > p)
    result.note = "plan for " + std::to_string(p) + (p == 1 ? " processor" : " processors") + " on " +
                  std::to_string(n) + " ranks; " + std::to_string(n - p) + " without work";
  return result;
}

}  // namespace uneven::launch
