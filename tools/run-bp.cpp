// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/tool.hpp"
#include "check/sound.hpp"
#include "data/input/plain.hpp"
#include "document/document.hpp"
#include "document/options/plan_options.hpp"
#include "document/partition.hpp"
#include "launch/launch.hpp"
#include "partition/replan/replanner.hpp"

namespace {

uneven::Check files_of_weights() {
  return [](const std::string& text) {
    const auto files = uneven::split(text, ',');
    const bool sound = files.size() >= 2 && std::ranges::none_of(files, [](const auto& file) { return file.empty(); });
    return sound ? std::string() : "'" + text + "' is not a file for each layer, W.npy,V.npy";
  };
}

/// @throws UsageError
uneven::document::RateSchedule rate_schedule_of(const std::string& text) {
  try {
    return uneven::document::parse_rate_schedule(text);
  } catch (const uneven::InputError& e) {
    const std::string what = e.what();
    throw uneven::UsageError("--learning-rate-schedule" + what.substr(what.find(':')));
  }
}

void add_training_options(uneven::CommandLine& app, uneven::document::BpOptions& o) {
  app.add_option(
      "--data", o.data,
      "Training samples: a file in the NETtalk format, two tables x.npy,y.npy, or one; default: made up from the seed");
  app.add_option("--test", o.test, "Held-out samples for the accuracy at the end");
  uneven::document::add_table_options(app, o.table);
  app.add_option("--iterations", o.iterations, "Passes over all samples").check(uneven::integer_from(0)).show_default();
  app.add_option("--target-error", o.target_error, "Stop when half the summed squares are at or below this")
      .check(uneven::number_from(0));
  app.add_option("--learning-rate", o.learning_rate, "Step against the summed gradient; default: 2 / samples")
      .check(uneven::positive_number());
  app.add_option(
         "--learning-rate-schedule", [&o](const std::string& text) { o.rate_schedule = rate_schedule_of(text); },
         "How the learning rate falls (default: constant)")
      .type_name("constant|step:EVERY:FACTOR|inverse:T");
  app.add_option("--momentum", o.momentum, "Share of the last step that is added to the next, 0 to below 1")
      .check(uneven::number_from(0, 1))
      .show_default();
  app.add_option("--seed", o.seed, "Of the first weights").check(uneven::integer_from(0)).show_default();
  app.add_option("--precision", o.precision, "single or double").one_of({"single", "double"}).show_default();
  app.add_option("--weights-in", o.weights_in, "First weights: W.npy,V.npy, a file for each layer")
      .check(files_of_weights());
  app.add_option("--weights-out", o.weights_out, "Last weights: W.npy,V.npy, a file for each layer")
      .check(files_of_weights());
  app.add_option("--checkpoint", o.checkpoint, "Write the state of the run to this file");
  app.add_option("--checkpoint-every", o.checkpoint_every, "Iterations between checkpoints; default: only at the end")
      .check(uneven::integer_from(0));
  app.add_flag("--resume", o.resume, "Go on from the checkpoint; start afresh if there is none");
  app.add_option("--replan", o.replan, "Every N iterations share the work by the speeds seen, where that pays")
      .check(uneven::integer_from(0));
}

void add_network_options(uneven::CommandLine& app, uneven::document::BpOptions& o) {
  using namespace uneven::document;
  app.add_option("--hidden-units", o.network.hidden, "sigmoid, tanh or relu")
      .one_of(uneven::names_of<HiddenUnits>())
      .show_default(name_of(o.network.hidden));
  app.add_option("--output-units", o.network.output, "sigmoid, softmax or linear")
      .one_of(uneven::names_of<OutputUnits>())
      .show_default(name_of(o.network.output));
  app.add_option("--loss", o.network.loss, "squared (default), or cross-entropy (of sigmoid; always of softmax)")
      .one_of(uneven::names_of<Loss>());
  app.add_flag("--bias", o.network.bias, "Units have biases");
  app.add_option("--first-weights", o.network.first_weights,
                 "uniform (in [-0.3, 0.3]) or glorot (by the layers' sizes)")
      .one_of(uneven::names_of<FirstWeights>())
      .show_default(name_of(o.network.first_weights));
  app.add_flag("--standardise", o.standardise, "Scale inputs to mean 0 and deviation 1 over the training samples");
  app.add_option("--batch", o.batch, "Samples of an iteration, in an order by the seed; default: all")
      .check(uneven::integer_from(1));
  app.add_option("--validation", o.validation, "Held-out samples: stop once the network gets no better on them");
  app.add_option("--validate-every", o.validate_every, "Iterations between looks at them; default: an epoch")
      .check(uneven::integer_from(1))
      .needs("--validation");
  app.add_option("--patience", o.patience, "Looks without a better one before training stops")
      .check(uneven::integer_from(1))
      .needs("--validation")
      .show_default();
  app.add_option("--model", o.model, "Write the trained network to this file");
}

void add_predict_options(uneven::CommandLine& app, uneven::document::BpOptions& o, std::size_t& ranks) {
  const std::string group = "Prediction";
  app.add_option("--predict", o.predict,
                 "Apply the model of this file to --data; --output gets a label for each sample")
      .group(group);
  app.add_flag("--probabilities", o.probabilities, "Write all outputs in place of a label")
      .needs("--predict")
      .group(group);
  app.add_option("-n,--ranks", ranks, "Processes with equal shares, in place of PLAN")
      .check(uneven::integer_from(1, 1 << 24))
      .needs("--predict")
      .group(group);
}

/// To try what a run does about drift without a cluster.
void add_trial_options(uneven::CommandLine& app, std::string& slow, uneven::document::BpOptions& o) {
  app.add_option("--slow", slow,
                 "Make a rank slower, or all of a host: RANK or HOST:SPEED@FIRST-LAST, such as 3:0.5@10-40")
      .group("Advanced");
  app.add_flag("--replan-always", o.replan_always, "Follow each new plan, even where it does not pay")
      .needs("--replan")
      .group("Advanced");
}

}  // namespace

