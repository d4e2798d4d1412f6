// SPDX-License-Identifier: MIT
#include "perceptron/kernels.hpp"

#include "machine/machine.hpp"

namespace uneven::perceptron {

template <class Real>
std::vector<const Kernels<Real>*> supported_kernels() {
  constexpr bool single = sizeof(Real) == sizeof(float);
  const auto choose = [](const Kernels<float>* f, const Kernels<double>* d) {
    if constexpr (single) {
      return (void)d, f;
    } else {
      return (void)f, d;
    }
  };
  std::vector<const Kernels<Real>*> list;
#ifdef __x86_64__
  if (machine::has_avx512()) list.push_back(choose(&avx512_float, &avx512_double));
  if (machine::has_avx2()) list.push_back(choose(&avx2_float, &avx2_double));
#endif
  list.push_back(choose(&baseline_float, &baseline_double));
  return list;
}

template <class Real>
const Kernels<Real>& kernels() {
  static const Kernels<Real>& best = *supported_kernels<Real>().front();
  return best;
}

const char* instruction_set() { return kernels<float>().instruction_set; }

template std::vector<const Kernels<float>*> supported_kernels();
template std::vector<const Kernels<double>*> supported_kernels();
template const Kernels<float>& kernels();
template const Kernels<double>& kernels();

}  // namespace uneven::perceptron
