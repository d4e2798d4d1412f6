// SPDX-License-Identifier: MIT
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/tool.hpp"
#include "check/sound.hpp"
#include "document/document.hpp"
#include "document/job.hpp"
#include "document/options/plan_options.hpp"
#include "launch/launch.hpp"
#include "launch/words.hpp"

namespace {

using namespace uneven;

/// The job of a plan, or the job itself, which must be sound.
document::Job job_of(const document::Document& document) {
  document.require_none(check::faults_of(document));
  if (document.kind == "job") return document::from_json<document::Job>(document.json);
  const auto run = document::runs_of_plans().find(document.kind);
  return {run == document::runs_of_plans().end() ? "command" : run->second, document.json.json(),
          document::Json::object(), document::Json::object()};
}

/// Kinds that can be simulated.
const std::vector<std::string> kinds{"partition",    "reduction-tree", "hbsp-matmul", "hbsp-elements",
                                     "array-shares", "search",         "job"};

/// The hosts of a plan's processors; empty names where it does not tell.
std::vector<std::string> hosts_of(const document::Json& plan) {
  std::vector<std::string> hosts;
  for (const document::Json& processor : document::raw_at(plan, "cluster")) {
    const document::Json host = document::raw_at(processor, "host");
    hosts.push_back(host.is_string() ? host.get<std::string>() : "");
  }
  return hosts;
}

/// What the command line asks of a job.
struct Asked {
  std::optional<std::int64_t> iterations, replan;
  bool replan_always = false;
  std::optional<std::string> slow;
};

void set_options(document::Job& job, const Asked& asked) {
  const auto& [iterations, replan, replan_always, slow] = asked;
  if (replan && job.run != "bp") throw UsageError("--replan is for the training of a partition");
  if (slow && job.run != "bp" && job.run != "bsp")
    throw UsageError("--slow is for the training of a partition and for supersteps over elements");
  if (iterations && *iterations > 1 && (job.run == "matmul" || job.run == "search"))
    throw UsageError("--iterations: a product is made once, and one batch of queries is searched for");
  if (iterations && job.run == "reduction") job.options["repeat"] = *iterations;
  if (iterations && job.run == "bsp") job.options["iterations"] = *iterations;
  document::BpOptions options;
  if (job.run == "bp") options = document::options_from_json<document::BpOptions>(job.input, job.options);
  if (iterations) options.iterations = *iterations;
  if (slow) options.slow = document::parse_slowdowns(*slow, hosts_of(job.plan));
  if (replan) options.replan = *replan;
  if (replan) options.replan_always = replan_always;
  const document::Json all = document::options_of(options);
  if (job.run == "bp") job.options = all;
  if (job.run == "bsp" && slow) job.options["slow"] = all.at("slow");
}

}  // namespace

int main(int argc, char** argv) {
  Tool tool("simulate-run", "Simulate a plan or a job on the cluster that it was made for, with declared work.");
  std::string path = "-", cluster, platform;
  std::optional<std::string> links, loads;
  Asked asked;
  bool compute = false, force = false;
  std::string trace;
  tool.app
      .add_option("PLAN", path,
                  "A partition, reduction-tree, hbsp-matmul, hbsp-elements, array-shares, search, or a job of one; '-' "
                  "is standard input")
      .type_name("FILE");
  tool.app.add_option("--cluster", cluster, "Speeds and network; default: those in the plan").type_name("FILE");
  tool.app.add_option("--platform", platform, "A platform file of SimGrid in place of the network of the speeds")
      .type_name("FILE");
  tool.app
      .add_option("--iterations", asked.iterations,
                  "Of training or a program, or rounds of a reduction or over blocks; default: the job's")
      .check(integer_from(1));
  tool.app
      .add_option("--slow", asked.slow,
                  "Make a rank slower, or all of a host: RANK or HOST:SPEED@FIRST-LAST, such as 3:0.5@10-40")
      .type_name("TEXT");
  tool.app
      .add_option("--link", links,
                  "Make the card of a host slower while it trains: HOST:SHARE@FIRST-LAST, such as node3:0.1@10-40")
      .type_name("TEXT");
  tool.app
      .add_option("--load", loads,
                  "Make a host slower from one second of the simulation to another: HOST:SPEED@FROM-TO, such as "
                  "node3:0.5@10-20")
      .type_name("TEXT");
  tool.app.add_option("--replan", asked.replan, "Every N iterations share the work by the speeds seen, where that pays")
      .check(integer_from(0));
  tool.app.add_flag("--replan-always", asked.replan_always, "Follow each new plan, even where it does not pay")
      .needs("--replan");
  tool.app.add_flag("--compute", compute, "Compute what a training declares, for its error, weights and accuracy");
  tool.app.add_option("--trace", trace, "Write what each simulated rank did when to this file, for Perfetto")
      .type_name("FILE");
  tool.app.add_flag("--force", force, "With --compute: replace existing outputs that are something else");
  tool.app.add_examples(
      {"simulate-run plan.json --iterations 10 | jq '[.predicted_seconds_per_iteration, .seconds_per_iteration]'",
       "simulate-run plan.json --iterations 40 --slow node3:0.5@11-40 --replan 10"});
  return tool.run(argc, argv, [&] {
    std::vector<NamedFiles> outputs{{"--output", tool.output}};
    if (!trace.empty()) outputs.push_back({"--trace", trace});
    require_own_files({{"PLAN", path}, {"--cluster", cluster}, {"--platform", platform}}, outputs);
    const std::string runner = launch::simulated_runner_path();
    document::Job job = job_of(document::load(path, kinds, tool));
    set_options(job, asked);
    if (compute && job.run != "bp") throw UsageError("--compute is for the training of a partition");
    std::vector<std::string> command{runner, "--progress"};
    for (const auto& [option, file] : {std::pair("--cluster", cluster), std::pair("--platform", platform)})
      if (!file.empty()) command.insert(command.end(), {option, file});
    if (asked.iterations && job.run == "command")
      command.insert(command.end(), {"--rounds", std::to_string(*asked.iterations)});
    if (loads) command.insert(command.end(), {"--load", *loads});
    if (links) command.insert(command.end(), {"--link", *links});
    if (compute) command.insert(command.end(), {"--compute", "--job", path, "--report", tool.output});
    if (force) command.push_back("--force");
    if (!trace.empty()) command.insert(command.end(), {"--trace", trace});
    command.push_back("-");
    launch::run_job_by(tool, command, job);
  });
}
