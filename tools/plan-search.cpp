// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "base/tool.hpp"
#include "data/input/file.hpp"
#include "data/input/plain.hpp"
#include "data/table.hpp"
#include "document/speeds_option.hpp"
#include "search/predict.hpp"
#include "search/table.hpp"
#include "search/vector_table.hpp"
#include "shares/options.hpp"
#include "statistics/share.hpp"

namespace {

using namespace uneven;

struct Options {
  document::SpeedsOption speeds;
  std::optional<std::string> table, vector;
  std::optional<document::SearchMethod> method;
  std::optional<std::string> task, entry, message, start, serial, query, answer;
  std::optional<std::int64_t> examples, processors;
  std::int64_t queries = 1, pieces = 4;
  std::optional<document::SearchJoin> join = document::SearchJoin::staircase;  ///< none: the fastest
  shares::MemoryOption memory;
  std::optional<std::string> example;
};

std::optional<double> seconds(const std::optional<std::string>& text, const std::string& name) {
  if (!text) return std::nullopt;
  const double value = parse_number(*text, name);
  if (value < 0) throw UsageError(name + ": found " + *text + "; expected seconds >= 0");
  return value;
}

/// Whether all processors are alike, and take --task-s.
bool needs_no_speeds(const Options& options) {
  return !options.speeds.by_hand() && !options.speeds.document_given() && options.task;
}

/// None if none are needed.
std::optional<document::Speeds> speeds_of(const Options& options, const Tool& tool) {
  if (needs_no_speeds(options)) return std::nullopt;
  const auto speeds = options.speeds.read(tool);
  if (speeds.kernel.empty() && !options.speeds.by_hand() && !options.task)
    tool.note("the speeds do not say their kernel; taken for examples per second");
  if (speeds.kernel.empty() || speeds.kernel == "search") return speeds;
  const std::string found = "these are speeds of the kernel \"" + shown(speeds.kernel) + "\"";
  if (!options.task) throw InputError(found + "; seconds need those of \"search\", or --task-s");
  tool.note(found + "; only their ratios are used");
  return speeds;
}

std::vector<document::Processor> cluster_of(const Options& options, const std::optional<document::Speeds>& speeds) {
  std::vector<document::Processor> cluster;
  if (speeds) cluster = document::cluster_of(*speeds);
  if (!options.processors) {
    if (cluster.empty()) throw UsageError("--processors is required without speeds");
    return cluster;
  }
  const auto wanted = static_cast<std::size_t>(*options.processors);
  if (!cluster.empty() && wanted > cluster.size())
    throw UsageError("--processors " + std::to_string(wanted) + ": the speeds are those of " +
                     std::to_string(cluster.size()));
  const bool by_task = cluster.empty();
  cluster.resize(wanted);
  if (by_task)
    for (auto& processor : cluster) processor.speed = 1 / *seconds(options.task, "--task-s");
  return cluster;
}

document::SearchTimes times_of(const Options& options, const std::optional<document::Speeds>& speeds,
                               const std::vector<document::Processor>& cluster) {
  const auto [pace, exponent] = statistics::scaled(document::speeds_of(cluster));
  const double mean = std::accumulate(pace.begin(), pace.end(), 0.0) / static_cast<double>(pace.size());
  const double task_s = seconds(options.task, "--task-s").value_or(std::ldexp(1 / mean, -exponent));
  document::SearchTimes times;
  times.task_s = task_s;
  if (speeds) times = search::measured_times(*speeds, task_s, task_s * mean / pace.front());
  times.entry_s = seconds(options.entry, "--entry-s").value_or(0);
  times.message_s = seconds(options.message, "--message-s").value_or(times.message_s);
  times.start_s = seconds(options.start, "--start-s").value_or(times.start_s);
  times.serial_s = seconds(options.serial, "--serial-s").value_or(0);
  times.query_s = seconds(options.query, "--query-s").value_or(times.query_s);
  times.answer_s = seconds(options.answer, "--answer-s").value_or(times.answer_s);
  return times;
}

/// Gives processors the memory of the option, in place of what the speeds tell.
void set_memory(const Options& options, std::vector<document::Processor>& cluster) {
  if (options.memory.given()) {
    document::Speeds alike;
    alike.processors.resize(cluster.size());
    const auto memory = options.memory.read(alike);
    for (std::size_t i = 0; i < cluster.size(); ++i) cluster[i].memory_bytes = memory[i];
  }
  const bool known = std::ranges::any_of(cluster, [](const auto& p) { return p.memory_bytes.has_value(); });
  if (options.example && !known) throw UsageError("--memory-per-unit: needs --memory, or speeds with memory_bytes");
}

/// The examples, and the file in which they were counted.
struct Examples {
  std::int64_t count = 0;
  double bytes = 9;  ///< of each: in the default columns of a table, or of a vector
  document::Json data = nullptr;
};

Examples examples_of(const Options& options) {
  if (options.examples) return {*options.examples};
  if (!options.table) throw UsageError("--examples D or --table FILE is required");
  Examples examples;
  if (options.vector) {
    const data::Table table = data::open_table(*options.table, search::vector_columns(*options.vector));
    examples.count = table.rows();
    examples.bytes = sizeof(float) * static_cast<double>(table.columns());
  } else {
    examples.count = search::read_table(*options.table).rows;
  }
  examples.data = {{"file", text_of_name(*options.table)},
                   {"bytes", data::InputFile(data::file_of(*options.table)).bytes()}};
  return examples;
}

/// Bytes of an example: as given, as the speeds tell, or as the table has them.
double example_bytes_of(const Options& options, const std::optional<document::Speeds>& speeds,
                        const Examples& examples) {
  if (options.example) return parse_bytes(*options.example, "--memory-per-unit");
  return speeds ? speeds->memory_per_unit_bytes.value_or(examples.bytes) : examples.bytes;
}

/// A word where the speeds are those of other examples.
void note_other_examples(const Options& options, const std::optional<document::Speeds>& speeds,
                         const Examples& examples, const Tool& tool) {
  if (!speeds || speeds->kernel != "search" || options.task) return;
  const auto floats = document::raw_at(speeds->kernel_options, "floats");
  const double bytes = floats.is_number() ? sizeof(float) * floats.get<double>() : 0;
  if (!options.vector && bytes > 0 && options.table)
    tool.note("the speeds are those of vectors, and the examples words");
  if (options.vector && bytes == 0) tool.note("the speeds are those of words; expected measure-speeds --floats");
  if (options.vector && bytes > 0 && bytes != examples.bytes)
    tool.note("the speeds are those of vectors of " + shortest(bytes / sizeof(float)) + " numbers; the examples have " +
              shortest(examples.bytes / sizeof(float)));
}

void add_options(CommandLine& app, Options& o) {
  const Check count = integer_from(1), ranks = integer_from(1, 10'000'000);
  o.speeds.add_to(app, " --kernel search", "; examples per second unless --task-s is given");
  auto examples = app.add_option("--examples", o.examples, "D, the examples to scan").check(count).type_name("D");
  app.add_option("--table", o.table, "Count them in this table instead").type_name("FILE").excludes(examples);
  app.add_option("--vector", o.vector, "Of that table the columns of vectors, as of run-search, or all")
      .type_name("COLUMNS")
      .needs("--table");
  app.add_option("--processors", o.processors, "N, the master counted; default: all of the speeds")
      .check(ranks)
      .type_name("N");
  app.add_option("--task-s", o.task, "Seconds per example, mean over the processors; default: from the speeds")
      .type_name("T");
  app.add_option("--entry-s", o.entry, "Seconds to make one example's entry in a unit [0]").type_name("T");
  app.add_option("--message-s", o.message, "Seconds of a send or receive; default: from the network measured, else 0")
      .type_name("T");
  app.add_option("--start-s", o.start, "Seconds to start and end a process; default: the barrier measured, else 0")
      .type_name("T");
  app.add_option("--serial-s", o.serial, "Seconds per example that cannot be shared [0]").type_name("T");
  app.add_option(
         "--query-s", o.query,
         "Seconds of a query at one processor before its first example, mean over the processors; default: from "
         "the curves of the speeds, else 0")
      .type_name("T");
  app.add_option("--answer-s", o.answer,
                 "Seconds of a message of results for each query in it; default: from the network measured, else 0")
      .type_name("T");
  o.memory.add_to(app);
  app.add_option("--memory-per-unit", o.example, "Memory of an example; default: of the speeds, else 9 bytes")
      .type_name("BYTES");
  app.add_option("--method", o.method,
                 "equal-data, static-process, synchronous-data, asynchronous-data, dynamic-process, proportional-data, "
                 "self-scheduling or stealing; default: the fastest predicted")
      .one_of(names_of<document::SearchMethod>())
      .type_name("NAME");
  app.add_option("--queries", o.queries, "Queries that are scanned together [1]")
      .check(integer_from(1, 1 << 20))
      .type_name("Q");
  app.add_option("--pieces", o.pieces, "h, parts per processor [4]").check(integer_from(1, 1'000'000)).type_name("H");
  auto joins = names_of<document::SearchJoin>();
  joins.push_back("best");
  app.add_option(
         "--join", [&o](const std::string& text) { o.join = named<document::SearchJoin>(text); },
         "simple, staircase or tree, or best: the fastest predicted [staircase]")
      .one_of(joins)
      .type_name("NAME");
}

}  // namespace

