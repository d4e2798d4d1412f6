#pragma once

#include "perceptron/kernels.hpp"

namespace uneven::perceptron {

extern const Kernels<float> avx512_float, avx2_float, baseline_float;
extern const Kernels<double> avx512_double, avx2_double, baseline_double;

}  // namespace uneven::perceptron
