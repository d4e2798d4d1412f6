// SPDX-License-Identifier: MIT
#include "planned.hpp"

#include <cblas.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "comm/communicator.hpp"
#include "document/json.hpp"
#include "launch/launch.hpp"
#include "machine/machine.hpp"
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
  if (!mine.peak_bytes) mine.peak_bytes = peak_memory();
  if (!mine.predicted_peak_bytes) mine.predicted_peak_bytes = take_predicted_peak();
  constexpr std::int64_t unknown = -1;
  const auto peak = comm::all_gather(comm, mine.peak_bytes.value_or(unknown)),
             predicted = comm::all_gather(comm, mine.predicted_peak_bytes.value_or(unknown));
  std::vector<document::RankReport> reports;
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    auto& report = reports.emplace_back(document::RankReport{static_cast<std::int64_t>(i), hosts[i], cpus[i], sets[i],
                                                             cores[i], work[i], compute[i], communicate[i], wait[i]});
    if (peak[i] != unknown) report.peak_bytes = peak[i];
    if (predicted[i] != unknown) report.predicted_peak_bytes = predicted[i];
  }
  return reports;
}

CoreShare share_of_cores(const comm::Communicator& world, const machine::Machine& machine) {
  const std::string own = document::Json(machine.core_numbers).dump();
  const auto hosts = comm::all_gather(world, machine.host), numbers = comm::all_gather(world, own);
  int ranks = 0, place = 0;
  bool common = true;
  for (std::size_t rank = 0; rank < hosts.size(); ++rank) {
    if (hosts[rank] != machine.host) continue;
    if (static_cast<int>(rank) < world.rank()) ++place;
    ++ranks;
    common &= numbers[rank] == own;
  }
  if (!common) return {{}, machine.cores};
  const int each = machine.cores / ranks;
  if (each == 0 || machine.core_numbers.empty()) return {};
  const auto first = machine.core_numbers.begin() + place * each;
  return {{first, first + each}, each};
}

BoundTo::BoundTo(const std::vector<unsigned>& cores) {
  if (cores.empty() || ::sched_getaffinity(0, sizeof before_, &before_) != 0) return;
  cpu_set_t wanted;
  CPU_ZERO(&wanted);
  for (const unsigned core : cores)
    if (core < CPU_SETSIZE) CPU_SET(core, &wanted);
  bound_ = ::sched_setaffinity(0, sizeof wanted, &wanted) == 0;
}

BoundTo::~BoundTo() {
  if (bound_) ::sched_setaffinity(0, sizeof before_, &before_);
}

void require_fitting_blas(char** argv) {
  constexpr const char* variable = "OPENBLAS_CORETYPE";
  if (std::getenv(variable)) return;
  const auto core = machine::better_blas_core(openblas_get_corename(), machine::has_avx2(), machine::has_avx512());
  if (!core) return;
  ::setenv(variable, core->c_str(), 1);
  std::error_code unreadable;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", unreadable);
  ::execv(program.c_str(), argv);  // where that fails, slow kernels compute the same
}

}  // namespace uneven::runner
