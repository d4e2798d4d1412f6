// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/tool.hpp"
#include "check/sound.hpp"
#include "data/plain.hpp"
#include "document/document.hpp"
#include "document/options/plan_options.hpp"
#include "document/partition.hpp"
#include "launch/launch.hpp"

namespace {

uneven::Check two_files() {
  return [](const std::string& text) {
    const auto files = uneven::split(text, ',');
    const bool two = files.size() == 2 && !files[0].empty() && !files[1].empty();
    return two ? std::string() : "'" + text + "' is not two files, W.npy,V.npy";
  };
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
  app.add_option("--momentum", o.momentum, "Share of the last step that is added to the next, 0 to below 1")
      .check(uneven::number_from(0, 1))
      .show_default();
  app.add_option("--seed", o.seed, "Of the first weights").check(uneven::integer_from(0)).show_default();
  app.add_option("--precision", o.precision, "single or double").one_of({"single", "double"}).show_default();
  app.add_option("--weights-in", o.weights_in, "First weights: W.npy,V.npy").check(two_files());
  app.add_option("--weights-out", o.weights_out, "Last weights: W.npy,V.npy").check(two_files());
  app.add_option("--checkpoint", o.checkpoint, "Write the state of the run to this file");
  app.add_option("--checkpoint-every", o.checkpoint_every, "Iterations between checkpoints; default: only at the end")
      .check(uneven::integer_from(0));
  app.add_flag("--resume", o.resume, "Go on from the checkpoint; start afresh if there is none");
  app.add_option("--replan", o.replan, "Every N iterations share the work by the speeds seen, where that pays")
      .check(uneven::integer_from(0));
}

/// To try what a run does about drift without a cluster.
void add_trial_options(uneven::CommandLine& app, std::string& slow, uneven::document::BpOptions& o) {
  app.add_option("--slow", slow, "Make a rank slower: RANK:SPEED@FIRST-LAST, such as 3:0.5@10-40").group("Advanced");
  app.add_flag("--replan-always", o.replan_always, "Follow each new plan, even where it does not pay")
      .needs("--replan")
      .group("Advanced");
}

}  // namespace

int main(int argc, char** argv) {
  using namespace uneven;
  Tool tool("run-bp", "Train a perceptron by back-propagation, each processor on its rectangle of the plan.");
  std::string path = "-", slow;
  document::BpOptions options;
  launch::RunOptions run;
  tool.app.add_option("PLAN", path, "A partition; '-' is standard input").type_name("FILE");
  add_training_options(tool.app, options);
  add_trial_options(tool.app, slow, options);
  launch::add_force_option(tool.app, run);
  launch::add_launch_options(tool.app, run);
  return tool.run(argc, argv, [&] {
    if ((options.resume || options.checkpoint_every > 0) && !options.checkpoint)
      throw UsageError("--resume and --checkpoint-every need --checkpoint FILE");
    require_own_files({{"PLAN", path},
                       {"--data", options.data, true},
                       {"--test", options.test, true},
                       {"--weights-in", options.weights_in, true}},
                      {{"--output", tool.output},
                       {"--weights-out", options.weights_out, true},
                       {"--checkpoint", options.checkpoint}});
    options.slow = document::parse_slowdowns(slow);
    const auto plan = document::load(path, {"partition"}, tool);
    const auto partition = check::sound<document::Partition>(plan);
    document::in_document(plan.name, [&] { document::require_one_hidden_layer(partition); });
    options.match = run.match;
    options.max_seconds = run.max_seconds;
    std::vector<std::string> arguments;
    if (!run.emit) arguments = data::kept_pipes({options.data, options.test});
    for (auto* files : {&options.data, &options.test, &options.weights_in, &options.weights_out, &options.checkpoint})
      if (*files) *files = launch::job_files(tool, run, **files);
    launch::run_job(tool, run, {"bp", plan.json.json(), document::input_of(options), document::options_of(options)},
                    partition.cluster.size(), std::move(arguments));
  });
}
