// SPDX-License-Identifier: MIT
#include "draw/hosts.hpp"

#include <algorithm>

#include "draw/text.hpp"

namespace uneven::draw {
namespace {

bool is_address(std::string_view name) { return name.find_first_not_of("0123456789.:") == std::string_view::npos; }

/// The length of what both end in.
std::size_t common_end(std::string_view a, std::string_view b) {
  const auto ends = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend());
  return static_cast<std::size_t>(ends.first - a.rbegin());
}

}  // namespace

std::vector<std::string> short_hosts(const std::vector<std::string>& hosts) {
  const auto first = std::ranges::find_if(hosts, [](const std::string& name) { return !name.empty(); });
  if (first == hosts.end() ||
      std::ranges::any_of(hosts, [](const std::string& name) { return !name.empty() && is_address(name); }))
    return hosts;
  std::size_t end = first->size();
  for (const std::string& name : hosts)
    if (!name.empty()) end = std::min(end, common_end(*first, name));
  // The first label of every name stays.
  const std::size_t dot = first->find('.', std::max<std::size_t>(1, first->size() - end));
  if (dot == std::string::npos) return hosts;
  end = first->size() - dot;
  std::vector<std::string> result;
  for (const std::string& name : hosts) result.push_back(name.substr(0, name.size() - std::min(end, name.size())));
  const bool emptied = std::ranges::any_of(result, &std::string::empty);
  return emptied && std::ranges::none_of(hosts, &std::string::empty) ? hosts : result;
}

std::string without_middle(std::string_view text, int width) {
  if (length(text) <= width) return std::string(text);
  const auto all = characters(text);
  const auto kept = static_cast<std::size_t>(width - 2), head = (kept + 1) / 2;
  std::string result;
  for (std::size_t i = 0; i < head; ++i) result += all[i];
  result += "..";
  for (std::size_t i = all.size() - (kept - head); i < all.size(); ++i) result += all[i];
  return result;
}

}  // namespace uneven::draw
