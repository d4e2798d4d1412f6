// SPDX-License-Identifier: MIT
#include "elements/programs/starts.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "elements/programs/points.hpp"

namespace uneven::elements {

namespace {

constexpr int starts = Clustering::run + 1;

/// Fields of the one element of group `starts`: runs that are over, the best of them, the iterations of all; whether
/// its state has been taken back, with which the program ends. Then come the objective of each run, whether it
/// converged, and the state.
enum { over, best, iterations_done, taken_back, first_list };

constexpr int most_starts = 10000;

/// A batch without the number of the run.
Batch batch_of_start(const Batch& batch) {
  Batch inner = batch;
  inner.multicast = batch.multicast.first(batch.multicast.size() - 1);
  return inner;
}

}  // namespace

Starts::Starts(const Settings& s, const Make& make) {
  if (s.starts > most_starts)
    throw InputError(std::to_string(s.starts) + " starts; expected 1 to " + std::to_string(most_starts));
  if (!s.centroids.empty())
    throw InputError("--starts: all starts would begin with the same --centroids; expected one of the two options");
  Settings settings = s;
  for (int i = 0; i < s.starts; ++i, ++settings.seed) starts_.push_back(make(settings));
  for (const Group& group : starts_[0]->groups()) saved_ += static_cast<std::size_t>(group.count * group.fields);
  saved_ += static_cast<std::size_t>(starts_[0]->numbers_told());
}

std::size_t Starts::saved_from() const { return first_list + 2 * starts_.size(); }

std::vector<Group> Starts::groups() const {
  std::vector<Group> groups = starts_[0]->groups();
  groups.push_back({.name = "starts", .central = true, .count = 1, .fields = static_cast<int>(saved_from() + saved_)});
  return groups;
}

const Clustering& Starts::start_of(const State& state) const {
  return *starts_[static_cast<std::size_t>(state.multicast[Clustering::points].back())];
}

void Starts::begin(State& state) const {
  state.values[starts].assign(saved_from() + saved_, 0);
  starts_[0]->begin(state);
  state.multicast[Clustering::points].push_back(0);
}

int Starts::next(const State& state, int last) const {
  if (state.values[starts][taken_back] != 0) return stop;
  const int next = start_of(state).next(state, last);
  return next == stop ? Clustering::run : next;  // which ends the run and begins the next one
}

void Starts::step(const Batch& batch, Outbox& out) const {
  starts_[static_cast<std::size_t>(batch.multicast.back())]->step(batch_of_start(batch), out);
}

void Starts::combine(int group, double* into, const double* from, std::int64_t size) const {
  starts_[0]->combine(group, into, from, size);
}

void Starts::step_central(int group, const double* table, State& state) const {
  const Clustering& start = start_of(state);
  std::vector<double>& told = state.multicast[Clustering::points];
  const double number = told.back();
  if (group == Clustering::run && start.next(state, Clustering::run) == stop) return end_start(state);
  told.pop_back();
  start.step_central(group, table, state);
  told.push_back(number);
}

/// Keeps the state if it is the best; begins the next run, or ends with the best.
void Starts::end_start(State& state) const {
  std::vector<double>&all = state.values[starts], &told = state.multicast[Clustering::points];
  const Clustering& start = start_of(state);
  const auto number = static_cast<std::size_t>(all[over]);
  double* objectives = all.data() + first_list;
  objectives[number] = start.objective(state);
  objectives[starts_.size() + number] = *start.settled(state);
  all[iterations_done] += static_cast<double>(start.iterations(state));
  all[over] = static_cast<double>(number + 1);
  const double before = objectives[static_cast<std::size_t>(all[best])];
  told.pop_back();
  std::vector<double>* const parts[] = {&state.values[Clustering::clusters], &state.values[Clustering::run], &told};
  if (number == 0 || start.is_better(objectives[number], before)) {
    all[best] = static_cast<double>(number);
    auto to = all.begin() + static_cast<std::ptrdiff_t>(saved_from());
    for (const auto* part : parts) to = std::ranges::copy(*part, to).out;
  }
  if (number + 1 < starts_.size()) {
    starts_[number + 1]->begin(state);
    told.push_back(static_cast<double>(number + 1));
    return;
  }
  const double* from = all.data() + saved_from();
  for (auto* part : parts) {
    std::copy_n(from, part->size(), part->begin());
    from += part->size();
  }
  told.push_back(all[best]);
  all[taken_back] = 1;
}

std::int64_t Starts::iterations(const State& state) const {
  const std::vector<double>& all = state.values[starts];
  const auto done = static_cast<std::int64_t>(all[iterations_done]);
  if (all[taken_back] != 0) return done;
  const std::int64_t under_way = start_of(state).iterations(state);
  return all[over] == 0 ? under_way : done + std::max<std::int64_t>(0, under_way);
}

double Starts::objective(const State& state) const { return start_of(state).objective(state); }

std::string Starts::objective_name() const { return starts_[0]->objective_name(); }

std::optional<bool> Starts::settled(const State& state) const {
  return state.values[starts][taken_back] != 0 && *start_of(state).settled(state);
}

std::vector<Result> Starts::results(const State& state) const {
  const std::vector<double>& all = state.values[starts];
  std::vector<Result> results = start_of(state).results(state);
  const auto objectives = all.begin() + first_list;
  const auto count = static_cast<std::ptrdiff_t>(all[over]);
  if (count > 0) results.push_back({objective_name() + "_of_starts", {objectives, objectives + count}, Result::list});
  if (all[taken_back] != 0) results.push_back({"best_start", {all[best]}, 0});
  return results;
}

std::vector<std::string> Starts::warnings(const State& state) const { return start_of(state).warnings(state); }

void Starts::output(const Batch& batch, double* labels) const {
  starts_[static_cast<std::size_t>(batch.multicast.back())]->output(batch_of_start(batch), labels);
}

bool Starts::can_resume(const State& state, int last) const {
  const std::vector<double>&all = state.values[starts], &told = state.multicast[Clustering::points];
  const auto most = static_cast<double>(starts_.size());
  if (!all_finite(state) || told.empty() || !is_count(all[over]) || !is_count(all[best]) || all[best] >= most ||
      !is_count(all[iterations_done]) || (all[taken_back] == 0 ? all[over] >= most : all[over] != most) ||
      told.back() != (all[taken_back] == 0 ? all[over] : all[best]))
    return false;
  State inner = state;
  inner.multicast[Clustering::points].pop_back();
  return start_of(state).can_resume(inner, last);
}

}  // namespace uneven::elements
