// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bp/weights.hpp"
#include "document/json.hpp"

namespace uneven::bp {

/// A training run between two iterations, as one processor can hold it. All numbers are finite.
template <class Real>
struct State {
  std::vector<double> error;  ///< of each iteration done
  Whole<Real> weights;
  Whole<Real> velocity;  ///< empty without momentum
};

/// Writes the errors, the weights and the velocity as they lie in memory, see document/checkpoint.hpp.
/// @param identity  what must be the same in the run that resumes: data, network, seed, ...
template <class Real>
void write_checkpoint(const std::string& path, const document::Json& identity, const State<Real>& state);

/// @return  nothing if there is no such file.
/// @throws InputError if the file is damaged, of another identity, naming what differs, or holds what no run writes.
template <class Real>
std::optional<State<Real>> read_checkpoint(const std::string& path, const document::Json& identity,
                                           std::size_t weights);

}  // namespace uneven::bp
