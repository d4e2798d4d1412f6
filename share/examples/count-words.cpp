// SPDX-License-Identifier: MIT
// Counts the words of a text: each line sends a 1 to every word in it, as often as the word is there.
//
//   g++ -std=c++20 -O3 -shared -fPIC -I$PREFIX/include/uneven count-words.cpp -o libwords.so
//   run-bsp ./libwords.so -n 4 --data text.txt --element-output words.csv
#include <algorithm>

#include "elements/program.hpp"

using namespace uneven::elements;

class Words : public Program {
 public:
  explicit Words(const Settings& settings) : settings_(settings) {}

  enum { lines, words, totals };

  std::vector<Group> groups() const override {
    return {{.name = "lines", .count = settings_.elements, .lanes = {1}, .keyed = true},
            {.name = "words", .count = settings_.keys, .lanes = {8}, .keyed = true, .join = Join::add, .changes = true},
            {.name = "totals", .central = true, .count = 1, .fields = 2, .message = 1}};
  }

  DataForm data_form() const override { return DataForm::text; }

  void begin(State& state) const override { state.values[totals] = {0, 0}; }

  int next(const State&, int last) const override { return last == totals ? stop : last + 1; }

  void step(const Batch& batch, Outbox& out) const override {
    if (batch.group == lines) {
      for (std::int64_t l = 0; l < batch.link_start[batch.count]; ++l) out.send(words, batch.links[l], 1);
      return;
    }
    double* table = out.table(totals);
    for (std::int64_t i = 0; i < batch.count; ++i) {
      batch.lane<std::int64_t>(0)[i] = batch.received[i];
      table[0] = std::max(table[0], static_cast<double>(batch.received[i]));
    }
  }

  void combine(int, double* into, const double* from, std::int64_t) const override {
    into[0] = std::max(into[0], from[0]);
  }

  void step_central(int, const double* table, State& state) const override { state.values[totals] = {table[0], 1}; }

  std::int64_t iterations(const State& state) const override {
    return static_cast<std::int64_t>(state.values[totals][1]);
  }
  double objective(const State& state) const override { return state.values[totals][0]; }
  std::vector<Result> results(const State& state) const override {
    return {{"different", {static_cast<double>(settings_.keys)}, 0}, {"most", {state.values[totals][0]}, 0}};
  }

  bool has_output() const override { return true; }
  bool whole_output() const override { return true; }
  int output_group() const override { return words; }
  void output(const Batch& batch, double* numbers) const override {
    std::copy_n(batch.lane<std::int64_t>(0), batch.count, numbers);
  }

 private:
  Settings settings_;
};

UNEVEN_PROGRAM(Words)
