// SPDX-License-Identifier: MIT
// One iteration of K-means, EM and logistic regression, one process: the engine's threads beside plain loops over lanes
// of the same points, in turn, the fastest of several rounds of each; and the floor, which is the larger of the time to
// read the points and the time of the arithmetic at the measured rates of the machine.
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <random>
#include <thread>
#include <vector>

#include "bsp/plain.hpp"
#include "elements/programs.hpp"
#include "elements/serial.hpp"

namespace {

using namespace uneven::elements;

constexpr int rounds = 9;

/// Processor time of all threads, which other work beside disturbs less than the clock on the wall.
double now() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

/// Points around eight places, with a label 0 or 1 as fourth column.
std::vector<double> made_up(std::int64_t count, bool labelled) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  std::vector<double> rows;
  rows.reserve(static_cast<std::size_t>(count * (plain::d + labelled)));
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint64_t place = random() % plain::k;
    for (int j = 0; j < plain::d; ++j) rows.push_back(static_cast<double>(place >> j & 1) * 4 + normal(random));
    if (labelled) rows.push_back(static_cast<double>(random() % plain::k < place));
  }
  return rows;
}

/// The same points as whole lanes, for the plain loops.
struct Copy {
  Copy(const std::vector<double>& rows, bool labelled) {
    const std::size_t columns = plain::d + labelled;
    count = static_cast<std::int64_t>(rows.size() / columns);
    for (std::size_t j = 0; j < plain::d; ++j)
      for (std::size_t i = j; i < rows.size(); i += columns) lane[j].push_back(rows[i]);
    for (std::size_t i = plain::d; labelled && i < rows.size(); i += columns)
      label.push_back(static_cast<std::uint8_t>(rows[i]));
  }
  plain::Lanes lanes() const { return {{lane[0].data(), lane[1].data(), lane[2].data()}, label.data()}; }
  double bytes() const { return static_cast<double>(count * (8 * plain::d + !label.empty())); }

  std::int64_t count;
  std::vector<double> lane[plain::d];
  std::vector<std::uint8_t> label;
};

/// Calls part(first, last, sums) on each thread and adds up the sums.
using Part = std::function<void(std::int64_t first, std::int64_t last, double* sums)>;
std::vector<double> in_parts(int threads, std::int64_t count, std::size_t width, const Part& part) {
  std::vector<std::vector<double>> sums(static_cast<std::size_t>(threads), std::vector<double>(width, 0));
  std::vector<std::thread> others;
  for (int t = 1; t < threads; ++t)
    others.emplace_back([&, t] { part(count * t / threads, count * (t + 1) / threads, sums[std::size_t(t)].data()); });
  part(0, count / threads, sums[0].data());
  for (std::thread& other : others) other.join();
  for (std::size_t t = 1; t < sums.size(); ++t)
    for (std::size_t i = 0; i < width; ++i) sums[0][i] += sums[t][i];
  return sums[0];
}

struct Case {
  const char* name;
  std::int64_t count;
  bool labelled;
  /// Floating-point operations of a point; an exponential or logarithm counts as 30, a division as 8.
  double operations;
  std::size_t width;
  std::function<void(const plain::Lanes&, const double* told, std::int64_t, std::int64_t, double*)> plain_loop;
};

const Case cases[] = {
    {"kmeans", 20'000'000, false, plain::k * 9 + 4, plain::k*(plain::d + 1) + 1,
     [](const plain::Lanes& lanes, const double* told, std::int64_t first, std::int64_t last, double* sums) {
       plain::kmeans(lanes, first, last, told + 2, sums, sums + plain::k * (plain::d + 1));
     }},
    {"em", 2'000'000, false, plain::k*(23 + 30 + 19) + 38, plain::k * 10 + 1,
     [](const plain::Lanes& lanes, const double* told, std::int64_t first, std::int64_t last, double* sums) {
       plain::em(lanes, first, last, told + 1, sums, sums + plain::k * 10);
     }},
    {"logistic", 20'000'000, true, 6 + 30 + 8 + 3 + 7, plain::d + 1,
     [](const plain::Lanes& lanes, const double* told, std::int64_t first, std::int64_t last, double* sums) {
       plain::logistic(lanes, first, last, told + 1 + 3 * plain::d, sums);
     }}};

/// Keeps the fastest of several rounds.
struct Fastest {
  double seconds = 1e300;
  void again(const std::function<void()>& work, int threads) {
    const double start = now();
    work();
    seconds = std::min(seconds, (now() - start) / threads);
  }
};

void measure(const Case& c, int threads) {
  const std::vector<double> rows = made_up(c.count, c.labelled);
  const Copy copy(rows, c.labelled);
  Settings settings;
  settings.elements = c.count;
  settings.columns = plain::d + c.labelled;
  settings.iterations = 1'000'000;
  settings.tolerance = 0;
  const auto program = make_program(c.name, settings);
  SerialRun run(*program, rows, settings.columns, threads);
  while (program->iterations(run.state()) < 1) run.superstep();
  const auto in_all = [&](const Part& part) { return in_parts(threads, c.count, c.width, part); };
  Fastest ours, by_hand, reading, arithmetic;
  double operations = 0;
  for (int round = 0; round < rounds; ++round) {
    const std::vector<double> told = run.state().multicast[0];
    const auto done = program->iterations(run.state());
    by_hand.again(
        [&] {
          in_all(
              [&](auto first, auto last, double* sums) { c.plain_loop(copy.lanes(), told.data(), first, last, sums); });
        },
        threads);
    ours.again(
        [&] {
          while (program->iterations(run.state()) == done) run.superstep();
        },
        threads);
    reading.again(
        [&] { in_all([&](auto first, auto last, double* sums) { *sums = plain::read(copy.lanes(), first, last); }); },
        threads);
    arithmetic.again(
        [&] { in_all([&](auto, auto, double* sums) { operations = plain::multiply_add(1'000'000, 0.999, sums); }); },
        threads);
  }
  const double bandwidth = 8.0 * plain::d * static_cast<double>(c.count) / reading.seconds;
  const double rate = operations * threads / arithmetic.seconds;
  const double floor = std::max(copy.bytes() / bandwidth, c.operations * static_cast<double>(c.count) / rate);
  std::printf(
      "%-8s  %d thread%s  %6.2f ms, plain loop %6.2f ms: ratio %.2f; floor %6.2f ms (%.0f GB/s, %.0f GFLOP/s): %.2f "
      "times\n",
      c.name, threads, threads > 1 ? "s" : " ", 1e3 * ours.seconds, 1e3 * by_hand.seconds,
      ours.seconds / by_hand.seconds, 1e3 * floor, 1e-9 * bandwidth, 1e-9 * rate, ours.seconds / floor);
}

}  // namespace

int main() {
  if (!plain::can_run()) return std::puts("the plain loops need AVX-512"), 0;
  for (const Case& c : cases)
    for (const int threads : {1, 2}) measure(c, threads);
}
