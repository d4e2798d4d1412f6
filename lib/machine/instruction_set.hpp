// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace uneven::machine {

/// Whether this processor can run the kernels compiled for AVX2, or AVX-512, with all extensions of their compiler
/// options.
bool has_avx2();
bool has_avx512();

/// A better core for OpenBLAS, which takes a processor newer than itself for a Prescott and then computes without AVX.
/// @param chosen  OpenBLAS's own choice, from openblas_get_corename().
/// @return        a core whose kernels the processor can run, for OPENBLAS_CORETYPE; nothing if the choice is good.
std::optional<std::string> better_blas_core(std::string_view chosen, bool avx2, bool avx512);

}  // namespace uneven::machine
