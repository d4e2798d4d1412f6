// SPDX-License-Identifier: MIT
#include "machine/instruction_set.hpp"

namespace uneven::machine {

#ifdef __x86_64__

bool has_avx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2");
}

bool has_avx512() {
  return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}

#else

bool has_avx2() { return false; }
bool has_avx512() { return false; }

#endif

std::optional<std::string> better_blas_core(std::string_view chosen, bool avx2, bool avx512) {
  if (chosen != "Prescott" || !avx2) return std::nullopt;
  return avx512 ? "SkylakeX" : "Haswell";
}

}  // namespace uneven::machine
