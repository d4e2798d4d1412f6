// SPDX-License-Identifier: MIT
// A program of one's own for run-bsp: a straight line through points (x, y) by robust least squares. Points far from
// the line count less (Huber's weights), so a few wild ones do not bend it.
//
//     g++ -std=c++20 -O3 -shared -fPIC -I$PREFIX/include/uneven mine.cpp -o libmine.so
//     run-bsp ./libmine.so -n 4 --data mine.csv

#include <algorithm>
#include <cmath>

#include "elements/program.hpp"
using namespace uneven::elements;
class Line : public Program {
 public:
  explicit Line(const Settings& settings) : settings_(settings) {}
  enum { points, line };                 // the two groups
  enum { slope, height, change, done };  // what the line remembers
  std::vector<Group> groups() const override {
    return {{.name = "points", .count = settings_.elements, .lanes = {8, 8}},
            {.name = "line", .central = true, .count = 1, .fields = 4, .message = 5}};
  }
  void begin(State& state) const override {
    state.values[line] = {0, 0, 0, 0};
    state.multicast[points] = {0, 0};  // the points are told slope and height
  }
  int next(const State& state, int last) const override {
    if (last == points) return line;
    return *settled(state) || iterations(state) >= settings_.iterations ? stop : points;
  }
  // Every point sends its weight and weighted products; the compiler makes vectors of this loop.
  void step(const Batch& batch, Outbox& out) const override {
    const double *x = batch.lane<double>(0), *y = batch.lane<double>(1);
    const double a = batch.multicast[slope], b = batch.multicast[height];
    double w = 0, wx = 0, wy = 0, wxx = 0, wxy = 0;
    for (std::int64_t i = 0; i < batch.count; ++i) {
      const double weight = 1 / std::max(1.0, std::abs(y[i] - a * x[i] - b));
      w += weight, wx += weight * x[i], wy += weight * y[i];
      wxx += weight * x[i] * x[i], wxy += weight * x[i] * y[i];
    }
    double* sums = out.table(line);
    sums[0] = w, sums[1] = wx, sums[2] = wy, sums[3] = wxx, sums[4] = wxy;
  }
  // The line solves its normal equations and tells all points.
  void step_central(int, const double* s, State& state) const override {
    const double a = (s[0] * s[4] - s[1] * s[2]) / (s[0] * s[3] - s[1] * s[1]), b = (s[2] - a * s[1]) / s[0];
    std::vector<double>& v = state.values[line];
    v = {a, b, std::abs(a - v[slope]) + std::abs(b - v[height]), v[done] + 1};
    state.multicast[points] = {a, b};
  }
  std::int64_t iterations(const State& state) const override { return std::int64_t(state.values[line][done]); }
  double objective(const State& state) const override { return state.values[line][change]; }
  std::string objective_name() const override { return "change"; }
  std::optional<bool> settled(const State& state) const override {
    return iterations(state) > 0 && objective(state) < 1e-10;
  }
  std::vector<Result> results(const State& state) const override {
    return {{"slope", {state.values[line][slope]}, 0}, {"height", {state.values[line][height]}, 0}};
  }

 private:
  Settings settings_;
};
UNEVEN_PROGRAM(Line)
