// SPDX-License-Identifier: MIT
#include "document/perceptron_text.hpp"

#include <array>
#include <charconv>

#include "base/error.hpp"
#include "base/foreign_text.hpp"
#include "document/common_json.hpp"
#include "document/faults.hpp"

namespace uneven::document {

namespace {

constexpr std::int64_t largest = 9007199254740991;  // doubles and JSON hold integers up to here

bool is_perceptron(const Json& text) {
  try {
    return text.is_string() && parse_perceptron(text.get<std::string>(), "").inputs > 0;
  } catch (const UsageError&) {
    return false;
  }
}

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
    throw UsageError(what + ": '" + shown(text) + "' is not inputs-hidden-outputs, such as 203-80-26");
  }
  return {sizes[0], sizes[1], sizes[2]};
}

Faults faults_of_bp_options(const Json& kernel_options) {
  Faults faults;
  const Json network = raw_at(kernel_options, "network"), input = raw_at(kernel_options, "input");
  if (!network.is_null() && !is_perceptron(network))
    faults.add("/kernel_options/network",
               "found " + excerpt(network) + "; expected inputs-hidden-outputs, such as \"203-80-26\"");
  if (!input.is_null() && input != "dense" && input != "one-hot")
    faults.add("/kernel_options/input", "found " + excerpt(input) + "; expected dense or one-hot");
  return faults;
}

}  // namespace uneven::document
