// SPDX-License-Identifier: MIT
#include "measure/sampling/same_model.hpp"

#include "comm/collectives.hpp"

namespace uneven::measure {

Alike::Alike(const comm::Communicator& comm, const std::string& model) : comm_(comm) {
  const auto models = comm::all_gather(comm, model);
  for (std::size_t rank = 0; rank < models.size(); ++rank)
    if (models[rank] == model) ranks_.push_back(rank);
}

double Alike::midmean(double mine) const {
  const auto values = comm::all_gather(comm_, mine);
  std::vector<double> alike;
  for (const std::size_t rank : ranks_) alike.push_back(values[rank]);
  return statistics::midmean(alike);
}

double Alike::among(const statistics::Estimate& mine) const {
  const auto means = comm::all_gather(comm_, mine.mean), half_widths = comm::all_gather(comm_, mine.half_width);
  std::vector<statistics::Estimate> alike;
  for (const std::size_t rank : ranks_)
    if (means[rank] != 0) alike.push_back({means[rank], half_widths[rank]});
  return mine.mean == 0 ? 0 : statistics::among_same_model(mine, alike);
}

}  // namespace uneven::measure
