// SPDX-License-Identifier: MIT
// Changes to documents: half of them as text, half as JSON.
#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

#include "document/json.hpp"
#include "mutation.hpp"

namespace uneven::fuzz {

namespace {

using document::Json;
using Nodes = std::vector<Json*>;

const std::vector<double> numbers{0,   -0.0, 5e-324, 1e-320, 1e-300, 1e-200, 1e-17, 1e-9,  0.5,
                                  1,   2,    3,      7,      -1,     16,     64,    1024,  65536,
                                  1e6, 1e9,  0x1p31, 0x1p32, 1e15,   1e17,   1e100, 1e200, 1e300};
const std::vector<double> extremes{std::numeric_limits<double>::max(), std::numeric_limits<double>::min(), 0x1p53};
const std::vector<std::int64_t> integers{0, 1, 2, 3, 4, 5, 8, 100, -1, 1 << 20, 2147483647, 9007199254740991};
const char* const words[] = {"",      "a",      "\x1b[31mred\n", "\u009b1m",  "a\uffff",   "\u202eevil",
                             "bp",    "matmul", "tree",          "list",      "localhost", "equal-data",
                             "alpha", "../x",   "<&\"'>",        "reduction", "s"};

template <class List>
const auto& one_of(const List& list, Random& random) {
  return list[random() % std::size(list)];
}

/// A value and all values below it.
void collect(Json& json, Nodes& nodes) {
  nodes.push_back(&json);
  if (json.is_structured())
    for (Json& member : json) collect(member, nodes);
}

Nodes nodes_of(Json& json) {
  Nodes nodes;
  collect(json, nodes);
  return nodes;
}

Json changed_number(const Json& number, Random& random) {
  switch (random() % 5) {
    case 0:
      return one_of(integers, random);
    case 1:
      if (number.is_number_integer() && number < (1 << 30) && number > -(1 << 30))
        return number.get<std::int64_t>() + static_cast<std::int64_t>(random() % 5) - 2;
      return number.get<double>() * one_of(std::vector{0.5, 2.0, 1 + 1e-8, 1e3, 1e-3}, random);
    case 2:
      return one_of(extremes, random);
    default:
      return one_of(numbers, random);
  }
}

Json changed_value(const Json& value, Random& random) {
  if (value.is_number()) return changed_number(value, random);
  if (value.is_boolean() && random() % 2) return !value.get<bool>();
  switch (random() % 8) {
    case 0:
      return nullptr;
    case 1:
      return Json::array();
    case 2:
      return Json::object();
    case 3:
      return one_of(numbers, random);
    case 4:
      return std::string(1 + random() % 300, 'x');
    default:
      return one_of(words, random);
  }
}

void drop_one(Json& container, Random& random) {
  if (container.empty()) return;
  auto one = container.begin();
  std::advance(one, random() % container.size());
  container.erase(one);
}

/// Repeats an element, or gives a member to another name.
void repeat_one(Json& container, Random& random) {
  if (container.empty()) return;
  auto one = container.begin();
  std::advance(one, random() % container.size());
  const Json copy = *one;
  if (container.is_array())
    container.insert(container.begin() + static_cast<std::ptrdiff_t>(random() % container.size()), copy);
  else
    container[one_of(words, random)] = copy;
}

void swap_two(Json& container, Random& random) {
  if (container.empty()) return;
  auto one = container.begin(), other = container.begin();
  std::advance(one, random() % container.size());
  std::advance(other, random() % container.size());
  std::swap(*one, *other);
}

void change(Json& json, Json& other, Random& random) {
  const Nodes nodes = nodes_of(json);
  Nodes containers, leaves;
  for (Json* node : nodes) (node->is_structured() ? containers : leaves).push_back(node);
  Json& any = *one_of(nodes, random);
  switch (random() % 9) {
    case 0:
      if (!containers.empty()) drop_one(*one_of(containers, random), random);
      break;
    case 1:
      if (!containers.empty()) repeat_one(*one_of(containers, random), random);
      break;
    case 2:
      any = Json(*one_of(nodes, random));
      break;
    case 3:
      any = Json(*one_of(nodes_of(other), random));
      break;
    case 4:
      if (!containers.empty()) swap_two(*one_of(containers, random), random);
      break;
    default:
      if (!leaves.empty()) {
        Json& leaf = *one_of(leaves, random);
        leaf = changed_value(leaf, random);
      }
  }
}

/// The JSON text `text` with one to four changes that keep it JSON: numbers of every size, members dropped, elements
/// doubled, subtrees swapped or taken from `other`, words of every kind. Text that is no JSON comes back as it is.
std::string with_json_changes(const std::string& text, const std::string& other, Random& random) {
  Json json = Json::parse(text, nullptr, false), foreign = Json::parse(other, nullptr, false);
  if (json.is_discarded() || foreign.is_discarded()) return text;
  for (std::size_t left = 1 + random() % 4; left > 0; --left) change(json, foreign, random);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

const char* const pieces_of_text[] = {
    "null", "true", "-1",          "0",    "0.5", "1e300", "9007199254740992", "-0.0", "[]",
    "{}",   "\"\"", "\"\\ud800\"", "\xff", ",",   ":",     "{\"a\":",          "[[[[", "18446744073709551615",
    "\n",   "\r",   "\t",          "#",    "%",   "\"",    "\xEF\xBB\xBF"};

/// A place and a length inside `text`; half of the time the value of a member, so that much stays well-formed.
std::pair<std::size_t, std::size_t> piece(const std::string& text, Random& random) {
  std::size_t first = random() % (text.size() + 1);
  std::size_t length = std::min<std::size_t>(random() % 9, text.size() - first);
  if (random() % 2)
    if (const auto colon = text.find(':', first); colon != text.npos) {
      first = text.find_first_not_of(": ", colon);
      if (first == text.npos) return {text.size(), 0};
      length = std::min(text.find_first_of(",}]\n", first), text.size()) - first;
    }
  return {first, length};
}

std::string with_text_changes(std::string text, const std::string& other, Random& random) {
  for (std::size_t left = 1 + random() % 4; left > 0; --left) {
    const auto [first, length] = piece(text, random);
    const auto [from, count] = piece(other, random);
    switch (random() % 5) {
      case 0:
        text.erase(first, length);
        break;
      case 1:
        text.insert(first, text.substr(first, length));
        break;
      case 2:
        text.replace(first, length, one_of(pieces_of_text, random));
        break;
      case 3:
        text.replace(first, length, other.substr(from, count));
        break;
      default:
        if (first < text.size()) text[first] = static_cast<char>(random());
    }
  }
  return text;
}

}  // namespace

std::string changed(const std::string& text, const std::string& other, Random& random) {
  const std::string result = random() % 2 ? text : with_json_changes(text, other, random);
  return result == text ? with_text_changes(text, other, random) : result;
}

}  // namespace uneven::fuzz
