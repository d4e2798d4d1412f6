#pragma once

// The loops behind Kernels, for vectors of `bytes` bytes. Included only by the *_kernel.cpp files, after their choice
// of instruction set; calls nothing from the standard library that would be compiled for that set too.
//
// Each works on tiles of points: first what each point is (its nearest centroid, its responsibilities), kept in a
// buffer in the first-level cache; then, class by class, the sums, which stay in registers.

#include "elements/kernels/assign_loops.hpp"
#include "elements/kernels/logistic_loops.hpp"
#include "elements/kernels/mixture_loops.hpp"

namespace uneven::elements {
namespace {

template <int bytes>
constexpr Kernels make_kernels(const char* instruction_set) {
  return {instruction_set, assign<bytes>, nearest<bytes>, mixture<bytes>, logistic<bytes>, probability<bytes>};
}

}  // namespace
}  // namespace uneven::elements