int main(int argc, char** argv) {
  Tool tool("plan-search", "Plan how processors share the scan of an example table.");
  Options options;
  add_options(tool.app, options);
  tool.app.add_examples({"plan-search --table share/examples/noun-phrases.tsv --speeds 4*2e8,4*1e8",
                         "plan-search --examples 100000 --processors 8 --task-s 1e-3 --method asynchronous-data"});
  return tool.run(argc, argv, [&] {
    tool.require_apart(options.table.value_or(""));
    if (!needs_no_speeds(options)) options.speeds.require_other_than(options.table.value_or(""), "--table");
    const Examples examples = examples_of(options);
    if (options.processors && *options.processors > examples.count)
      throw UsageError("--processors " + std::to_string(*options.processors) + ": more than the " +
                       std::to_string(examples.count) + " examples");
    const auto speeds = speeds_of(options, tool);
    auto cluster = cluster_of(options, speeds);
    set_memory(options, cluster);
    note_other_examples(options, speeds, examples, tool);
    const bool measured = speeds && !options.message;
    auto plan = search::plan({examples.count, options.queries, cluster, times_of(options, speeds, cluster),
                              options.method, options.pieces, options.join, example_bytes_of(options, speeds, examples),
                              measured ? search::measured_network(*speeds) : std::nullopt});
    if (plan.method == document::SearchMethod::asynchronous_data)
      for (const auto& warning : plan.warnings) tool.note(warning);
    if (speeds && !speeds->kernel.empty()) plan.kernel = speeds->kernel;
    plan.data = examples.data;
    plan.made_by = tool.made_by();
    tool.write(plan);
  });
}
