// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bp/weights.hpp"
#include "data/training/dataset.hpp"
#include "document/json.hpp"
#include "document/options/network_options.hpp"

namespace uneven::bp {

/// What a network makes of some samples; sums over them.
struct Quality {
  double loss = 0;
  double squares = 0;                   ///< of the distances of outputs from targets
  double deviations = 0;                ///< squares of the distances of targets from their mean
  std::vector<double> means;            ///< of the targets of each output
  std::int64_t samples = 0, right = 0;  ///< those with targets; of them, those that the network classifies correctly
  std::map<std::vector<std::int64_t>, std::int64_t> of_class;  ///< samples by the key of their targets

  /// Adds what it makes of other samples. Deviations of two sets: T. F. Chan, G. H. Golub, R. J. LeVeque, The American
  /// Statistician 37(3), 1983, eq. (2.1).
  void add(const Quality& other);
};

/// Measures it. A sample's class is the phoneme at the smallest angle (`phonemes`, the NETtalk task), else the largest
/// output; with a single output, whether it exceeds 0.5.
/// @param sizes  of the layers. @param samples  prepared as for training; without targets, only outputs are found.
/// @param outputs  takes the outputs, shape [samples, outputs]; null: not wanted.
/// Cost: one forward pass.
template <class Real>
Quality quality(const std::vector<std::int64_t>& sizes, const document::NetworkOptions& options,
                const Whole<Real>& weights, const data::Samples<Real>& samples, bool phonemes,
                std::vector<double>* outputs = nullptr);

/// Class of a row of outputs or targets, from 0: the largest; of a single one, whether it exceeds 0.5.
template <class Real>
std::int64_t class_of(const Real* values, std::int64_t count) {
  return count == 1 ? values[0] > Real(0.5) : std::max_element(values, values + count) - values;
}

/// Adds the quality to a report's result under names that begin with `prefix`: accuracy and its baseline, that of
/// guessing the commonest class; of linear outputs that are no classes, the mean squared error and its baseline, that
/// of guessing the mean.
void add_quality(document::OrderedJson& result, const std::string& prefix, const Quality& quality, std::int64_t outputs,
                 bool classes);

}  // namespace uneven::bp
