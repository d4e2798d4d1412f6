#pragma once

#include "elements/kernels/kernels.hpp"

namespace uneven::elements {

extern const Kernels avx512_kernels, avx2_kernels, baseline_kernels;

}  // namespace uneven::elements
