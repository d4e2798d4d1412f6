// SPDX-License-Identifier: MIT
#include "fitting_blas.hpp"

#include <cblas.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "machine/instruction_set.hpp"

namespace uneven::runner {

void require_fitting_blas(char** argv) {
  constexpr const char* variable = "OPENBLAS_CORETYPE";
  if (std::getenv(variable)) return;
  const auto core = machine::better_blas_core(openblas_get_corename(), machine::has_avx2(), machine::has_avx512());
  if (!core) return;
  ::setenv(variable, core->c_str(), 1);
  std::error_code unreadable;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", unreadable);
  ::execv(program.c_str(), argv);  // where that fails, slow kernels compute the same
}

}  // namespace uneven::runner
