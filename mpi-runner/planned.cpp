// SPDX-License-Identifier: MIT
#include "planned.hpp"

#include <cblas.h>

#include "comm/collectives.hpp"
#include "comm/communicator.hpp"
#include "launch/match.hpp"
#include "perceptron/kernels.hpp"

namespace uneven::runner {

std::optional<comm::Communicator> planned_communicator(const std::vector<document::Processor>& cluster,
                                                       const std::string& match, const Context& context) {
  const std::vector<std::string> hosts = comm::all_gather(context.world, context.machine.host);
  const std::vector<std::string> cpus = comm::all_gather(context.world, context.machine.cpu);
  int processor = -1;
  comm::all_or_abort(context.world, [&] {
    std::vector<launch::RankPlace> places;
    for (std::size_t rank = 0; rank < hosts.size(); ++rank) places.push_back({hosts[rank], cpus[rank]});
    const launch::Assignment assignment = launch::assign(cluster, places, launch::match_of(match));
    processor = assignment.processor_of_rank[static_cast<std::size_t>(context.world.rank())];
    if (context.world.rank() == 0 && !assignment.note.empty()) note(assignment.note);
  });
  comm::Communicator planned = context.world.split(processor < 0, processor);
  if (processor < 0) return std::nullopt;
  return planned;
}

document::RankReport rank_report(double work, const schedule::Times& times) {
  document::RankReport mine;
  mine.work = work;
  mine.compute_s = times.compute_s;
  mine.communicate_s = times.communicate_s;
  mine.wait_s = times.wait_s;
  return mine;
}

std::vector<document::RankReport> gather_reports(const comm::Communicator& comm, const Context& context,
                                                 document::RankReport mine) {
  const std::vector<std::string> hosts = comm::all_gather(comm, context.machine.host);
  const std::vector<std::string> cpus = comm::all_gather(comm, context.machine.cpu);
  if (mine.instruction_set.empty()) mine.instruction_set = perceptron::instruction_set();
  const std::vector<std::string> sets = comm::all_gather(comm, mine.instruction_set);
  const std::vector<std::string> cores = comm::all_gather(comm, std::string(openblas_get_corename()));
  const std::vector<double> work = comm::all_gather(comm, mine.work);
  const std::vector<double> compute = comm::all_gather(comm, mine.compute_s);
  const std::vector<double> communicate = comm::all_gather(comm, mine.communicate_s);
  const std::vector<double> wait = comm::all_gather(comm, mine.wait_s);
  std::vector<document::RankReport> reports;
  for (std::size_t i = 0; i < hosts.size(); ++i)
    reports.push_back({static_cast<std::int64_t>(i), hosts[i], cpus[i], sets[i], cores[i], work[i], compute[i],
                       communicate[i], wait[i]});
  return reports;
}

}  // namespace uneven::runner
