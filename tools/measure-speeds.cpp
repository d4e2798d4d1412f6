// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "base/file.hpp"
#include "base/tool.hpp"
#include "document/common.hpp"
#include "document/document.hpp"
#include "document/job.hpp"
#include "document/options/program_options.hpp"
#include "document/partition.hpp"
#include "elements/programs.hpp"
#include "launch/launch.hpp"
#include "launch/words.hpp"
#include "speeds/derived.hpp"

namespace {

using namespace uneven;

/// What --command and the options for it say.
struct CommandText {
  std::string text, setup, cleanup;
  bool shell = false;
};

/// @throws UsageError  if there is no command in the text, or nothing in it says how many units to do.
std::vector<std::string> words_of(const CommandText& command, bool units_given) {
  if (!units_given && command.text.find("{units}") == std::string::npos)
    throw UsageError(
        "--command: found no {units}; expected it in place of the number of units, or --units if the "
        "command always does the same");
  if (command.shell) return {"/bin/sh", "-c", command.text};
  auto words = launch::split_words(command.text, "--command");
  if (words.empty() || words[0].empty()) throw UsageError("--command: found no words; expected a command");
  return words;
}

/// The words of mpi-runner's command line for the command, which a job never names.
std::vector<std::string> runner_options(const CommandText& command, const std::vector<std::string>& words) {
  std::vector<std::string> options{launch::command_option(words)};
  if (!command.setup.empty()) options.push_back("--setup=" + command.setup);
  if (!command.cleanup.empty()) options.push_back("--cleanup=" + command.cleanup);
  return options;
}

/// Adds the options for a command; the last four need the first.
/// @param of_kernels  options that a command does not have.
void add_command_options(CommandLine& app, CommandText& command, document::MeasureOptions& options,
                         const std::vector<Option>& of_kernels) {
  const std::string group = "Your own program";
  Option option =
      app.add_option("--command", command.text, "What is timed: a command, with {units} for the number of units to do");
  option.check([](const std::string& text) { return text.empty() ? "is empty; expected a command" : ""; })
      .group(group)
      .type_name("TEXT");
  for (const Option& other : of_kernels) option.excludes(other);
  app.add_flag("--shell", command.shell, "Let /bin/sh run the command").group(group).needs("--command");
  app.add_option("--unit", options.unit, "Name of its unit of work").group(group).needs("--command").show_default();
  app.add_option("--units", options.units, "Run it with N units; default: as many as take long enough")
      .group(group)
      .type_name("N")
      .check(integer_from(1))
      .needs("--command");
  app.add_option("--setup", command.setup, "What /bin/sh does once on each host before")
      .group(group)
      .type_name("TEXT")
      .needs("--command");
  app.add_option("--cleanup", command.cleanup, "What it does afterwards, also after a failure")
      .group(group)
      .type_name("TEXT")
      .needs("--command");
}

/// Says which of the options for one kernel are given with another, which has none of them.
void note_options_without_effect(const Tool& tool, const std::string& kernel, const std::string& of,
                                 const std::vector<std::pair<const char*, Option>>& options) {
  for (const auto& [name, option] : options)
    if (option.given() && kernel != of) tool.note(std::string(name) + " is for kernel " + of + ", without effect here");
}

/// Whether speeds of this kernel, measured with `of`, are of what the options ask for.
/// @param command  words of the command, for kernel command.
bool has_same_options(const document::Json& of, const document::MeasureOptions& options,
                      const std::vector<std::string>& command) {
  if (options.kernel == "command") return document::raw_at(of, "command") == launch::shell_text(command);
  if (of.contains("precision")) return false;  // in reports, if not the usual one
  if (options.kernel == "bp")
    return document::raw_at(of, "network") == document::text_of(options.network) &&
           document::raw_at(of, "input") == options.input;
  if (options.kernel == "search" &&
      document::raw_at(of, "floats") != (options.floats ? document::Json(*options.floats) : document::Json()))
    return false;
  return !of.contains("clusters") ||
         (of["clusters"] == elements::measured_clusters &&
          document::raw_at(of, "dimensions") == elements::measured_dimensions(options.kernel));
}

/// Sets what need not be measured again. The output, newer speeds, may take the place of the file.
/// @throws InputError if it was measured with another kernel or other options of it.
void set_known(const std::string& path, document::MeasureOptions& options, const std::vector<std::string>& command) {
  const document::Speeds speeds = document::parse(read_file(path), input_name(path), {"speeds"}).as<document::Speeds>();
  if (speeds.kernel != options.kernel || !has_same_options(speeds.kernel_options, options, command))
    throw InputError(path + ": speeds of another kernel or of other kernel options; expected the same");
  options.known = speeds.processors;
  options.memory_per_unit_bytes = speeds.memory_per_unit_bytes;
  options.memory_fixed_bytes = speeds.memory_fixed_bytes;
}

}  // namespace

