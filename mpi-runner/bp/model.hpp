// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bp/weights.hpp"
#include "data/training/dataset.hpp"
#include "document/options/network_options.hpp"

namespace uneven::bp {

/// A trained network without its weights.
struct Model {
  std::vector<std::int64_t> sizes;  ///< of the layers, from the inputs to the outputs
  document::NetworkOptions units;
  std::vector<std::string> labels;        ///< of the outputs; empty: they are numbers
  std::optional<data::InputScale> scale;  ///< of the inputs
  bool single = true;                     ///< precision of the weights
};

/// Writes a model as one NPZ file, beside its place, and renames it. numpy.load() reads its arrays: weights_1 (hidden
/// units x inputs), weights_2 (outputs x hidden units) and so on for each layer, bias_1 and bias_2 with biases, mean
/// and deviation of standardised inputs. Its member model.json tells the rest.
template <class Real>
void write_model(const std::string& path, const Model& model, const Whole<Real>& weights);

/// The text of the member model.json, all but the scale; and a model from it. @throws InputError
std::string text_of(const Model& model);
Model model_from(const std::string& text);

/// Reads what a model says of itself.
/// @throws OpenError, InputError  if the file is no model, or has impossible members.
Model read_model(const std::string& path);

/// Its weights. @throws InputError  if their shapes are not the network's, or one is not finite.
template <class Real>
Whole<Real> read_model_weights(const std::string& path, const Model& model);

}  // namespace uneven::bp
