#include "elements/kernels.hpp"

#include "elements/instruction_sets.hpp"

namespace uneven::elements {

std::vector<const Kernels*> supported_kernels() {
  std::vector<const Kernels*> list;
#ifdef __x86_64__
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512vl");
  if (avx512) list.push_back(&avx512_kernels);
  if (avx2) list.push_back(&avx2_kernels);
#endif
  list.push_back(&baseline_kernels);
  return list;
}

const Kernels& kernels() {
  static const Kernels& best = *supported_kernels().front();
  return best;
}

}  // namespace uneven::elements
