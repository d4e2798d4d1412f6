// SPDX-License-Identifier: MIT
#include <cstdint>
#include <type_traits>

#include "elements/kernels/kernels.hpp"

#ifdef __x86_64__
#pragma GCC target("arch=x86-64-v4,prefer-vector-width=512")
#include "elements/kernels/vectors.hpp"

namespace uneven::elements {

constinit const Kernels avx512_kernels = make_kernels<64>("avx512");

}  // namespace uneven::elements
#endif
