#include "bp/stage.hpp"

#include <algorithm>
#include <utility>

#include "bp/training_data.hpp"
#include "comm/collectives.hpp"
#include "comm/together.hpp"
#include "partition/without_left_out.hpp"

namespace uneven::bp {

template <class Real>
Stage<Real>::Stage(comm::Communicator team, document::Partition shared, const document::BpOptions& options,
                   const comm::Patience& patience, int rank)
    : comm(std::move(team)),
      plan(std::move(shared)),
      ranks(comm::all_gather(comm, rank)),
      part(partition::schedule(plan, comm.rank(), sizeof(Real))),
      transport(comm, patience),
      control(transport, part.schedule, options) {
  comm::together(comm, [&] { samples = load_samples<Real>(options, plan.network, part.samples); });
  trainer =
      std::make_unique<partition::Trainer<Real>>(transport, part, view(samples), [this] { control.push_along(); });
}

template <class Real>
std::unique_ptr<Stage<Real>> make_stage(const comm::Communicator& comm, const document::Partition& plan,
                                        const document::BpOptions& options, const comm::Patience& patience, int rank) {
  const auto& left_out = plan.left_out;
  const bool idle = std::find(left_out.begin(), left_out.end(), comm.rank()) != left_out.end();
  comm::Communicator team = comm.split(idle, comm.rank());
  if (idle) return nullptr;
  return std::make_unique<Stage<Real>>(std::move(team), partition::without_left_out(plan), options, patience, rank);
}

#define UNEVEN_INSTANTIATE(Real)                                                                          \
  template struct Stage<Real>;                                                                            \
  template std::unique_ptr<Stage<Real>> make_stage(const comm::Communicator&, const document::Partition&, \
                                                   const document::BpOptions&, const comm::Patience&, int);
UNEVEN_INSTANTIATE(float)
UNEVEN_INSTANTIATE(double)
#undef UNEVEN_INSTANTIATE

}  // namespace uneven::bp
