// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bp/weights.hpp"
#include "document/json.hpp"

namespace uneven::bp {

/// The state of a training run between two iterations, gathered at one processor. All numbers are finite.
template <class Real>
struct State {
  std::vector<double> error;  ///< of each iteration done
  Whole<Real> weights;
  Whole<Real> velocity;  ///< empty without momentum
};

/// Writes the errors, the weights and the velocity as they lie in memory, see document/checkpoint.hpp.
/// @param identity  properties that a resuming run must share: data, network, seed, ...
template <class Real>
void write_checkpoint(const std::string& path, const document::Json& identity, const State<Real>& state);

/// Reads a checkpoint. @return  nothing if there is no such file.
/// @throws InputError if the file is damaged, has another identity (naming the difference), or holds impossible values.
template <class Real>
std::optional<State<Real>> read_checkpoint(const std::string& path, const document::Json& identity,
                                           std::size_t weights);

}  // namespace uneven::bp
