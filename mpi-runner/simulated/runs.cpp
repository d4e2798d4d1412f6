// SPDX-License-Identifier: MIT
#include "simulated/runs.hpp"

#include <exception>
#include <map>
#include <string>

#include "base/error.hpp"
#include "document/faults.hpp"

namespace uneven::simulated {

document::Report run(const document::Job& job, const Setting& setting) {
  using Run = document::Report (*)(const document::Job&, const Setting&);
  static const std::map<std::string, Run> runs{
      {"bp", run_bp},         {"bsp", run_elements},        {"command", run_command},
      {"matmul", run_matmul}, {"reduction", run_reduction}, {"search", run_search}};
  const auto found = runs.find(job.run);
  if (found == runs.end())
    throw InputError("/run: found " + document::excerpt(job.run) +
                     "; expected one that can be simulated: bp, bsp, command, matmul, reduction or search");
  if (!setting.slow_cards.empty() && job.run != "bp")
    throw InputError("/run: found " + document::excerpt(job.run) + "; expected bp, for which --link is");
  if (setting.compute && job.run != "bp")
    throw InputError("/run: found " + document::excerpt(job.run) + "; expected bp, whose work can be computed");
  document::Report report = found->second(job, setting);
  report.simulated = true;
  return report;
}

void on_all_ranks(const Cluster& cluster, const std::function<void(int rank)>& work) {
  std::exception_ptr fault;
  std::size_t done = 0;
  for (std::size_t rank = 0; rank < cluster.hosts.size(); ++rank) {
    const auto body = [&, rank] {
      try {
        work(static_cast<int>(rank));
        ++done;
      } catch (const simgrid::ForcefulKillException&) {
        throw;
      } catch (...) {
        if (!fault) fault = std::current_exception();
        simgrid::s4u::Actor::kill_all();
      }
    };
    simgrid::s4u::Actor::create("rank-" + std::to_string(rank), cluster.hosts[rank], body);
  }
  simgrid::s4u::Engine::get_instance()->run();
  if (fault) std::rethrow_exception(fault);
  if (done < cluster.hosts.size())
    throw SystemError(std::to_string(cluster.hosts.size() - done) + " simulated ranks wait for ever");
}

document::RankReport line_of(const document::MeasuredProcessor& processor, double work, const schedule::Times& times) {
  document::RankReport line;
  line.host = processor.host.value_or("");
  line.cpu = processor.cpu.value_or("");
  line.work = work;
  line.compute_s = times.compute_s;
  line.communicate_s = times.communicate_s;
  line.wait_s = times.wait_s;
  return line;
}

void require_speeds(const document::Speeds& speeds, std::size_t processors) {
  if (speeds.processors.empty())
    throw InputError(
        "the plan does not hold the speeds and the network that it was made for; expected --cluster SPEEDS");
  if (speeds.processors.size() != processors)
    throw InputError("/plan/cluster: has " + std::to_string(processors) + " processors; the speeds are of " +
                     std::to_string(speeds.processors.size()));
}

void refuse_option(const document::Json& options, const char* key, bool given, const std::string& where) {
  if (given)
    throw InputError(std::string("/options/") + key + ": found " + document::excerpt(options.at(key)) +
                     "; expected none " + where);
}

}  // namespace uneven::simulated
