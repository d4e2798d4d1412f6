// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "document/describe/tree.hpp"
#include "document/json.hpp"

namespace uneven::document {

struct Object;

/// The type and limits of a JSON value.
struct Type {
  enum class Kind { integer, number, flag, text, name, list, object };

  Kind kind = Kind::object;
  std::string expected;                                     ///< in words, as messages say it: "an integer >= 0"
  bool nullable = false;                                    ///< null says the same as no value
  double least = -std::numeric_limits<double>::infinity();  ///< of a number
  double most = std::numeric_limits<double>::infinity();    ///< of a number
  bool above_least = false, below_most = false;             ///< the limit itself is excluded
  std::size_t fewest = 0;                                   ///< items of a list, bytes of a text
  std::size_t greatest = std::numeric_limits<std::size_t>::max();
  std::vector<std::string> names{};    ///< the values of a name
  std::shared_ptr<const Type> item{};  ///< of a list
  const Object* object = nullptr;      ///< its members; nullptr: any
  bool document = false;               ///< an object that is a document of its own
};

/// The largest integer whose neighbours are doubles, too; sums and differences of two fit into 64 bits.
inline constexpr double largest_integer = 9007199254740991;

Type integer_from(double least, std::string expected, double most = largest_integer);
Type count();  ///< an integer >= 0
Type size();   ///< an integer >= 1

Type number(std::string expected = "a number");
Type number_from(double least, std::string expected);
Type number_between(double least, double most, std::string expected);
Type amount();    ///< a number >= 0
Type positive();  ///< a finite number > 0

Type flag();
Type text(std::string expected = "a string");
Type one_of(std::vector<std::string> names);

/// @param fewest  items.
Type list_of(Type item, std::string expected, std::size_t fewest = 0);

/// An object with these members; with others, too, which are noted.
Type object(const Object& members, std::string expected = "an object");
/// An object with any members, which are kept as they are.
Type any_object(std::string expected = "an object");

/// The same or null. @param expected  if that is more than "... or null".
Type or_null(Type type, std::string expected = "");

/// Appends a JSON string. Bytes that are no UTF-8, which a command line may have, are replaced.
void append_text(std::string& out, std::string_view text);

/// Appends a number in the fewest digits that read back the same; one that is not finite as the word that stands for
/// it.
void append_number(std::string& out, double value);
void append_number(std::string& out, std::int64_t value);

/// The most faults of a document, or unknown keys in it, that a user is told of.
inline constexpr std::size_t most_shown = 20;

/// Faults of a document: the first lines, and how many there are. Memory: that of most_shown lines.
class Faults {
 public:
  using value_type = std::string;
  using const_iterator = std::vector<std::string>::const_iterator;

  /// @param pointer  JSON pointer to where.
  void add(const std::string& pointer, const std::string& text) { add_line(pointer + ": " + text); }
  void add_line(std::string line);

  /// Those of the same document that were found elsewhere.
  void add_all(const Faults& found) { add_member("", found); }
  /// Those of a document inside this one, at `pointer`.
  void add_member(const std::string& pointer, const Faults& found);

  bool empty() const { return count_ == 0; }
  std::size_t size() const { return count_; }  ///< also of those that are not kept
  const std::string& front() const { return lines_.front(); }
  const std::string& operator[](std::size_t i) const { return lines_[i]; }
  const_iterator begin() const { return lines_.begin(); }
  const_iterator end() const { return lines_.end(); }
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::vector<std::string> lines_;
  std::size_t count_ = 0;
};

/// "/key" of a JSON pointer, of any key: cleaned, and cut where it is long.
std::string pointer_step(const std::string& key);

/// A JSON value as a message quotes it: on one line, cleaned, and cut where it is long. Cost: that of writing it.
std::string excerpt(const Json& value);
std::string excerpt(const Node& value);  ///< Cost: linear in the excerpt.

/// The first lines, and how many more there are.
std::vector<std::string> first_lines(const Faults& faults);

}  // namespace uneven::document
