#include "document/perceptron_text.hpp"

#include <array>
#include <charconv>

#include "base/error.hpp"

namespace uneven::document {

namespace {

constexpr std::int64_t largest = 9007199254740991;  // doubles and JSON hold integers up to here

}  // namespace

std::string text_of(const Perceptron& network) {
  return std::to_string(network.inputs) + "-" + std::to_string(network.hidden) + "-" + std::to_string(network.outputs);
}

Perceptron parse_perceptron(std::string_view text, const std::string& what) {
  std::array<std::int64_t, 3> sizes{};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const bool separated = i == 0 || (at != end && *at++ == '-');
    const auto [next, error] = std::from_chars(at, end, sizes[i]);
    if (!separated || error != std::errc() || sizes[i] < 1 || sizes[i] > largest) at = nullptr;
    if (!at) break;
    at = next;
  }
  if (at != end) {
    throw UsageError(what + ": '" + std::string(text) + "' is not inputs-hidden-outputs, such as 203-80-26");
  }
  return {sizes[0], sizes[1], sizes[2]};
}

}  // namespace uneven::document
