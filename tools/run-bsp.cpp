// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "base/tool.hpp"
#include "check/sound.hpp"
#include "data/input/plain.hpp"
#include "document/document.hpp"
#include "document/hbsp_costs.hpp"
#include "document/options/program_options.hpp"
#include "document/speeds.hpp"
#include "elements/programs.hpp"
#include "launch/launch.hpp"
#include "machine/machine.hpp"
#include "shares/makespan.hpp"

namespace {

using namespace uneven;

/// Options that need the program, or are texts, on the command line.
struct Texts {
  std::string constants = "0.30,3,0.040", relocation = "none", slow;
  std::vector<std::string> outputs;
  std::optional<std::string> old_output;  ///< --output, the old name of --element-output
  std::optional<std::int64_t> iterations;
};

void add_options(CommandLine& app, document::BspOptions& o, Texts& texts) {
  app.add_option("--data", o.data, "Points or samples, a table; or a graph, or a text. Default: made-up points");
  document::add_table_options(app, o.table);
  app.add_option("--count", o.count, "Made-up points").check(integer_from(1)).show_default();
  app.add_option("--dimensions", o.dimensions, "Of made-up points").check(integer_from(1, 1'000'000)).show_default();
  app.add_option("--element-output", texts.outputs,
                 "Labels, predictions, ranks, distances, ..., one for each element: NPY, or CSV by its name");
  app.add_option("--output", texts.old_output).group("");
  auto apply = app.add_option("--apply", o.model, "Label the data with the model in a report of the program, MODEL");
  apply.type_name("MODEL");
  apply.excludes(app.add_option("--clusters", o.clusters, "Clusters (kmeans) or components (em)")
                     .check(integer_from(1))
                     .show_default());
  apply.excludes(app.add_option("--centroids", o.centroids, "First centroids, a table; default: chosen by k-means++"));
  apply.excludes(
      app.add_option("--starts", o.starts, "kmeans, em: number of runs, each from another seed; the best counts")
          .check(integer_from(1, 10000))
          .show_default());
  app.add_option("--seeding", o.seeding, "kmeans: choose first centroids by k-means++ (plus) or k-means|| (parallel)")
      .one_of(names_of<document::Seeding>())
      .show_default(name_of(o.seeding));
  app.add_option("--iterations", texts.iterations,
                 "Most iterations; default 100, pagerank 200, components and paths no limit")
      .check(integer_from(0));
  app.add_option("--tolerance", o.tolerance, "Stop when less changes; 0: never before the last iteration")
      .check(number_from(0));
  app.add_option("--seed", o.seed, "Of first centroids and made-up points").check(integer_from(0)).show_default();
  app.add_option("--variance-floor", o.variance_floor, "em: added to the diagonal of each covariance")
      .check(number_from(0))
      .show_default();
  app.add_option("--covariance", o.covariance, "em: covariances of the components")
      .one_of({"full", "diagonal", "tied", "spherical"})
      .show_default();
  app.add_option("--damping", o.damping, "pagerank").check(number_from(0, 1)).show_default();
  app.add_option("--personal", o.personal, "pagerank: vertices to start anew from, KEY or KEY,WEIGHT a line");
  app.add_option("--source", o.source, "paths: the vertex where they begin").type_name("KEY");
  app.add_flag("--unweighted", o.unweighted, "pagerank, paths: all edges weigh the same");
  app.add_flag("--undirected", o.undirected, "pagerank, paths: each edge leads both ways");
  app.add_option("--l2", o.l2, "linear, logistic: half of it times the squared weights is added to the mean loss")
      .check(number_from(0))
      .show_default();
  app.add_option("--classes", o.classes, "logistic: the labels are 0 to K - 1; default: as many as the data have")
      .check(integer_from(2, 128));
  app.add_option("--threads", o.threads, "Of each process").check(integer_from(1, 4096)).show_default();
  app.add_option("--block", o.block, "Elements that a thread takes, and that move, as one; default: by their cost")
      .check(integer_from(1, 1 << 24));
  app.add_option("--param", o.parameters, "NAME=VALUE: a parameter of the user's own program; may be repeated");
  app.add_option("--relocation", texts.relocation, "How elements move to where they are computed sooner")
      .type_name("none|sync|async|blocks=B|steal")
      .show_default();
  app.add_option("--trigger", o.trigger, "When they move: paper (differences) or gain (what it saves against its cost)")
      .one_of(names_of<document::Trigger>())
      .show_default(name_of(o.trigger));
  app.add_option("--trigger-constants", texts.constants, "paper: difference,standard errors,seconds").show_default();
  app.add_option("--slow", texts.slow,
                 "Make a rank slower, or all of a host: RANK or HOST:SPEED@FIRST-LAST, such as 3:0.5@10-40");
  apply.excludes(app.add_option("--checkpoint", o.checkpoint, "Write the state of the run to this file"));
  app.add_option("--checkpoint-every", o.checkpoint_every, "Iterations between checkpoints; default: only at the end")
      .check(integer_from(0));
  app.add_flag("--resume", o.resume, "Go on from the checkpoint; start afresh if there is none");
}

std::array<double, 3> parse_constants(const std::string& text) {
  std::vector<double> numbers;
  for (const std::string& item : split(text, ',')) numbers.push_back(parse_number(item, "--trigger-constants"));
  if (numbers.size() != 3 || std::ranges::min(numbers) < 0)
    throw UsageError("--trigger-constants: found '" + text + "'; expected three numbers >= 0, such as 0.30,3,0.040");
  return {numbers[0], numbers[1], numbers[2]};
}

/// A path is a shared object of the user's.
void check_program(const std::string& program) {
  if (is_path(program)) {
    if (is_missing(program)) throw OpenError(program + ": no such file");
  } else if (!elements::find_program(program)) {
    throw UsageError("program '" + program + "' is unknown; expected " + elements::program_names() +
                     " or a path such as ./libmine.so");
  }
}

/// Refuses what a program does not use, and misses what it needs.
void require_options_of(const document::BspOptions& o) {
  const elements::ProgramEntry* known = o.user_program ? nullptr : elements::find_program(o.program);
  if (!known) return;
  if (known->has_source && !o.source) throw UsageError(o.program + " needs --source KEY, the vertex where paths begin");
  if (o.source && !known->has_source) throw UsageError("--source: " + o.program + " has none");
  if (o.personal && !known->has_preferences) throw UsageError("--personal: " + o.program + " has none");
}

/// The same job on fewer processes; nothing if they cannot hold the elements.
std::optional<document::Job> job_without(document::Job job, document::BspOptions options,
                                         const std::vector<std::size_t>& lost) {
  options.slow = document::slowdowns_without(options.slow, lost);
  if (!job.plan.empty()) {
    const auto made = shares::without(document::from_json<document::HbspElements>(job.plan), lost);
    if (!made) return std::nullopt;
    job.plan = document::json_of(*made);
  } else {
    for (auto i = lost.rbegin(); i != lost.rend(); ++i)
      options.cluster.erase(options.cluster.begin() + static_cast<std::ptrdiff_t>(*i));
  }
  job.input = document::input_of(options);
  job.options = document::options_of(options);
  return job;
}

/// A plan as it is, or the processors of a list of speeds.
void read_plan(const Tool& tool, const std::string& path, document::Job& job, document::BspOptions& options,
               std::size_t& ranks) {
  const auto document = document::load(path, {"hbsp-elements", "speeds"}, tool);
  if (document.kind == "speeds") {
    const auto speeds = document.as<document::Speeds>();
    if (!speeds.kernel.empty() && speeds.kernel != options.program)
      tool.note("the speeds are of kernel " + shown(speeds.kernel) + ", not of " + options.program);
    options.cluster = document::cluster_of(speeds);
    ranks = options.cluster.size();
  } else {
    ranks = check::sound<document::HbspElements>(document).cluster.size();
    job.plan = document.json.json();
  }
}

}  // namespace

