// SPDX-License-Identifier: MIT
#include "check/contradictions.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/number.hpp"

namespace uneven::check {

using document::Node;

bool agree(double found, double expected, double scale) {
  if (!std::isfinite(found) || !std::isfinite(expected)) return found == expected;
  constexpr double relative = 1e-9, rounding = 1e-13;
  const double apart = std::max(relative * std::max(std::abs(found), std::abs(expected)), rounding * scale);
  return std::abs(found - expected) <= apart;
}

std::string digits(double value) { return shortest(value); }

bool fits(double needed, std::int64_t memory) {
  const auto bytes = static_cast<double>(memory);
  return needed <= bytes || agree(needed, bytes);
}

std::string too_large(double needed, std::int64_t memory, std::size_t processor) {
  return "needs " + (needed < 0x1p53 ? std::to_string(static_cast<std::int64_t>(std::ceil(needed))) : digits(needed)) +
         " bytes; expected at most the " + std::to_string(memory) + " of processor " + std::to_string(processor);
}

Comparison::Comparison(const Node& json, std::string pointer, document::Faults& faults)
    : json_(json), pointer_(std::move(pointer)), faults_(faults) {}

const Node* Comparison::number_at(const char* key) const {
  const Node& found = json_[key];
  return found.is_number() ? &found : nullptr;
}

void Comparison::number(const char* key, double expected, double scale) {
  const Node* found = number_at(key);
  if (found && !agree(found->number(), expected, scale))
    fault(key, "found " + found->dump() + "; the rest of the document gives " + digits(expected));
}

void Comparison::at_least(const char* key, double expected, double scale) {
  const Node* found = number_at(key);
  if (found && found->number() < expected && !agree(found->number(), expected, scale))
    fault(key, "found " + found->dump() + "; the rest of the document gives at least " + digits(expected));
}

void Comparison::bytes(const schedule::Bytes& expected) {
  const auto compare = [&](const char* key, std::int64_t bytes) {
    const Node& found = json_["bytes"][key];
    if (found.is_number() && found.integer() != bytes)
      faults_.add(pointer_ + "/bytes/" + key,
                  "found " + found.dump() + "; the messages of the plan have " + std::to_string(bytes));
  };
  compare("largest", expected.largest);
  compare("sum", expected.sum);
}

void Comparison::fault(const char* key, const std::string& text) { faults_.add(pointer_ + "/" + key, text); }

}  // namespace uneven::check
