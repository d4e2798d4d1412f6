#include "base/blas_core.hpp"

namespace uneven {

std::optional<std::string> better_blas_core(std::string_view chosen, bool avx2, bool avx512) {
  if (chosen != "Prescott" || !avx2) return std::nullopt;
  return avx512 ? "SkylakeX" : "Haswell";
}

}  // namespace uneven
