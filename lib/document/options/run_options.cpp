// SPDX-License-Identifier: MIT
#include "document/options/run_options.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "document/common.hpp"
#include "document/describe/field.hpp"

namespace uneven::document {

Json members_of(const Object& description, const void* from) {
  std::string text;
  write_object(description, from, text);
  return Json::parse(text);
}

void read_members(const Object& description, const Json& json, const std::string& pointer, void* to) {
  const Tree tree(json);
  Faults faults;
  check(object(description), tree, pointer, faults);
  if (!faults.empty()) throw InputError(faults.front());
  read_object(description, tree, to);
}

Object fields_of_all(const std::vector<RunFields>& runs) {
  std::vector<Field> all;
  std::vector<std::string> names;
  for (const auto& [run, fields] : runs)
    for (const Field& field : fields->fields) {
      const auto known = std::ranges::find(all, field.key, &Field::key);
      if (known != all.end()) {
        names[static_cast<std::size_t>(known - all.begin())] += std::string(", ") + run;
        continue;
      }
      Field& added = all.emplace_back(field.key, field.type, field.meaning);
      added.needed = false;
      added.unit = field.unit;
      names.push_back(run);
    }
  for (std::size_t i = 0; i < all.size(); ++i) all[i].meaning = "For " + names[i] + ". " + all[i].meaning;
  return Object(std::move(all));
}

Type file() {
  Type type = text("the name of a file");
  type.fewest = 1;
  return type;
}

Type files_of_weights() { return text("a file for each layer, W.npy,V.npy"); }

Type names() { return list_of(text("a name"), "a list of names"); }

Type below_one() {
  Type type = number_between(0, 1, "a number from 0 to below 1");
  type.below_most = true;
  return type;
}

Type match() { return one_of({"host", "cpu", "any"}); }

namespace {

UsageError wrong(const SlowdownSyntax& syntax, const std::string& text) {
  return UsageError(syntax.option + ": found '" + text + "'; expected " + syntax.expected);
}

/// A whole number >= 0 at the front of `text`, which loses it with the character that must follow; 0: its end.
std::optional<std::int64_t> take_whole(std::string_view& text, char after) {
  std::int64_t value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  const bool ends_well = after ? text.starts_with(after) : text.empty();
  if (error != std::errc() || value < 0 || !ends_well) return std::nullopt;
  if (after) text.remove_prefix(1);
  return value;
}

/// SPEED@FIRST-LAST. @param text  the whole, for the message.
Slowdown parse_change(std::string_view rest, const SlowdownSyntax& syntax, const std::string& text) {
  Slowdown slow;
  const std::size_t at = rest.find('@');
  slow.speed = parse_positive(rest.substr(0, at), syntax.option);
  if (slow.speed > 1) throw UsageError(syntax.option + ": found '" + text + "'; expected a speed of at most 1");
  rest.remove_prefix(at == rest.npos ? rest.size() : at + 1);
  const auto first = take_whole(rest, '-');
  const auto last = first ? take_whole(rest, 0) : std::nullopt;
  if (!last) throw wrong(syntax, text);
  slow.first = *first;
  slow.last = *last;
  if (slow.last < slow.first)
    throw UsageError(syntax.option + ": found '" + text + "'; its last iteration is before its first");
  return slow;
}

}  // namespace

double speed_in(const std::vector<Slowdown>& slow, std::int64_t processor, std::int64_t step) {
  double speed = 1;
  for (const Slowdown& s : slow)
    if (s.processor == processor && step >= s.first && step <= s.last) speed = std::min(speed, s.speed);
  return speed;
}

std::vector<Slowdown> slowdowns_without(const std::vector<Slowdown>& slow, const std::vector<std::size_t>& lost) {
  std::vector<Slowdown> left;
  for (const Slowdown& one : slow) {
    const auto before = std::ranges::lower_bound(lost, static_cast<std::size_t>(one.processor));
    if (before != lost.end() && *before == static_cast<std::size_t>(one.processor)) continue;
    left.push_back(one);
    left.back().processor -= before - lost.begin();
  }
  return left;
}

void require_processors(const std::vector<Slowdown>& slow, std::int64_t processors) {
  for (std::size_t i = 0; i < slow.size(); ++i)
    if (slow[i].processor >= processors)
      throw InputError("/options/slow/" + std::to_string(i) + "/processor: found " + std::to_string(slow[i].processor) +
                       "; expected one of " + std::to_string(processors) + ", from 0");
}

std::vector<std::pair<std::string, Slowdown>> parse_named_slowdowns(const std::string& text,
                                                                    const SlowdownSyntax& syntax) {
  std::vector<std::pair<std::string, Slowdown>> all;
  for (const std::string& one : split(text, ',')) {
    const std::size_t colon = one.rfind(':', one.find('@'));
    if (colon == one.npos || colon == 0) throw wrong(syntax, one);
    all.emplace_back(one.substr(0, colon), parse_change(std::string_view(one).substr(colon + 1), syntax, one));
  }
  return all;
}

std::vector<std::string> hosts_of(const std::vector<Processor>& cluster) {
  std::vector<std::string> hosts;
  for (const Processor& processor : cluster) hosts.push_back(processor.host.value_or(""));
  return hosts;
}

std::vector<Slowdown> parse_slowdowns(const std::string& text, const std::vector<std::string>& hosts) {
  std::vector<Slowdown> all;
  for (auto& [name, slow] :
       parse_named_slowdowns(text, {"--slow", "RANK or HOST:SPEED@FIRST-LAST, such as 3:0.5@10-40"})) {
    std::string_view rest = name;
    if (const auto rank = take_whole(rest, 0)) {
      if (*rank >= std::ssize(hosts))
        throw UsageError("--slow: found rank " + std::to_string(*rank) + "; expected one of " +
                         std::to_string(hosts.size()) + ", from 0");
      slow.processor = *rank;
      all.push_back(slow);
      continue;
    }
    if (std::ranges::count(hosts, name) == 0)
      throw UsageError("--slow: found '" + name + "'; expected a rank or a host of the plan's");
    for (std::size_t i = 0; i < hosts.size(); ++i) {
      if (hosts[i] != name) continue;
      slow.processor = static_cast<std::int64_t>(i);
      all.push_back(slow);
    }
  }
  return all;
}

Object describe(const Slowdown&) {
  return Object({
      field<&Slowdown::processor>("processor", count()),
      field<&Slowdown::speed>("speed", positive(), "Share of its own, at most 1."),
      field<&Slowdown::first>("first", count(), "Iteration, or superstep."),
      field<&Slowdown::last>("last", count(), "Iteration, or superstep."),
  });
}

Type slowdowns() {
  return list_of(object<Slowdown>("an object with processor, speed, first and last"), "a list of slowdowns");
}

void require_speeds(const std::vector<Slowdown>& slow) {
  for (const Slowdown& s : slow)
    if (s.speed > 1)
      throw InputError("/options/slow: found " + excerpt(members_of(description_of<Slowdown>(), &s)) +
                       "; expected speeds above 0 and at most 1");
}

std::vector<Slowdown> slowdowns_from_json(const Json& options) {
  std::vector<Slowdown> slow;
  if (const Json list = raw_at(options, "slow"); !list.is_null()) read_value(Tree(list), slow);
  require_speeds(slow);
  return slow;
}

}  // namespace uneven::document
