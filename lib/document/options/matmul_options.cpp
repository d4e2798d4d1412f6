// SPDX-License-Identifier: MIT
#include "document/options/matmul_options.hpp"

#include "document/describe/field.hpp"
#include "document/options/run_options.hpp"

namespace uneven::document {
namespace {

template <bool MatmulOptions::*transposes>
bool is_as_it_is(const void* options) {
  return !(static_cast<const MatmulOptions*>(options)->*transposes);
}

}  // namespace

Object describe_input(const MatmulOptions&) {
  using O = MatmulOptions;
  return Object({
      maybe<&O::a>("a", file(), "Absent: made up from the seed."),
      maybe<&O::b>("b", file(), "Absent: made up from the seed."),
      field<&O::transpose_a>("transpose_a", flag(), "The file of A holds A transposed.")
          .unless(is_as_it_is<&O::transpose_a>),
      field<&O::transpose_b>("transpose_b", flag(), "The file of B holds B transposed.")
          .unless(is_as_it_is<&O::transpose_b>),
  });
}

Object describe_options(const MatmulOptions&) {
  using O = MatmulOptions;
  return Object({
      maybe<&O::seed>("seed", count(), ""),
      maybe<&O::precision>("precision", one_of({"single", "double"}), ""),
      maybe<&O::check>("check", flag(), "Verify the product with random vectors."),
      maybe<&O::match>("match", match(), ""),
      maybe<&O::c>("c", file(), "The product; absent: it is not kept."),
      maybe<&O::max_seconds>("max_seconds", positive(), ""),
  });
}

}  // namespace uneven::document
