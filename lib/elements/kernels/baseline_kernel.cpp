// SPDX-License-Identifier: MIT
#include <cstdint>
#include <type_traits>

#include "elements/kernels/kernels.hpp"
#include "elements/kernels/vectors.hpp"

namespace uneven::elements {

constinit const Kernels baseline_kernels = make_kernels<16>("baseline");

}  // namespace uneven::elements
