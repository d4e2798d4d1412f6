// SPDX-License-Identifier: MIT
#include <cstdint>
#include <type_traits>

#include "perceptron/kernels.hpp"

#ifdef __x86_64__
#pragma GCC target("arch=x86-64-v4,prefer-vector-width=512")
#include "perceptron/loops.hpp"

namespace uneven::perceptron {

constinit const Kernels<float> avx512_float = make_kernels<float, 64>("avx512");
constinit const Kernels<double> avx512_double = make_kernels<double, 64>("avx512");

}  // namespace uneven::perceptron
#endif
