// SPDX-License-Identifier: MIT
#include <cstdint>
#include <type_traits>

#include "perceptron/kernels.hpp"

#ifdef __x86_64__
#pragma GCC target("arch=x86-64-v3,prefer-vector-width=256")
#include "perceptron/loops.hpp"

namespace uneven::perceptron {

constinit const Kernels<float> avx2_float = make_kernels<float, 32>("avx2");
constinit const Kernels<double> avx2_double = make_kernels<double, 32>("avx2");

}  // namespace uneven::perceptron
#endif
