#include "measure/alike.hpp"

#include <cmath>

#include "comm/collectives.hpp"

namespace uneven::measure {

namespace {

/// Half-widths of its interval: of many processors some lie outside of one, and disturbances outlast repeats.
constexpr double told_apart = 2;

}  // namespace

Alike::Alike(const comm::Communicator& comm, const std::string& model) : comm_(comm) {
  const auto models = comm::all_gather(comm, model);
  for (std::size_t rank = 0; rank < models.size(); ++rank)
    if (models[rank] == model) ranks_.push_back(rank);
}

double Alike::median(double mine) const {
  const auto values = comm::all_gather(comm_, mine);
  std::vector<double> alike;
  for (const std::size_t rank : ranks_) alike.push_back(values[rank]);
  return cluster::median(alike);
}

double Alike::common_mean(const cluster::Estimate& mine) const {
  const auto means = comm::all_gather(comm_, mine.mean);
  std::vector<double> alike;
  for (const std::size_t rank : ranks_)
    if (means[rank] != 0) alike.push_back(means[rank]);
  if (mine.mean == 0) return 0;
  const double common = cluster::median(alike);
  return std::abs(mine.mean - common) <= told_apart * mine.half_width ? common : mine.mean;
}

}  // namespace uneven::measure
