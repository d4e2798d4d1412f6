#include "partition/whole_numbers.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "cluster/share.hpp"
#include "partition/joined_cuts.hpp"

namespace uneven::partition {

namespace {

int most_turns(std::size_t processors) { return processors > 10000 ? 2 : 4; }
constexpr double worthwhile = 5e-3;  // less gain than this ends the turns

std::vector<double> speeds_of(const std::vector<std::int64_t>& processors, const std::vector<double>& speeds) {
  std::vector<double> result;
  for (const std::int64_t processor : processors) result.push_back(speeds[processor]);
  return result;
}

/// h_c = max_i(height_i / v_i), shape [C]; `cuts` in any unit of height.
template <typename Height>
std::vector<double> seconds_per_sample(const Layout& layout, const std::vector<std::vector<Height>>& cuts,
                                       const std::vector<double>& speeds) {
  std::vector<double> seconds;
  for (std::size_t c = 0; c < cuts.size(); ++c) {
    double slowest = 0;
    for (std::size_t i = 0; i + 1 < cuts[c].size(); ++i) {
      const auto height = static_cast<double>(cuts[c][i + 1] - cuts[c][i]);
      slowest = std::max(slowest, height / speeds[layout.columns[c][i]]);
    }
    seconds.push_back(slowest);
  }
  return seconds;
}

std::vector<std::int64_t> share_samples(std::int64_t samples, const std::vector<double>& seconds) {
  std::vector<double> weights;
  for (const double second : seconds) weights.push_back(1 / second);
  return cluster::share(samples, weights);
}

std::vector<std::int64_t> cuts_of(const std::vector<std::int64_t>& counts) {
  std::vector<std::int64_t> cuts(counts.size() + 1, 0);
  std::partial_sum(counts.begin(), counts.end(), cuts.begin() + 1);
  return cuts;
}

WholeLayout free_cuts(const Layout& layout, const std::vector<double>& speeds, std::int64_t samples,
                      std::int64_t hidden) {
  WholeLayout whole;
  for (const auto& column : layout.columns)
    whole.cuts.push_back(cuts_of(cluster::share(hidden, speeds_of(column, speeds))));
  whole.samples = cluster::ranges_of(share_samples(samples, seconds_per_sample(layout, whole.cuts, speeds)));
  return whole;
}

WholeLayout joined_cuts(const Layout& layout, const std::vector<double>& speeds, std::int64_t samples,
                        std::int64_t hidden) {
  const JoinedCuts joined(layout);
  auto counts = share_samples(samples, seconds_per_sample(layout, layout.cuts, speeds));
  WholeLayout best;
  double least = std::numeric_limits<double>::infinity();
  for (int turn = 0; turn < most_turns(speeds.size()); ++turn) {
    std::vector<std::vector<double>> rates;
    for (std::size_t c = 0; c < counts.size(); ++c) {
      rates.push_back(speeds_of(layout.columns[c], speeds));
      for (double& rate : rates.back()) rate /= static_cast<double>(counts[c]);
    }
    WholeLayout whole{{}, joined.place(rates, hidden)};
    counts = share_samples(samples, seconds_per_sample(layout, whole.cuts, speeds));
    whole.samples = cluster::ranges_of(counts);
    const double time = makespan(layout, whole, speeds);
    const bool enough = time > least * (1 - worthwhile);
    if (time < least) best = std::move(whole), least = time;
    if (enough) break;
  }
  return best;
}

}  // namespace

WholeLayout whole_numbers(const Layout& layout, const std::vector<double>& speeds, std::int64_t samples,
                          std::int64_t hidden, bool keep_joined) {
  return keep_joined ? joined_cuts(layout, speeds, samples, hidden) : free_cuts(layout, speeds, samples, hidden);
}

double makespan(const Layout& layout, const WholeLayout& whole, const std::vector<double>& speeds) {
  const auto seconds = seconds_per_sample(layout, whole.cuts, speeds);
  double longest = 0;
  for (std::size_t c = 0; c < seconds.size(); ++c) {
    longest = std::max(longest, static_cast<double>(whole.samples[c].count) * seconds[c]);
  }
  return longest;
}

}  // namespace uneven::partition