int main(int argc, char** argv) {
  Tool tool("measure-speeds", "Measure processors and network: start ranks that all compute at once, and time them.");
  document::MeasureOptions options;
  launch::RunOptions run;
  std::string network = document::text_of(options.network), report, known;
  std::size_t ranks = 0;
  bool no_network = false;
  CommandText command;
  CommandLine& app = tool.app;
  app.add_option("-n,--ranks", ranks, "MPI ranks to start").check(integer_from(1, 1 << 24));
  const Option kernel =
      app.add_option("--kernel", options.kernel, "What is timed: bp, matmul, search, kmeans, em or logistic")
          .one_of(elements::measured_kernels())
          .show_default();
  const Option network_option =
      app.add_option("--network", network, "inputs-hidden-outputs, for kernel bp").show_default();
  const Option input = app.add_option("--input", options.input, "dense or one-hot, for kernel bp")
                           .one_of({"dense", "one-hot"})
                           .show_default();
  const Option samples = app.add_option("--samples", options.samples, "Samples of the whole problem, for kernel bp")
                             .check(integer_from(1))
                             .show_default();
  const Option floats =
      app.add_option("--floats", options.floats, "Of a vector, for kernel search; default: examples have words")
          .check(integer_from(1, 1 << 24))
          .type_name("N");
  app.add_option("--confidence", options.confidence, "Repeat until the 95 % interval is within this share of the mean")
      .check(positive_number())
      .show_default();
  app.add_flag("--curve", options.curve, "Measure at several problem sizes");
  app.add_flag("--no-network", no_network, "Measure processors only");
  app.add_option("--known", known, "Speeds whose hosts and processor models need no new measurement");
  app.add_option("--from-report", report, "Make speeds of the compute times of a run; start nothing");
  add_command_options(app, command, options, {kernel, network_option, input, samples, floats});
  launch::add_launch_options(app, run);
  tool.app.add_examples(
      {"measure-speeds -n 2 --max-seconds 1 -o speeds.json",
       "measure-speeds -n 2 --command 'sh work.sh {units}' --unit frame --max-seconds 2 --no-network"});
  return tool.run(argc, argv, [&] {
    if (!report.empty()) {
      const auto document = document::load(report, {"report"}, tool);
      const auto run_report = document.as<document::Report>();
      document::Speeds speeds;
      document::in_document(document.name, [&] { speeds = speeds::speeds_from_report(run_report); });
      tool.write(speeds);
      return;
    }
    if (ranks == 0) throw UsageError("--ranks is required (or --from-report FILE)");
    note_options_without_effect(tool, options.kernel, "bp",
                                {{"--network", network_option}, {"--input", input}, {"--samples", samples}});
    note_options_without_effect(tool, options.kernel, "search", {{"--floats", floats}});
    options.network = document::parse_perceptron(network, "--network");
    options.with_network = !no_network;
    options.max_seconds = run.max_seconds.value_or(options.max_seconds);
    std::vector<std::string> words, arguments;
    if (!command.text.empty()) {
      options.kernel = "command";
      words = words_of(command, options.units.has_value());
      arguments = runner_options(command, words);
    }
    if (!known.empty()) set_known(known, options, words);
    launch::run_job(tool, run, {"measure", document::Json::object(), document::Json::object(), options_of(options)},
                    ranks, arguments);
  });
}
