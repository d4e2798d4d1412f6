// SPDX-License-Identifier: MIT
// One iteration of back-propagation on one thread, single precision: the five matrix products alone, the library with
// dense input, and with the same input as one-hot groups; taken in turn, the fastest of several rounds of each.

#include <cblas-openblas.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

#include "perceptron/block.hpp"

namespace {

using uneven::perceptron::Block;
using uneven::perceptron::Buffer;
using uneven::perceptron::Samples;

/// Processor time, which other work beside disturbs less than the clock on the wall.
double now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

double seconds_of(const std::function<void()>& work) {
  const double start = now();
  work();
  return now() - start;
}

/// 7 letters, each one of 29 inputs.
struct Letters {
  explicit Letters(std::int64_t s) : samples(s), dense(s * 203), targets(s * 26) {
    std::mt19937 random(1);
    for (std::int64_t i = 0; i < s; ++i) {
      row_start.push_back(i * 7);
      for (int letter = 0; letter < 7; ++letter) {
        active.push_back(letter * 29 + int(random() % 29));
        dense[std::size_t(i * 203 + active.back())] = 1;
      }
    }
    row_start.push_back(s * 7);
    for (float& target : targets) target = float(random() % 2);
  }
  Samples<float> view(bool sparse) const {
    return {sparse ? nullptr : dense.data(), row_start.data(), active.data(), targets.data(), samples, 203, 26};
  }

  std::int64_t samples;
  std::vector<float> dense, targets;
  std::vector<std::int64_t> row_start;
  std::vector<std::int32_t> active;
};

/// X W^T, F V^T, d2^T F, d2 V and X^T D1 on whole matrices.
struct FiveProducts {
  FiveProducts(const Letters& data, int m_)
      : x(data.dense.data()), s(int(data.samples)), m(m_), w(n * m), f(std::int64_t(s) * m), v(l * m), u(s * l) {
    std::fill_n(w.data(), n * m, 0.1f);
    std::fill_n(v.data(), l * m, 0.1f);
  }
  void operator()() {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, s, m, n, 1, x, n, w.data(), m, 0, f.data(), m);
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, s, l, m, 1, f.data(), m, v.data(), m, 0, u.data(), l);
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, l, m, s, 1, u.data(), l, f.data(), m, 0, v.data(), m);
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, s, m, l, 1, u.data(), l, v.data(), m, 0, f.data(), m);
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, n, m, s, 1, x, n, f.data(), m, 0, w.data(), m);
    std::fill_n(w.data(), n * m, 0.1f);  // or the numbers would grow beyond all bounds
    std::fill_n(v.data(), l * m, 0.1f);
  }

  static constexpr int n = 203, l = 26;
  const float* x;
  int s, m;
  Buffer<float> w, f, v, u;
};

constexpr std::array phase_names{"start", "forward", "output error", "dV", "hidden error", "dW", "update"};
using Phases = std::array<double, phase_names.size()>;

Phases phases_of(Block<float>& block) {
  Phases seconds{};
  seconds[0] += seconds_of([&] { block.start_iteration(); });
  for (std::int64_t c = 0; c < block.chunks(); ++c) {
    seconds[1] += seconds_of([&] { block.forward(c); });
    seconds[2] += seconds_of([&] { block.output_error(c); });
    seconds[3] += seconds_of([&] { block.accumulate_output_gradient(c); });
    seconds[4] += seconds_of([&] { block.hidden_error(c); });
    seconds[5] += seconds_of([&] { block.accumulate_input_gradient(c); });
  }
  seconds[6] += seconds_of([&] { block.update(1e-4f); });
  return seconds;
}

/// GFLOP/s of a square product, the practical peak.
double peak() {
  constexpr int size = 1024;
  std::vector<float> a(size * size, 0.5f), b(a), c(a);
  double best = 1e30;
  for (int round = 0; round < 10; ++round) {
    best = std::min(best, seconds_of([&] {
                      cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, size, size, size, 1, a.data(), size,
                                  b.data(), size, 0, c.data(), size);
                    }));
  }
  return 2e-9 * size * size * size / best;
}

void compare(std::int64_t samples, int m, int rounds) {
  const Letters data(samples);
  FiveProducts products(data, m);
  Block<float> dense(data.view(false), m), sparse(data.view(true), m);
  dense.initialise(1);
  sparse.initialise(1);
  double products_s = 1e30, dense_s = 1e30, sparse_s = 1e30;
  Phases dense_phases, sparse_phases;
  dense_phases.fill(1e30);
  sparse_phases.fill(1e30);
  for (int round = 0; round < rounds; ++round) {
    products_s = std::min(products_s, seconds_of([&] { products(); }));
    dense_s = std::min(dense_s, seconds_of([&] { iterate(dense, 1e-4f); }));
    sparse_s = std::min(sparse_s, seconds_of([&] { iterate(sparse, 1e-4f); }));
    const Phases d = phases_of(dense), s = phases_of(sparse);
    for (std::size_t i = 0; i < d.size(); ++i) {
      dense_phases[i] = std::min(dense_phases[i], d[i]);
      sparse_phases[i] = std::min(sparse_phases[i], s[i]);
    }
  }
  const double cells = double(samples) * m, outputs = 26 * 2 * cells * 1e-9, inputs = 203 * 2 * cells * 1e-9;
  std::printf("\n203-%d-26, %lld samples, chunks of %lld (dense and one-hot)\n", m, (long long)samples,
              (long long)dense.chunk());
  std::printf("  five products %10.3f ms\n  dense         %10.3f ms  %5.2f x the products\n", products_s * 1e3,
              dense_s * 1e3, dense_s / products_s);
  std::printf("  one-hot       %10.3f ms  %5.2f x faster than dense\n", sparse_s * 1e3, dense_s / sparse_s);
  std::printf("  %-14s %30s %30s\n", "phase", "dense: ms, share, GFLOP/s", "one-hot: ms, share, GFLOP/s");
  const Phases dense_work{0, inputs + outputs, 0, outputs, outputs, inputs, 0};
  const Phases sparse_work{0, outputs + 7 * cells * 1e-9, 0, outputs, outputs, 7 * cells * 1e-9, 0};
  const auto cell = [](const Phases& seconds, const Phases& work, std::size_t i) {
    const double all = std::accumulate(seconds.begin(), seconds.end(), 0.0);
    std::printf(" %12.3f %6.1f %% %8.1f", seconds[i] * 1e3, 100 * seconds[i] / all, work[i] / seconds[i]);
  };
  for (std::size_t i = 0; i < phase_names.size(); ++i) {
    std::printf("  %-14s", phase_names[i]);
    cell(dense_phases, dense_work, i);
    cell(sparse_phases, sparse_work, i);
    std::printf("\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  openblas_set_num_threads(1);
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 5;
  std::printf("kernels: %s; OpenBLAS: %s, %.0f GFLOP/s on a square product\n", uneven::perceptron::instruction_set(),
              openblas_get_corename(), peak());
  compare(1024, 80, 100 * rounds);
  compare(argc > 2 ? std::atoll(argv[2]) : 65536, 1024, rounds);
}
