// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <simgrid/s4u.hpp>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/file_name.hpp"
#include "base/tool.hpp"
#include "check/sound.hpp"
#include "context.hpp"
#include "document/document.hpp"
#include "document/job.hpp"
#include "simulated/runs.hpp"
#include "trace/trace.hpp"

namespace {

using namespace uneven;

document::Job job_in(const document::Document& document) {
  document.require_none(check::faults_of(document, false));
  if (document.kind == "job") return document::from_json<document::Job>(document.json);
  const auto& runs = document::runs_of_plans();
  const auto found = runs.find(document.kind);
  return {found == runs.end() ? "command" : found->second, document.json.json(), document::Json::object(),
          document::Json::object()};
}

/// A simulation that is asked to stop ends its iteration if that takes no longer.
constexpr unsigned seconds_after_stop = 2;

/// The effects in these speeds that the simulation leaves out.
std::vector<std::string> not_simulated(const document::Speeds& speeds) {
  std::vector<std::string> words;
  if (document::has_quotas(speeds)) words.emplace_back("stops of CPU quotas");
  if (!speeds.shared_cores.empty()) words.emplace_back("shared cores");
  return words;
}

/// From now on the phases of the cluster's ranks are recorded; together they take no more than some hundred MB.
void record_all(simulated::Cluster& cluster, simulated::Recording& recording) {
  constexpr std::size_t most = 100'000, fewest = 2'000, most_of_all = 4'000'000;
  const std::size_t ranks = cluster.hosts.size();
  recording.recorders.assign(ranks, trace::Recorder(std::clamp(most_of_all / ranks, fewest, most)));
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    recording.numbers.push_back(rank);
    recording.hosts.push_back(simulated::host_of(cluster.speeds, rank));
  }
  cluster.recording = &recording;
}

/// Of all processors of the plan; those that it leaves out did nothing.
void write_trace(const std::string& path, const simulated::Recording& recording) {
  OutputFile file(path);
  trace::Writer writer(file.stream(), recording.hosts, true);
  const trace::Recorder nothing;
  std::size_t at = 0;
  for (std::size_t number = 0; number < recording.hosts.size(); ++number) {
    const bool works = at < recording.numbers.size() && recording.numbers[at] == number;
    writer.rank(static_cast<int>(number), works ? recording.recorders[at++] : nothing);
  }
  writer.end();
  file.commit();
}

/// The simulator's engine. Its words about settings stay unsaid; it takes none from this command line.
simgrid::s4u::Engine& engine() {
  static std::string name = "mpi-runner-simulated", quiet = "--log=root.thresh:error";
  static char* words[] = {name.data(), quiet.data(), nullptr};
  static int count = 2;
  static simgrid::s4u::Engine made(&count, words);
  return made;
}

}  // namespace

/// What simulate-run starts: reads a job, simulates it, and prints the report.
int main(int argc, char** argv) {
  // Under this name the tool that starts it knows its errors.
  Tool tool("mpi-runner", "Simulate a job or a plan on the cluster of a speeds document.");
  std::string path = "-", cluster, platform, trace;
  std::optional<std::string> links, loads;
  bool machine_lines = false;
  simulated::Setting setting;
  tool.app.add_option("DOCUMENT", path, "A job or a plan; '-' is standard input").type_name("FILE");
  tool.app.add_option("--cluster", cluster, "Speeds in place of those in the plan").type_name("FILE");
  tool.app.add_option("--platform", platform, "A platform file of SimGrid in place of the network of the speeds")
      .type_name("FILE");
  tool.app.add_flag("--compute", setting.compute, "Compute what a training declares");
  tool.app.add_option("--job", setting.place.document, "Path of the job that comes by standard input")
      .type_name("FILE");
  tool.app.add_option("--report", setting.place.output, "Where its report goes").type_name("FILE");
  tool.app.add_option("--link", links, "Slower cards: HOST:SHARE@FIRST-LAST").type_name("TEXT");
  tool.app.add_option("--load", loads, "Slower hosts: HOST:SPEED@FROM-TO, seconds").type_name("TEXT");
  tool.app.add_option("--rounds", setting.rounds, "Over blocks of an array");
  tool.app.add_flag("--force", setting.force, "Replace existing outputs that are something else");
  tool.app.add_option("--trace", trace, "What each simulated rank did when").type_name("FILE");
  tool.app.add_flag("--progress", machine_lines, "Notes as lines for the tool that started this");
  return tool.run(argc, argv, [&] {
    if (machine_lines) runner::use_machine_lines();
    runner::listen_for_stop(seconds_after_stop);
    runner::say_started();
    const auto document = document::parse(read_file(path), input_name(path), {});
    const document::Job job = job_in(document);
    if (!cluster.empty())
      setting.speeds = document::parse(read_file(cluster), cluster, {"speeds"}).as<document::Speeds>();
    if (links) setting.slow_cards = simulated::parse_slow_cards(*links);
    if (loads) setting.loads = simulated::parse_loads(*loads);
    require_writable(trace);
    runner::begin_work();
    simulated::Recording recording;
    setting.place.documents = {setting.place.document, cluster, platform};
    std::vector<std::string> left_out;
    setting.make_cluster = [&](document::Speeds used, simulate::Messages messages) {
      auto& simulator = engine();
      simulated::configure_simulator();
      left_out = not_simulated(used);
      auto made = simulated::make_cluster(simulator, std::move(used), messages, platform);
      if (!trace.empty()) record_all(made, recording);
      return made;
    };
    document::Report report;
    document::in_document(document.name == "standard input" ? "" : document.name,
                          [&] { report = simulated::run(job, setting); });
    if (!left_out.empty()) {
      report.result["not_simulated"] = left_out;
      std::string words;
      for (const std::string& word : left_out) words += (words.empty() ? "" : " and ") + word;
      runner::note("not simulated: " + words + "; processors have the speeds of the document throughout");
    }
    if (!trace.empty()) write_trace(trace, recording);
    tool.write(report);
  });
}