namespace {

using namespace uneven;

/// Refuses wrong combinations of options. @throws UsageError
void require_sense(const document::BpOptions& o) {
  if ((o.resume || o.checkpoint_every > 0) && !o.checkpoint)
    throw UsageError("--resume and --checkpoint-every need --checkpoint FILE");
  if (!loss_fits(o.network))
    throw UsageError("--loss: " + name_of(loss_of(o.network)) + " does not go with " + name_of(o.network.output) +
                     " outputs; expected " +
                     (o.network.output == document::OutputUnits::softmax ? "cross-entropy" : "squared"));
  if (o.standardise && !o.data) throw UsageError("--standardise needs --data");
}

/// The same job on fewer processors; nothing if they cannot do the work.
std::optional<document::Job> job_without(document::Job job, document::BpOptions options,
                                         const document::Partition& plan, const std::vector<std::size_t>& lost) {
  const auto made = partition::without(plan, lost);
  if (!made) return std::nullopt;
  options.slow = document::slowdowns_without(options.slow, lost);
  job.plan = document::json_of(*made);
  job.options = document::options_of(options);
  return job;
}

/// Applies a model: --output is the file of what it predicts, and the report goes to standard output.
void predict(Tool& tool, const std::string& path, bool with_plan, std::size_t ranks, document::BpOptions& options,
             const launch::RunOptions& run) {
  if (!options.data) throw UsageError("--predict needs --data FILE, the samples");
  if (options.model) throw UsageError("--model: a model that is applied is not written");
  if (tool.output.empty() || tool.output == "-")
    throw UsageError("--predict needs --output FILE for what it predicts; the report goes to standard output");
  options.output = std::exchange(tool.output, "");
  document::Job job;
  job.run = "bp";
  if (with_plan) {
    const auto plan = document::load(path, {"partition"}, tool);
    const auto partition = check::sound<document::Partition>(plan);
    ranks = partition.cluster.size();
    job.plan = plan.json.json();
  } else {
    ranks = std::max<std::size_t>(ranks, 1);
    options.cluster.resize(ranks);
  }
  std::vector<std::string> arguments;
  if (!run.emit) arguments = data::kept_pipes({options.data});
  for (auto* files : {&options.data, &options.predict, &options.output}) *files = launch::job_files(tool, run, **files);
  job.input = document::input_of(options);
  job.options = document::options_of(options);
  launch::run_job(tool, run, job, ranks, std::move(arguments));
}

}  // namespace

int main(int argc, char** argv) {
  Tool tool("run-bp", "Train a perceptron by back-propagation, each processor on its rectangle of the plan.");
  std::string path = "-", slow;
  std::size_t ranks = 0;
  document::BpOptions options;
  launch::RunOptions run;
  const auto plan_option = tool.app.add_option("PLAN", path, "A partition; '-' is standard input").type_name("FILE");
  add_training_options(tool.app, options);
  add_network_options(tool.app, options);
  add_predict_options(tool.app, options, ranks);
  add_trial_options(tool.app, slow, options);
  launch::add_force_option(tool.app, run);
  launch::add_trace_option(tool.app, run);
  launch::add_launch_options(tool.app, run);
  launch::add_restart_option(tool.app, run);
  tool.app.add_examples({"run-bp plan.json --iterations 10 --checkpoint state --resume -o first.json",
                         "run-bp --predict points.npz --data points.csv --output labels.csv -n 2"});
  return tool.run(argc, argv, [&] {
    require_sense(options);
    const bool predicts = options.predict.has_value();
    require_own_files({{"PLAN", predicts && !plan_option.given() ? std::nullopt : std::optional(path)},
                       {"--data", options.data, true},
                       {"--test", options.test, true},
                       {"--validation", options.validation, true},
                       {"--predict", options.predict},
                       {"--weights-in", options.weights_in, true}},
                      launch::with_run_files({{"--output", tool.output},
                                              {"--weights-out", options.weights_out, true},
                                              {"--model", options.model},
                                              {"--checkpoint", options.checkpoint}},
                                             run));
    options.match = run.match;
    options.max_seconds = run.max_seconds;
    launch::require_restartable(run);
    if (predicts && run.restart.most > 0)
      throw UsageError("--restarts: a model that is applied has no checkpoint; expected training");
    if (predicts) return predict(tool, path, plan_option.given(), ranks, options, run);
    const auto plan = document::load(path, {"partition"}, tool);
    const auto partition = check::sound<document::Partition>(plan);
    if (!slow.empty()) options.slow = document::parse_slowdowns(slow, document::hosts_of(partition.cluster));
    std::vector<std::string> arguments;
    if (!run.emit) arguments = data::kept_pipes({options.data, options.test, options.validation});
    for (auto* files : {&options.data, &options.test, &options.validation, &options.weights_in, &options.weights_out,
                        &options.checkpoint, &options.model})
      if (*files) *files = launch::job_files(tool, run, **files);
    const document::Job job{"bp", plan.json.json(), document::input_of(options), document::options_of(options)};
    run.restart.cluster = partition.cluster;
    run.restart.without = [&](const std::vector<std::size_t>& lost) {
      return job_without(job, options, partition, lost);
    };
    launch::run_job(tool, run, job, partition.cluster.size(), std::move(arguments));
  });
}
