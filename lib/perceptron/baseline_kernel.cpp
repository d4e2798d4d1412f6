// SPDX-License-Identifier: MIT
#include <cstdint>
#include <type_traits>

#include "perceptron/kernels.hpp"
#include "perceptron/loops.hpp"

namespace uneven::perceptron {

constinit const Kernels<float> baseline_float = make_kernels<float, 16>("baseline");
constinit const Kernels<double> baseline_double = make_kernels<double, 16>("baseline");

}  // namespace uneven::perceptron
