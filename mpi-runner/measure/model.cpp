#include "measure/model.hpp"

#include <vector>

#include "cluster/statistics.hpp"
#include "comm/collectives.hpp"

namespace uneven::measure {

double median_of_model(const comm::Communicator& comm, const std::string& model, double mine) {
  const auto models = comm::all_gather(comm, model);
  const auto values = comm::all_gather(comm, mine);
  std::vector<double> alike;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (models[i] == model) alike.push_back(values[i]);
  return cluster::median(alike);
}

}  // namespace uneven::measure
