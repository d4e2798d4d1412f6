// SPDX-License-Identifier: MIT
// Seconds of one product of ScaLAPACK's pdgemm on a process grid: what run-matmul is compared with.
//
//     mpirun -n 8 pdgemm SIZE GRID_ROWS GRID_COLUMNS BLOCK

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

extern "C" {
void Cblacs_pinfo(int* rank, int* ranks);
void Cblacs_get(int context, int what, int* value);
void Cblacs_gridinit(int* context, const char* order, int rows, int columns);
void Cblacs_gridinfo(int context, int* rows, int* columns, int* row, int* column);
void Cblacs_barrier(int context, const char* scope);
void Cblacs_gridexit(int context);
void Cblacs_exit(int go_on);
int numroc_(const int* n, const int* block, const int* process, const int* first, const int* processes);
void descinit_(int* descriptor, const int* m, const int* n, const int* row_block, const int* column_block,
               const int* first_row, const int* first_column, const int* context, const int* stride, int* info);
void pdgemm_(const char* trans_a, const char* trans_b, const int* m, const int* n, const int* k, const double* alpha,
             const double* a, const int* ia, const int* ja, const int* descriptor_a, const double* b, const int* ib,
             const int* jb, const int* descriptor_b, const double* beta, double* c, const int* ic, const int* jc,
             const int* descriptor_c);
void openblas_set_num_threads(int threads);
}

int main(int argc, char** argv) {
  if (argc != 5) return std::fprintf(stderr, "usage: pdgemm SIZE GRID_ROWS GRID_COLUMNS BLOCK\n"), 64;
  const int n = std::atoi(argv[1]), rows = std::atoi(argv[2]), columns = std::atoi(argv[3]), block = std::atoi(argv[4]);
  openblas_set_num_threads(1);
  int rank = 0, ranks = 0, context = 0, row = 0, column = 0, r = 0, c = 0;
  Cblacs_pinfo(&rank, &ranks);
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "Row", rows, columns);
  Cblacs_gridinfo(context, &r, &c, &row, &column);
  if (row >= 0) {
    const int zero = 0, one = 1;
    const int height = numroc_(&n, &block, &row, &zero, &rows), width = numroc_(&n, &block, &column, &zero, &columns);
    const std::size_t cells = static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
    std::vector<double> a(cells), b(cells), product(cells, 0.0);
    for (std::size_t i = 0; i < cells; ++i) {
      a[i] = std::rand() / (RAND_MAX + 1.0) - 0.5;
      b[i] = std::rand() / (RAND_MAX + 1.0) - 0.5;
    }
    int descriptor[9], info = 0;
    const int stride = height > 0 ? height : 1;
    descinit_(descriptor, &n, &n, &block, &block, &zero, &zero, &context, &stride, &info);
    const double alpha = 1, beta = 0;
    const auto multiply = [&](int size) {
      pdgemm_("N", "N", &size, &size, &size, &alpha, a.data(), &one, &one, descriptor, b.data(), &one, &one, descriptor,
              &beta, product.data(), &one, &one, descriptor);
    };
    // Connects the processes, as run-matmul does before its seconds begin.
    multiply(std::min(n, 2 * block * std::max(rows, columns)));
    Cblacs_barrier(context, "All");
    const auto start = std::chrono::steady_clock::now();
    multiply(n);
    Cblacs_barrier(context, "All");
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (rank == 0) std::printf("%.6f\n", seconds);
    Cblacs_gridexit(context);
  }
  Cblacs_exit(0);
}
