// SPDX-License-Identifier: MIT
#pragma once

#include <sched.h>

#include <optional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "context.hpp"
#include "document/common.hpp"
#include "document/job.hpp"
#include "machine/machine.hpp"
#include "schedule/performer.hpp"

namespace uneven::runner {

/// The processes as the plan numbers them: rank i does the part of processor i, on its host as far as `match` (host,
/// cpu or any) asks for it. Collective; ends the job if there are too few processes or the hosts do not match.
/// @return  nothing at processes that the plan has no use for.
std::optional<comm::Communicator> planned_communicator(const std::vector<document::Processor>& cluster,
                                                       const std::string& match, const Context& context);

/// This process's line of the report, without what gather_reports() fills in.
document::RankReport rank_report(double work, const schedule::Times& times);

/// Every process's line of the report, by rank. Collective.
/// @param mine  work, times, and the instruction set unless it is that of the perceptron; the rest is filled in here.
std::vector<document::RankReport> gather_reports(const comm::Communicator& comm, const Context& context,
                                                 document::RankReport mine);

/// The cores of a host that are a rank's own.
struct CoreShare {
  std::vector<unsigned> cores;  ///< by number of the first hardware thread; empty: the rank stays where it is
  int threads = 1;              ///< number of its cores
};

/// Divides the cores of each host among its ranks, as many for each, in the order of their numbers; the rest stay
/// unused: with eight cores and three ranks, two each. Not where there are fewer cores than ranks, nor where the
/// launcher has given the ranks different cores already. Collective.
CoreShare share_of_cores(const comm::Communicator& world, const machine::Machine& machine);

/// While an object of this class lives, the calling thread, and any program that it starts, runs on these cores only.
class BoundTo {
 public:
  /// @param cores  empty, or unknown to the system: no change.
  explicit BoundTo(const std::vector<unsigned>& cores);
  ~BoundTo();
  BoundTo(const BoundTo&) = delete;
  BoundTo& operator=(const BoundTo&) = delete;

 private:
  bool bound_ = false;
  cpu_set_t before_;
};

/// Where OpenBLAS did not know this processor and OPENBLAS_CORETYPE is not set, starts the program again with kernels
/// that fit, five times as fast on processors with AVX-512: OpenBLAS chooses once, when it is loaded. Before MPI_Init.
void require_fitting_blas(char** argv);

}  // namespace uneven::runner
