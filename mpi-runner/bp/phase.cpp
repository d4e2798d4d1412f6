// SPDX-License-Identifier: MIT
#include "bp/phase.hpp"

#include <algorithm>
#include <utility>

#include "bp/training_data.hpp"
#include "comm/collectives.hpp"
#include "comm/communicator.hpp"
#include "partition/replan/replan.hpp"

namespace uneven::bp {

template <class Real>
Phase<Real>::Phase(comm::Communicator team, document::Partition shared, const document::BpOptions& options,
                   const comm::WaitPolicy& wait_policy, int rank)
    : comm(std::move(team)),
      plan(std::move(shared)),
      ranks(comm::all_gather(comm, rank)),
      part(partition::schedule(plan, comm.rank(), sizeof(Real))),
      transport(comm, wait_policy),
      control(transport, part.schedule, options) {
  comm::all_or_abort(comm, [&] { samples = load_samples<Real>(options, plan.network, part.samples); });
  trainer =
      std::make_unique<partition::Trainer<Real>>(transport, part, view(samples), [this] { control.push_along(); });
}

template <class Real>
std::unique_ptr<Phase<Real>> begin_phase(const comm::Communicator& comm, const document::Partition& plan,
                                         const document::BpOptions& options, const comm::WaitPolicy& wait_policy,
                                         int rank) {
  const auto& left_out = plan.left_out;
  const bool idle = std::find(left_out.begin(), left_out.end(), comm.rank()) != left_out.end();
  comm::Communicator team = comm.split(idle, comm.rank());
  if (idle) return nullptr;
  return std::make_unique<Phase<Real>>(std::move(team), partition::without_left_out(plan), options, wait_policy, rank);
}

#define UNEVEN_INSTANTIATE(Real)                                                                           \
  template struct Phase<Real>;                                                                             \
  template std::unique_ptr<Phase<Real>> begin_phase(const comm::Communicator&, const document::Partition&, \
                                                    const document::BpOptions&, const comm::WaitPolicy&, int);
UNEVEN_INSTANTIATE(float)
UNEVEN_INSTANTIATE(double)
#undef UNEVEN_INSTANTIATE

}  // namespace uneven::bp
