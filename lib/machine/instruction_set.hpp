// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace uneven::machine {

/// What this processor can do of what the kernels are compiled for, each with all that its compiler options allow.
bool has_avx2();
bool has_avx512();

/// OpenBLAS takes a processor that is newer than itself for a Prescott, and computes without AVX.
/// @param chosen  its own choice, of openblas_get_corename().
/// @return        a core whose kernels the processor can run, for OPENBLAS_CORETYPE; nothing if the choice may stay.
std::optional<std::string> better_blas_core(std::string_view chosen, bool avx2, bool avx512);

}  // namespace uneven::machine
