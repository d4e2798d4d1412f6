// SPDX-License-Identifier: MIT
#include "document/options/slowdown.hpp"

#include <algorithm>
#include <charconv>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/number.hpp"
#include "document/common.hpp"
#include "document/describe/field.hpp"
#include "document/options/run_options.hpp"

namespace uneven::document {

namespace {

/// A whole number >= 0 at the front of `text`, which loses it.
std::int64_t take_whole(std::string_view& text, char after, const std::string& whole) {
  std::int64_t value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  const bool ends_well = after ? text.starts_with(after) : text.empty();
  if (error != std::errc() || value < 0 || !ends_well)
    throw UsageError("--slow: found '" + whole + "'; expected RANK:SPEED@FIRST-LAST, such as 3:0.5@10-40");
  if (after) text.remove_prefix(1);
  return value;
}

Slowdown parse_slowdown(const std::string& text) {
  std::string_view rest = text;
  Slowdown slow;
  slow.processor = take_whole(rest, ':', text);
  const std::size_t at = rest.find('@');
  slow.speed = parse_positive(rest.substr(0, at), "--slow");
  if (slow.speed > 1) throw UsageError("--slow: found '" + text + "'; expected a speed of at most 1");
  rest.remove_prefix(at == rest.npos ? rest.size() : at + 1);
  slow.first = take_whole(rest, '-', text);
  slow.last = take_whole(rest, 0, text);
  if (slow.last < slow.first) throw UsageError("--slow: found '" + text + "'; its last iteration is before its first");
  return slow;
}

}  // namespace

double speed_in(const std::vector<Slowdown>& slow, std::int64_t processor, std::int64_t step) {
  double speed = 1;
  for (const Slowdown& s : slow)
    if (s.processor == processor && step >= s.first && step <= s.last) speed = std::min(speed, s.speed);
  return speed;
}

void require_processors(const std::vector<Slowdown>& slow, std::int64_t processors) {
  for (std::size_t i = 0; i < slow.size(); ++i)
    if (slow[i].processor >= processors)
      throw InputError("/options/slow/" + std::to_string(i) + "/processor: found " + std::to_string(slow[i].processor) +
                       "; expected one of " + std::to_string(processors) + ", from 0");
}

std::vector<Slowdown> parse_slowdowns(const std::string& text) {
  std::vector<Slowdown> all;
  if (!text.empty())
    for (const std::string& one : split(text, ',')) all.push_back(parse_slowdown(one));
  return all;
}

const Object& description_of(const Slowdown&) {
  static const Object description({
      field<&Slowdown::processor>("processor", count(), ""),
      field<&Slowdown::speed>("speed", positive(), "Share of its own, at most 1."),
      field<&Slowdown::first>("first", count(), "Iteration, or superstep."),
      field<&Slowdown::last>("last", count(), "Iteration, or superstep."),
  });
  return description;
}

Type slowdowns() {
  return list_of(object(description_of(Slowdown()), "an object with processor, speed, first and last"),
                 "a list of slowdowns");
}

void require_speeds(const std::vector<Slowdown>& slow) {
  for (const Slowdown& s : slow)
    if (s.speed > 1)
      throw InputError("/options/slow: found " + excerpt(members_of(description_of(s), &s)) +
                       "; expected speeds above 0 and at most 1");
}

std::vector<Slowdown> slowdowns_from_json(const Json& options) {
  std::vector<Slowdown> slow;
  if (const Json list = raw_at(options, "slow"); !list.is_null()) read_value(Tree(list), slow);
  require_speeds(slow);
  return slow;
}

}  // namespace uneven::document