int main(int argc, char** argv) {
  Tool tool("run-bsp", "Run a data-parallel program: K-means, EM, regression, graphs or the user's own.");
  std::string program, path = "-";
  std::size_t ranks = 0;
  document::BspOptions options;
  Texts texts;
  launch::RunOptions run;
  tool.app.add_option("PROGRAM", program, "What is run; FILE: a shared object of yours")
      .type_name(elements::program_names("|") + "|FILE")
      .required();
  auto plan =
      tool.app.add_option("PLAN", path, "An hbsp-elements plan or speeds; '-' is standard input").type_name("FILE");
  tool.app.add_option("-n,--ranks", ranks, "Processes with equal shares, in place of PLAN")
      .check(integer_from(1, 1 << 24))
      .excludes(plan);
  // --output was what the program makes of the elements, so the report has another long name.
  tool.app.remove_option("--output");
  tool.app.add_option("-o,--report", tool.output, "Write the report to FILE instead of standard output")
      .type_name("FILE");
  add_options(tool.app, options, texts);
  launch::add_force_option(tool.app, run);
  launch::add_trace_option(tool.app, run);
  launch::add_launch_options(tool.app, run);
  launch::add_restart_option(tool.app, run);
  tool.app.add_examples(
      {"run-bsp pagerank -n 2 --data graph.tsv --element-output ranks.csv -o report.json",
       "plan-hbsp elements --count 200000 --speeds 2,1,1 | run-bsp kmeans --clusters 8 --relocation async"});
  return tool.run(argc, argv, [&] {
    launch::require_restartable(run);
    if ((options.resume || options.checkpoint_every > 0) && !options.checkpoint)
      throw UsageError("--resume and --checkpoint-every need --checkpoint FILE");
    for (const std::string& text : texts.outputs) {
      if (!document::named_file(text).first.empty())
        options.outputs.push_back(text);
      else if (options.output)
        throw UsageError("--element-output is given twice without a field; expected FIELD=FILE for the second");
      else
        options.output = text;
    }
    if (texts.old_output) {
      if (options.output) throw UsageError("--output is the old name of --element-output; expected one of them");
      tool.note("--output is now --element-output; the report is written by -o");
      options.output = texts.old_output;
    }
    std::vector<NamedFiles> written{
        {"--report", tool.output}, {"--element-output", options.output}, {"--checkpoint", options.checkpoint}};
    for (const std::string& text : options.outputs)
      written.emplace_back("--element-output", document::named_file(text).second);
    require_own_files({{"PLAN", path},
                       {"PROGRAM", program},
                       {"--data", options.data},
                       {"--centroids", options.centroids},
                       {"--personal", options.personal},
                       {"--apply", options.model}},
                      launch::with_run_files(written, run));
    check_program(program);
    const auto* known = elements::find_program(program);
    if (options.model && (!known || known->model.empty()))
      throw UsageError("--apply: " + program + " has no model; expected kmeans, em, logistic or linear");
    if (ranks == 0 && path == "-" && options.data == "-")
      throw UsageError("PLAN and --data are both standard input; expected a file of one of them, or -n");
    options.program = is_path(program) ? text_of_name(std::filesystem::path(program).stem().string()) : program;
    options.user_program = is_path(program);
    require_options_of(options);
    options.iterations = texts.iterations;
    if (!options.iterations && !options.user_program) options.iterations = elements::usual_iterations(options.program);
    options.constants = parse_constants(texts.constants);
    options.match = run.match;
    options.max_seconds = run.max_seconds;
    document::Job job{"bsp", document::Json::object(), {}, {}};
    if (ranks == 0) {
      read_plan(tool, path, job, options, ranks);
    } else {
      machine::require_room_for_ranks(ranks);
      if (!run.emit) launch::require_startable(run.launch, static_cast<int>(ranks));
      options.cluster.resize(ranks);
    }
    run.restart.cluster =
        job.plan.empty() ? options.cluster : document::from_json<document::HbspElements>(job.plan).cluster;
    if (!texts.slow.empty())
      options.slow = document::parse_slowdowns(texts.slow, document::hosts_of(run.restart.cluster));
    for (auto* file :
         {&options.data, &options.centroids, &options.personal, &options.model, &options.output, &options.checkpoint})
      if (*file) *file = launch::job_files(tool, run, **file);
    for (std::string& text : options.outputs) {
      const auto [name, file] = document::named_file(text);
      text = name + "=" + launch::job_files(tool, run, file);
    }
    try {
      options.relocation = document::parse_relocation(texts.relocation);
      job.input = document::input_of(options);
      job.options = document::options_of(options);
      document::options_from_json<document::BspOptions>(job.input, job.options);
    } catch (const InputError& e) {
      throw UsageError(e.what());
    }
    std::vector<std::string> arguments;
    if (!run.emit) arguments = data::kept_pipes({options.data});
    if (options.user_program) {
      const auto named = launch::program_arguments(program);
      arguments.insert(arguments.end(), named.begin(), named.end());
    }
    run.restart.without = [&](const std::vector<std::size_t>& lost) { return job_without(job, options, lost); };
    launch::run_job(tool, run, job, ranks, arguments);
  });
}
