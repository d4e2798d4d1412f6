// SPDX-License-Identifier: MIT
#pragma once

namespace uneven::runner {

/// Where OpenBLAS did not know this processor and OPENBLAS_CORETYPE is not set, starts the program again with kernels
/// that fit, five times as fast on processors with AVX-512: OpenBLAS chooses once, when it is loaded. Before MPI_Init.
void require_fitting_blas(char** argv);

}  // namespace uneven::runner
