// One iteration of the data-parallel programs, one process, one and two threads, against plain loops over whole arrays;
// taken in turn, the fastest of several rounds of each. Arguments: millions of points (default 20), rounds.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <thread>
#include <vector>

#include "elements/em.hpp"
#include "elements/kmeans.hpp"
#include "elements/logistic.hpp"
#include "elements/random.hpp"
#include "elements/serial.hpp"
#include "plain_loops.hpp"

namespace {

using namespace uneven::elements;
using uneven::bench::Plain;

constexpr int d = 3, k = 8;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// Points around eight places; with `label`, a fourth column of 0 and 1.
std::vector<double> made_up(std::int64_t n, bool label) {
  std::vector<double> rows;
  rows.reserve(static_cast<std::size_t>(n * (d + label)));
  for (std::int64_t i = 0; i < n; ++i) {
    const auto place = mixed_bits(1, 2, std::uint64_t(i)) % k;
    double sum = 0;
    for (int j = 0; j < d; ++j) {
      rows.push_back(double(place >> j & 1) * 4 + uniform(2, std::uint64_t(j), std::uint64_t(i)));
      sum += rows.back() - 2;
    }
    if (label) rows.push_back(uniform(3, 0, std::uint64_t(i)) < 1 / (1 + std::exp(-sum)));
  }
  return rows;
}

void compare(const char* name, std::int64_t n, bool label, const std::function<std::unique_ptr<Program>(Settings)>& make,
             void (*plain_loop)(const Plain&, std::int64_t, std::int64_t, double*), int rounds) {
  const std::vector<double> rows = made_up(n, label);
  Settings settings;
  settings.elements = n;
  settings.columns = d + label;
  settings.clusters = k;
  settings.iterations = 1 << 30;
  settings.tolerance = 0;
  if (!label) settings.centroids.assign(rows.begin(), rows.begin() + k * d);
  const auto program = make(settings);
  Plain plain(rows, n, d, label);
  for (int threads = 1; threads <= 2; ++threads) {
    SerialRun run(*program, rows, d + label, threads);
    const int groups = int(program->groups().size());
    const auto iterate = [&] {
      for (int g = 0; g < groups; ++g) run.superstep();
    };
    iterate(), iterate();
    double ours = 1e30, theirs = 1e30;
    for (int round = 0; round < rounds; ++round) {
      double start = now();
      iterate();
      ours = std::min(ours, now() - start);
      start = now();
      plain.run(plain_loop, threads);
      theirs = std::min(theirs, now() - start);
    }
    std::printf("  %-9s %d thread%s %9.2f ms, plain loop %9.2f ms, ratio %.2f\n", name, threads, threads > 1 ? "s" : " ",
                ours * 1e3, theirs * 1e3, ours / theirs);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto n = std::int64_t(1e6 * (argc > 1 ? std::atof(argv[1]) : 20));
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 7;
  std::printf("kernels: %s\n", kernels().instruction_set);
  compare("kmeans", n, false, [](Settings s) { return std::make_unique<KMeans>(s); }, uneven::bench::plain_kmeans, rounds);
  compare("em", n / 10, false, [](Settings s) { return std::make_unique<ExpectationMaximisation>(s); },
          uneven::bench::plain_em, rounds);
  compare("logistic", n, true, [](Settings s) { return std::make_unique<LogisticRegression>(s); },
          uneven::bench::plain_logistic, rounds);
}
