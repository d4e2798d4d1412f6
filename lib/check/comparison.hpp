#pragma once

#include <string>

#include "document/describe/tree.hpp"
#include "document/faults.hpp"

namespace uneven::check {

/// Whether two numbers are the same to 1e-9 of the greater, or but for rounding of numbers of the size `scale`.
bool agree(double found, double expected, double scale = 0);

/// A number as a message writes it: all its digits.
std::string digits(double value);

/// One object of a document, beside what follows from the rest of it.
class Comparison {
 public:
  /// @param json     the object, null if absent; must outlive this.
  /// @param pointer  to it.
  Comparison(const document::Node& json, std::string pointer, document::Faults& faults);

  /// The member, if it is there and a number.
  const document::Node* number_at(const char* key) const;

  /// A fault unless the member agrees with what is expected; a member that is absent or null says nothing.
  /// @param scale  of the numbers that `expected` was worked out from, where rounding is theirs.
  void number(const char* key, double expected, double scale = 0);

  /// A fault unless the member is as large as expected, but for rounding.
  void at_least(const char* key, double expected, double scale = 0);

  void fault(const char* key, const std::string& text);

 private:
  const document::Node& json_;
  std::string pointer_;
  document::Faults& faults_;
};

}  // namespace uneven::check
