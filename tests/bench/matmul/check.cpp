// SPDX-License-Identifier: MIT
// How well the check of run-matmul tells wrong products from those that are only rounded.
//
//     make build/bench/matmul/check
//     for core in Haswell SkylakeX Nehalem Prescott; do
//       OPENBLAS_CORETYPE=$core build/bench/matmul/check SIZE SEEDS single|double [KIND...]; done
//
// Products of OpenBLAS, in panels of random width as run-matmul makes them. Of each kind of input: how many honest
// products gave an alarm, the largest multiple of the bound that rounding reached, and how often each fault was found.

#include <cblas.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "../../unit/hbsp/trial.hpp"

namespace {

using namespace uneven::hbsp;

void gemm(int m, int n, int k, const float* a, int lda, const float* b, int ldb, float* c, int ldc) {
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1, a, lda, b, ldb, 1, c, ldc);
}

void gemm(int m, int n, int k, const double* a, int lda, const double* b, int ldb, double* c, int ldc) {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1, a, lda, b, ldb, 1, c, ldc);
}

/// Of four processes, each with a quarter of C. @param left_out  number of a panel that the first leaves out, or -1.
template <class Real>
void multiply(Trial<Real>& trial, int panel, int left_out) {
  const int n = static_cast<int>(trial.n), half = (n + 1) / 2;
  trial.c.assign(trial.a.size(), 0);
  for (int i = 0; i < n; i += half)
    for (int j = 0; j < n; j += half)
      for (int k = 0, t = 0; k < n; k += panel, ++t)
        if (i + j > 0 || t != left_out)
          gemm(std::min(half, n - i), std::min(half, n - j), std::min(panel, n - k), trial.a.data() + i * n + k, n,
               trial.b.data() + k * n + j, n, trial.c.data() + i * n + j, n);
}

struct Faults {
  int zero = 0, panel = 0, element = 0, nan = 0, infinite = 0;
};

template <class Real>
Deviation check(const Trial<Real>& trial, std::uint64_t seed) {
  const AddUp alone{[](auto) {}, [](auto) {}};
  return check_product(trial.product(), seed, alone);
}

template <class Real>
void campaign(const std::string& kind, int n, int seeds) {
  int alarms = 0, small = 0, too_large = 0;
  double most = 0, check_s = 0;
  Faults found;
  for (int seed = 1; seed <= seeds; ++seed) {
    auto trial = made_up_trial<Real>(kind, n, static_cast<std::uint64_t>(seed));
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    constexpr int widths[] = {1, 16, 64, 128, 256, 1 << 30};
    const int panel = std::min(n, widths[random() % std::size(widths)]);
    multiply(trial, panel, -1);
    const auto start = std::chrono::steady_clock::now();
    const Deviation honest = check(trial, static_cast<std::uint64_t>(seed));
    check_s += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    alarms += !honest.sound() && !honest.too_large;
    too_large += honest.too_large;
    if (honest.over_bound < 1e300) most = std::max(most, honest.over_bound);

    const auto is_found = [&] { return !check(trial, static_cast<std::uint64_t>(seed)).sound(); };
    const std::int64_t i = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n)), j = (i * 7 + 3) % n;
    Real& element = trial.element(i, j);
    const Real right = element;
    const double off = 1e-3 * trial.typical(i, j);
    element = static_cast<Real>(right + off);
    // What the number cannot hold is no fault.
    const bool shows = std::abs(static_cast<double>(element) - right) > off / 2;
    small += !shows;
    found.element += shows && is_found();
    element = std::numeric_limits<Real>::quiet_NaN();
    found.nan += is_found();
    element = std::numeric_limits<Real>::infinity();
    found.infinite += is_found();
    if (panel < n) {
      multiply(trial, panel, static_cast<int>(random() % static_cast<std::uint64_t>((n + panel - 1) / panel)));
      found.panel += is_found();
    } else {
      ++found.panel;
    }
    std::ranges::fill(trial.c, 0);
    found.zero += is_found();
  }
  std::printf("%s\t%d\t%s\t%s\t%d\t%d\t%d\t%.2g\t%d\t%d\t%d\t%d\t%d\t%d\t%.3g\n", openblas_get_corename(), n,
              sizeof(Real) == 4 ? "single" : "double", kind.c_str(), seeds, alarms, too_large, most, found.zero,
              found.panel, found.element, small, found.nan, found.infinite, check_s / seeds);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: check SIZE SEEDS single|double [KIND...]\n");
    return 64;
  }
  openblas_set_num_threads(1);
  const int n = std::atoi(argv[1]), seeds = std::atoi(argv[2]);
  std::vector<std::string> kinds(argv + 4, argv + argc);
  if (kinds.empty()) kinds = trial_kinds();
  std::printf(
      "core\tsize\tprecision\tkind\tproducts\talarms\ttoo_large\tmost\tzero\tpanel\telement\tunseen\tnan\tinf\tcheck_"
      "s\n");
  for (const std::string& kind : kinds)
    std::string(argv[3]) == "single" ? campaign<float>(kind, n, seeds) : campaign<double>(kind, n, seeds);
}
