// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>

#include "base/text.hpp"

namespace uneven::document {

/// Activation functions of a unit's weighted sum u. softmax: exp(u) over the sum of exp(u) of all outputs.
enum class HiddenUnits { sigmoid, tanh, relu };
enum class OutputUnits { sigmoid, softmax, linear };
/// Loss that training minimises; h: outputs, d: targets. squared: half the sum of (h - d)^2. cross_entropy: minus
/// the sum of d ln h, of sigmoid outputs of d ln h + (1 - d) ln(1 - h).
enum class Loss { squared, cross_entropy };
/// Weights before training. uniform: in [-0.3, 0.3]. glorot: within sqrt(6 / (units before + units behind)).
enum class FirstWeights { uniform, glorot };

constexpr auto table_of(HiddenUnits) {
  using enum HiddenUnits;
  return std::to_array<Name<HiddenUnits>>({{sigmoid, "sigmoid"}, {tanh, "tanh"}, {relu, "relu"}});
}
constexpr auto table_of(OutputUnits) {
  using enum OutputUnits;
  return std::to_array<Name<OutputUnits>>({{sigmoid, "sigmoid"}, {softmax, "softmax"}, {linear, "linear"}});
}
constexpr auto table_of(Loss) {
  return std::to_array<Name<Loss>>({{Loss::squared, "squared"}, {Loss::cross_entropy, "cross-entropy"}});
}
constexpr auto table_of(FirstWeights) {
  return std::to_array<Name<FirstWeights>>({{FirstWeights::uniform, "uniform"}, {FirstWeights::glorot, "glorot"}});
}

/// Activations, loss and first weights of a perceptron.
struct NetworkOptions {
  HiddenUnits hidden = HiddenUnits::sigmoid;
  OutputUnits output = OutputUnits::sigmoid;
  std::optional<Loss> loss{};  ///< absent: squared, of softmax cross-entropy
  bool bias = false;           ///< each unit adds a weight of its own to its sum
  FirstWeights first_weights = FirstWeights::uniform;
  bool operator==(const NetworkOptions&) const = default;
};

inline Loss loss_of(const NetworkOptions& o) {
  return o.loss.value_or(o.output == OutputUnits::softmax ? Loss::cross_entropy : Loss::squared);
}

/// Whether the loss fits the output units: of softmax only the cross-entropy, of linear ones only the squares.
inline bool loss_fits(const NetworkOptions& o) {
  if (o.output == OutputUnits::sigmoid) return true;
  return loss_of(o) == (o.output == OutputUnits::softmax ? Loss::cross_entropy : Loss::squared);
}

}  // namespace uneven::document
