// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "base/file.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "base/tool.hpp"
#include "check/sound.hpp"
#include "data/plain.hpp"
#include "data/table.hpp"
#include "document/document.hpp"
#include "document/options/plan_options.hpp"
#include "document/search.hpp"
#include "document/writer.hpp"
#include "launch/launch.hpp"
#include "machine/machine.hpp"
#include "search/predict.hpp"
#include "search/table.hpp"
#include "search/vector_table.hpp"

namespace {

using namespace uneven;

struct Files {
  std::string plan = "-", queries, report;
  std::int64_t ranks = 0;  ///< in place of the plan; 0: there is one
};

Option add_columns(CommandLine& app, const std::string& option, std::vector<std::string>& names,
                   const std::string& what) {
  std::string otherwise;
  for (const std::string& name : names) otherwise += (otherwise.empty() ? "" : ",") + name;
  return app
      .add_option(
          option,
          [&names](const std::string& list) { names = list.empty() ? std::vector<std::string>() : split(list, ','); },
          what + (otherwise.empty() ? "" : " [" + otherwise + "]"))
      .type_name("LIST")
      .group("Columns");
}

void add_options(CommandLine& app, document::SearchOptions& o, Files& files) {
  const auto plan =
      app.add_option("PLAN", files.plan, "Output of plan-search; '-' is standard input").type_name("FILE");
  app.add_option("-n,--ranks", files.ranks, "Processes with equal shares, in place of PLAN")
      .check(integer_from(1, 1 << 24))
      .type_name("N")
      .excludes(plan);
  app.add_option("--examples", o.examples, "The table of examples").type_name("FILE").required();
  app.add_option("--queries", files.queries, "A table of queries; '-' is standard input").type_name("FILE").required();
  app.add_option("-k", o.k, "Neighbours per query [10]").check(integer_from(1, std::int64_t{1} << 40)).type_name("K");
  Option vector =
      app.add_option("--vector", o.vector, "Examples and queries are vectors: columns, 1-3,7 or names, or all")
          .type_name("COLUMNS");
  app.add_option("--metric", o.metric, "l2, the squared distance, or cosine, 1 - the cosine [l2]")
      .one_of(names_of<document::Metric>())
      .type_name("NAME")
      .needs("--vector");
  vector.excludes(app.add_option("--weighting", o.weighting, "okada or sumita [okada]")
                      .one_of(names_of<document::Weighting>())
                      .type_name("NAME"));
  app.add_option("--format", o.format, "tsv or jsonl [tsv]")
      .one_of(names_of<document::AnswerFormat>())
      .type_name("NAME");
  vector.excludes(app.add_flag("--explain", o.explain, "Add the share of each attribute in the distance"));
  app.add_flag("--ties-all", o.ties_all, "Keep all neighbours as near as the last");
  vector.excludes(app.add_flag("--no-exact", o.no_exact, "Scan for a query that is among the examples, too"));
  app.add_option("--report", files.report, "Write the report of the run to FILE").type_name("FILE");
  vector.excludes(
      app.add_option("--pruned", o.pruned, "auto, on or off: pass over what cannot be among the nearest [auto]")
          .one_of(names_of<document::Pruned>())
          .type_name("WHEN")
          .group("Advanced"));
  app.add_option("--batch", o.batch, "Queries that are scanned together [256]")
      .check(integer_from(1, 1 << 20))
      .type_name("N")
      .group("Advanced");
  vector.excludes(add_columns(app, "--equal", o.equal, "Columns compared as equal or not"));
  vector.excludes(add_columns(app, "--codes", o.codes, "Columns of codes, a character for each level"));
  vector.excludes(add_columns(app, "--numbers", o.numbers, "Columns of numbers, compared by their difference"));
  vector.excludes(add_columns(app, "--target", o.target, "Columns that the weights are to tell apart"));
  vector.excludes(
      add_columns(app, "--phrase", o.phrase, "Columns that make an exact match if all are equal; '' for none"));
  vector.excludes(add_columns(app, "--show", o.show, "Columns printed with each neighbour"));
}

/// Reads the queries, so that what is wrong with them is said before anything starts; vectors stay in their file.
void read_queries(const std::string& path, document::SearchOptions& options) {
  if (options.vector) {
    options.vectors = path;
    return;
  }
  options.queries = read_file(path);
  options.queries_name = text_of_name(input_name(path));
  const auto table = search::read_table(options.queries, input_name(path));
  for (const auto* names : {&options.equal, &options.codes, &options.numbers})
    for (const std::string& name : *names) table.column(name);
}

/// A plan as it is, or equal shares of the examples that the table is counted to have.
document::Search plan_of(const Tool& tool, const Files& files, const document::SearchOptions& options,
                         const launch::RunOptions& run, document::Job& job) {
  if (files.ranks == 0) {
    const auto document = document::load(files.plan, {"search"}, tool);
    job.plan = document.json.json();
    return check::sound<document::Search>(document);
  }
  const auto ranks = static_cast<std::size_t>(files.ranks);
  machine::require_room_for_ranks(ranks);
  const std::int64_t examples =
      options.vector ? data::read_table_info(*options.examples, search::vector_columns(*options.vector)).rows
                     : search::read_table(*options.examples).rows;
  if (files.ranks > examples)
    throw UsageError("--ranks " + std::to_string(ranks) + ": more than the " + std::to_string(examples) + " examples");
  if (!run.emit) launch::require_startable(run.launch, static_cast<int>(ranks));
  const auto plan = search::equal_plan(examples, files.ranks);
  job.plan = document::json_of(plan);
  return plan;
}

/// The answers to standard output or -o; the rest, if asked for, to the report.
void write_results(const Tool& tool, const Files& files, document::OrderedJson& report) {
  OutputFile answers(tool.output);
  for (const auto& line : report["result"]["lines"]) answers.stream() << line.get_ref<const std::string&>() << '\n';
  answers.commit();
  report["result"].erase("lines");
  if (files.report.empty()) return;
  OutputFile file(files.report);
  document::write_json(file.stream(), report, tool.compact);
  file.commit();
}

}  // namespace

int main(int argc, char** argv) {
  Tool tool("run-search", "Find the examples nearest to each query.");
  document::SearchOptions options;
  Files files;
  launch::RunOptions run;
  add_options(tool.app, options, files);
  launch::add_launch_options(tool.app, run);
  return tool.run(argc, argv, [&] {
    if (files.ranks == 0 && files.plan == "-" && files.queries == "-")
      throw UsageError("the plan and the queries cannot both come from standard input; name a file for one of them");
    require_own_files({{"PLAN", files.plan}, {"--examples", options.examples}, {"--queries", files.queries}},
                      {{"--output", tool.output}, {"--report", files.report}});
    document::Job job{"search", {}, {}, {}};
    const document::Search plan = plan_of(tool, files, options, run, job);
    read_queries(files.queries, options);
    options.match = run.match;
    options.max_seconds = run.max_seconds;
    std::vector<std::string> arguments;
    if (options.vector && !run.emit) arguments = data::kept_pipes({options.examples, options.vectors});
    for (auto* file : {&options.examples, &options.vectors})
      if (*file) *file = launch::job_files(tool, run, **file);
    job.input = document::input_of(options);
    job.options = document::options_of(options);
    if (run.emit) return tool.write(job);
    for (const std::string& file : {tool.output, files.report}) require_writable(file);
    auto done = launch::output_of_job(tool, run, job, plan.cluster.size() + plan.idle.size(), arguments);
    write_results(tool, files, done.json);
    done.require_no_signal("the queries answered so far are complete");
  });
}
