// SPDX-License-Identifier: MIT
#include "elements/kernels/kernels.hpp"

#include "machine/machine.hpp"

namespace uneven::elements {

std::vector<const Kernels*> supported_kernels() {
  std::vector<const Kernels*> list;
#ifdef __x86_64__
  if (machine::has_avx512()) list.push_back(&avx512_kernels);
  if (machine::has_avx2()) list.push_back(&avx2_kernels);
#endif
  list.push_back(&baseline_kernels);
  return list;
}

const Kernels& kernels() {
  static const Kernels& best = *supported_kernels().front();
  return best;
}

}  // namespace uneven::elements
