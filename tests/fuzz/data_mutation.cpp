// SPDX-License-Identifier: MIT
// Changes to files of data: bytes, lines, fields, numbers and lengths; what is packed is changed inside, too.
#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "mutation.hpp"
#include "packing.hpp"

namespace uneven::fuzz {

namespace {

constexpr std::array numbers{"0",
                             "1",
                             "2",
                             "3",
                             "7",
                             "-1",
                             "-0",
                             "+1",
                             "00",
                             "0.5",
                             "-0.0",
                             "1e300",
                             "1e-320",
                             "1e400",
                             "nan",
                             "inf",
                             "0x10",
                             "1.",
                             ".5",
                             "65536",
                             "16777215",
                             "16777216",
                             "2147483648",
                             "4294967296",
                             "9007199254740991",
                             "9007199254740993",
                             "9223372036854775807",
                             "-9223372036854775808",
                             "9223372036854775808",
                             "18446744073709551616",
                             "1099511627776",
                             "123456789012345678901234567890"};

constexpr std::array<std::string_view, 40> words{
    " ",        "\t",      ",",        ";",       ":",    "\n",     "\r",    "\r\n",  "\n\n",    "#",
    "%",        "\"",      "\"\"",     "'",       "?",    "NA",     "null",  "a",     "from,to", "\xEF\xBB\xBF",
    "\xff\xfe", "\xff",    "\xc3\xa9", "qid:3",   "1:1",  "0:0.5",  "-",     "+",     "general", "symmetric",
    "array",    "pattern", "integer",  "complex", "(3,)", "(2, 3)", "'<i8'", "'>f4'", "True",    "%%MatrixMarket"};

template <class List>
const auto& one_of(const List& list, Random& random) {
  return list[random() % std::size(list)];
}

std::size_t place(const std::string& text, Random& random) { return random() % (text.size() + 1); }

std::size_t short_length(const std::string& text, std::size_t first, Random& random) {
  return std::min<std::size_t>(random() % (random() % 8 ? 9 : 200), text.size() - first);
}

void change_bytes(std::string& text, const std::string& other, Random& random) {
  const std::size_t at = place(text, random), length = short_length(text, at, random);
  const std::size_t from = place(other, random), count = short_length(other, from, random);
  switch (random() % 8) {
    case 0:
      text.erase(at, length);
      break;
    case 1:
      text.insert(at, text.substr(at, length));
      break;
    case 2:
      text.replace(at, length, other, from, count);
      break;
    case 3:
      text.insert(at, other, from, count);
      break;
    case 4:
      if (random() % 4 == 0) text.resize(at);
      break;
    case 5:
      if (at < text.size()) text[at] = static_cast<char>(text[at] ^ 1 << random() % 8);
      break;
    default:
      if (at < text.size()) text[at] = static_cast<char>(random());
  }
}

void change_words(std::string& text, const std::string&, Random& random) {
  const std::size_t at = place(text, random);
  text.replace(at, random() % 2 ? 0 : short_length(text, at, random), one_of(words, random));
}

/// A number is another one, near or far.
void change_number(std::string& text, const std::string&, Random& random) {
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  const auto from = text.begin() + static_cast<std::ptrdiff_t>(place(text, random));
  auto first = std::find_if(from, text.end(), is_digit);
  if (first == text.end()) first = std::find_if(text.begin(), text.end(), is_digit);
  const auto last = std::find_if_not(first, text.end(), is_digit);
  const std::string old(first, last);
  std::string fresh = one_of(numbers, random);
  if (random() % 2 && !old.empty() && old.size() < 9)
    fresh = std::to_string(std::stoll(old) + static_cast<long long>(random() % 5) - 2);
  text.replace(first, last, fresh);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t at = 0;
  for (std::size_t end; (end = text.find('\n', at)) != text.npos; at = end + 1)
    lines.push_back(text.substr(at, end + 1 - at));
  if (at < text.size()) lines.push_back(text.substr(at));
  return lines;
}

void change_lines(std::string& text, const std::string& other, Random& random) {
  std::vector<std::string> lines = lines_of(text);
  const std::vector<std::string> foreign = lines_of(other);
  if (lines.empty() || foreign.empty()) return;
  const auto one = lines.begin() + static_cast<std::ptrdiff_t>(random() % lines.size());
  const std::string copy = one_of(lines, random);
  switch (random() % 7) {
    case 0:
      lines.erase(one);
      break;
    case 1:
      lines.insert(one, copy);
      break;
    case 2:
      lines.insert(one, one_of(foreign, random));
      break;
    case 3:
      std::swap(*one, lines[random() % lines.size()]);
      break;
    case 4:
      lines.insert(one, random() % 2 ? "\n" : random() % 2 ? "# a comment\n" : "% a comment\n");
      break;
    case 5:
      for (auto repeated = random() % 40; repeated > 0; --repeated) lines.push_back(copy);
      break;
    default:
      if (one->ends_with('\n')) one->replace(one->size() - 1, 1, random() % 2 ? "\r\n" : random() % 2 ? "\r" : " ");
  }
  text.clear();
  for (const std::string& line : lines) text += line;
}

/// A field goes, is doubled or moves, or all separators are others.
void change_fields(std::string& text, const std::string&, Random& random) {
  constexpr std::string_view separators = " \t,;:";
  const std::size_t at = text.find_first_of(separators, place(text, random));
  if (at == text.npos) return;
  const std::size_t end = std::min(text.find_first_of(" \t,;:\n", at + 1), text.size());
  switch (random() % 4) {
    case 0:
      text.erase(at, end - at);
      break;
    case 1:
      text.insert(at, text.substr(at, end - at));
      break;
    case 2:
      text[at] = separators[random() % separators.size()];
      break;
    default:
      std::ranges::replace(text, text[at], separators[random() % separators.size()]);
  }
}

/// A whole number of 1 to 8 bytes, of either order of the bytes, where there may be one.
void change_length(std::string& text, const std::string&, Random& random) {
  constexpr std::array<std::uint64_t, 14> extremes{
      0,     1,        2, 8, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0xffffffff, 0x100000000, 0x7fffffffffffffff,
      ~0ull, ~0ull - 7};
  if (text.size() < 8) return;
  const std::size_t width = std::size_t{1} << random() % 4;
  std::size_t at = random() % (text.size() - width + 1);
  // Files have long runs of zeros.
  for (int turn = 0; turn < 4 && text[at] == 0; ++turn) at = random() % (text.size() - width + 1);
  if (random() % 4 == 0) at = std::min<std::size_t>(random() % 64, text.size() - width);
  std::uint64_t old = 0;
  std::memcpy(&old, text.data() + at, width);
  std::uint64_t value = random() % 2 ? old + random() % 5 - 2 : random() % 4 ? one_of(extremes, random) : random();
  std::string bytes(reinterpret_cast<const char*>(&value), width);
  if (random() % 3 == 0) std::ranges::reverse(bytes);
  text.replace(at, width, bytes);
}

using Change = void (*)(std::string&, const std::string&, Random&);

std::string with_changes(std::string text, const std::string& other, Random& random,
                         std::initializer_list<Change> changes) {
  for (std::size_t left = 1 + (random() % 2 ? 0 : random() % 5); left > 0; --left)
    data(changes)[random() % changes.size()](text, other, random);
  return text;
}

std::string changed_text(const std::string& text, const std::string& other, Random& random) {
  return with_changes(text, other, random,
                      {change_bytes, change_words, change_number, change_number, change_lines, change_fields});
}

/// An NPY file has as many bytes as its header says, where the header can be read and does not ask for many.
void fit_array(std::string& text) {
  const std::size_t type = text.find("'descr': '"), shape = text.find("'shape': ("), end = text.find('\n');
  if (!text.starts_with("\x93NUMPY") || end == text.npos || type > end || shape > end) return;
  std::size_t bytes = static_cast<unsigned char>(text[type + 12]) - '0';
  for (std::size_t at = shape + 10; at < end && text[at] != ')'; ++at) {
    std::size_t length = 0;
    for (; std::isdigit(static_cast<unsigned char>(text[at])); ++at)
      length = std::min<std::size_t>(10 * length + static_cast<std::size_t>(text[at] - '0'), 1 << 16);
    bytes *= length;
    if (text[at] != ',') break;
    while (text[at + 1] == ' ') ++at;
    if (text[at + 1] == ')') break;
  }
  if (bytes < 4096) text.resize(end + 1 + bytes, '\1');
}

std::string changed_binary(const std::string& text, const std::string& other, Random& random) {
  std::string result = with_changes(text, other, random, {change_bytes, change_length, change_length, change_number});
  if (random() % 2) fit_array(result);
  return result;
}

bool is_binary(const std::string& text) { return text.find('\0') != text.npos; }

/// Most texts stay below this.
constexpr std::size_t longest = 1 << 14;

}  // namespace

std::string changed(const std::string& text, const std::string& other, Random& random) {
  std::string result;
  const Packing packing = packing_of(text);
  if (packing != Packing::none && random() % 2) {
    // Nothing but what the packing itself would refuse is changed outside.
    std::vector<Member> members = unpacked(text, packing), foreign = unpacked(other, packing_of(other));
    for (Member& member : members) {
      if (members.size() > 1 && random() % 2) continue;
      const std::string& from = foreign.empty() ? other : one_of(foreign, random).bytes;
      member.bytes = changed(member.bytes, from, random);
    }
    if (!members.empty() && random() % 16 == 0) members.push_back(members[random() % members.size()]);
    result = packed(members, packing, random);
    if (random() % 8 == 0) result = changed_binary(result, other, random);
  } else {
    result = is_binary(text) ? changed_binary(text, other, random) : changed_text(text, other, random);
  }
  if (result.size() > longest + text.size()) result.resize(longest + text.size());
  return result;
}

}  // namespace uneven::fuzz
