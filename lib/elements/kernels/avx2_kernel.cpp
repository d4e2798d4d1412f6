// SPDX-License-Identifier: MIT
#include <cstdint>
#include <type_traits>

#include "elements/kernels/kernels.hpp"

#ifdef __x86_64__
#pragma GCC target("arch=x86-64-v3,prefer-vector-width=256")
#include "elements/kernels/vectors.hpp"

namespace uneven::elements {

constinit const Kernels avx2_kernels = make_kernels<32>("avx2");

}  // namespace uneven::elements
#endif
