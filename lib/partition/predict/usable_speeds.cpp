// SPDX-License-Identifier: MIT
#include "partition/predict/usable_speeds.hpp"

#include "base/error.hpp"
#include "base/foreign_text.hpp"
#include "document/faults.hpp"

namespace uneven::partition {

namespace {

std::optional<document::Perceptron> measured_network(const std::string& text) {
  try {
    return document::parse_perceptron(text, "network");
  } catch (const std::exception&) {
    return {};
  }
}

bool serves(const std::string& measured, const document::Perceptron& network) {
  const auto found = measured_network(measured);
  return found && found->inputs == network.inputs && found->outputs == network.outputs;
}

}  // namespace

std::optional<std::string> other_kernel(const document::Speeds& speeds, const document::Perceptron& network,
                                        const std::string& input) {
  if (!speeds.kernel.empty() && speeds.kernel != "bp") {
    return "the speeds are of kernel " + shown(speeds.kernel) + ", not bp";
  }
  const auto measured = speeds.kernel_options.find("network");
  const bool known = measured != speeds.kernel_options.end();
  if (known && !(measured->is_string() && serves(measured->get<std::string>(), network))) {
    return "the speeds are of network " + document::excerpt(*measured) + ", not " + text_of(network);
  }
  const auto form = speeds.kernel_options.find("input");
  if (!input.empty() && form != speeds.kernel_options.end() && *form != input) {
    return "the speeds are of input " + document::excerpt(*form) + ", not " + input;
  }
  return std::nullopt;
}

std::optional<std::string> why_no_seconds(const document::Speeds& speeds, const document::Perceptron& network,
                                          const std::string& input) {
  if (!speeds.network) return "the speeds lack `network`; measure-speeds measures it (without --no-network)";
  if (speeds.kernel.empty()) return "the speeds do not say their `kernel`; measure-speeds --kernel bp does";
  if (const auto other = other_kernel(speeds, network, input)) {
    return *other + "; measure-speeds --kernel bp --network " + text_of(network) +
           (input.empty() ? "" : " --input " + input) + " measures them";
  }
  if (!speeds.kernel_options.contains("network")) {
    return "/kernel_options: the speeds do not say their `network`; expected \"" + text_of(network) + "\"";
  }
  if (const auto of = speeds.kernel_options.find("precision"); of != speeds.kernel_options.end() && *of != "single") {
    return "the speeds are of precision " + document::excerpt(*of) + "; seconds are predicted in single precision";
  }
  return std::nullopt;
}

std::int64_t measured_hidden(const document::Speeds& speeds, const document::Perceptron& network) {
  const auto measured = speeds.kernel_options.find("network");
  if (measured == speeds.kernel_options.end() || !measured->is_string()) return network.hidden;
  const auto found = measured_network(measured->get<std::string>());
  return found ? found->hidden : network.hidden;
}

}  // namespace uneven::partition
