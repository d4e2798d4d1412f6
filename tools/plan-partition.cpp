// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "base/tool.hpp"
#include "data/training/dataset.hpp"
#include "document/partition.hpp"
#include "document/speeds_option.hpp"
#include "partition/chain/chain.hpp"
#include "partition/plan.hpp"
#include "partition/predict/time_model.hpp"
#include "shares/options.hpp"

namespace {

using namespace uneven;
using partition::Balance, partition::Method, partition::Objective, partition::Order;

constexpr std::int64_t most_processors = 1 << 24;

/// The names that an option takes, ascending.
template <class E>
std::vector<std::string> sorted_names() {
  auto names = names_of<E>();
  std::ranges::sort(names);
  return names;
}

/// What is trained: sizes by hand, or those of the data.
struct Sizes {
  std::string network, data;
  std::int64_t samples = 0, hidden = 0;
  document::TableOptions table;

  void add_to(CommandLine& app) {
    const auto size = integer_from(1);
    auto network_option =
        app.add_option("--network", network, "Units of each layer, such as 203-80-26 or 784-512-256-10");
    network_option.type_name("N-M-L");
    auto samples_option = app.add_option("--samples", samples, "Samples to train with");
    samples_option.type_name("S").check(size);
    app.add_option("--data", data, "Samples, inputs and outputs from data, as run-bp reads them")
        .type_name("FILE")
        .excludes(samples_option);
    // --columns are those of the partition.
    app.add_option("--data-columns", table.columns, "Columns of the data, as --columns of run-bp");
    app.add_option("--separator", table.separator, "Between the fields of the data, as of run-bp");
    app.add_option("--missing", table.missing, "Missing values of the data, as of run-bp")
        .one_of(names_of<document::Missing>())
        .show_default(name_of(table.missing));
    app.add_option("--hidden", hidden, "Hidden units, with --data").type_name("M").check(size).excludes(network_option);
  }

  /// @return  units of each layer.
  std::vector<std::int64_t> by_hand(partition::Options& options) const {
    if (network.empty()) throw UsageError("--network is required, or --data and --hidden");
    if (samples == 0) throw UsageError("--samples is required, or --data");
    options.samples = samples;
    return document::parse_units(network, "--network");
  }

  /// @param units  becomes those of each layer. @return  what the plan records of the data.
  document::Json from_data(std::vector<std::int64_t>& units, partition::Options& options, const Tool& tool) const {
    if (network.empty() && hidden == 0) throw UsageError("--hidden is required with --data, or --network");
    if (!network.empty()) units = document::parse_units(network, "--network");
    tool.require_apart(data, true);
    const std::int64_t inputs = units.empty() ? 0 : units.front(), outputs = units.empty() ? 0 : units.back();
    const data::DatasetInfo info = data::read_dataset_info(data, inputs, {table, {}, outputs});
    for (const std::string& line : info.notes) tool.note(line);
    for (const std::string& warning : info.warnings) tool.note(warning);
    if (units.empty()) units = {info.inputs, hidden, info.outputs};
    if (info.inputs != units.front() || info.outputs != units.back()) {
      throw InputError(data + ": has " + std::to_string(info.inputs) + " inputs and " + std::to_string(info.outputs) +
                       " outputs; expected those of --network " + network);
    }
    options.samples = info.samples;
    options.dense = info.format != data::DataFormat::nettalk;
    if (!options.dense) options.input = "one-hot";
    return {{"file", text_of_name(data)}, {"bytes", info.bytes}};
  }
};

}  // namespace

int main(int argc, char** argv) {
  Tool tool("plan-partition",
            "Share the work of back-propagation among processors of unequal speed, with little communication.");
  CommandLine& app = tool.app;
  std::string small_group;
  partition::Options options;
  document::SpeedsOption input;
  input.add_to(app);
  Sizes sizes;
  sizes.add_to(app);
  shares::MemoryOption memory;
  memory.add_to(app);
  app.add_option("--method", options.method,
                 "The shape of the plan; best: all are compared by the objective (default: columns)")
      .type_name("NAME")
      .one_of(sorted_names<Method>());
  app.add_option("--columns", options.columns, "Number of columns (default: the best)")
      .type_name("C")
      .check(integer_from(1));
  app.add_option("--processors", options.processors, "The fastest K only (default: all; by seconds as many as pay)")
      .type_name("K")
      .check(integer_from(1, most_processors));
  app.add_option("--order", options.order,
                 "Who shares a column; sorted: neighbours in speed; free: any may (default: sorted)")
      .type_name("NAME")
      .one_of(sorted_names<Order>());
  app.add_option("--objective", options.objective,
                 "What is least: elements sent, or seconds per iteration (default: elements; best: seconds)")
      .type_name("NAME")
      .one_of(sorted_names<Objective>());
  app.add_option("--balance", options.balance,
                 "What is shared by speed: work, or time with messages (default: work; by seconds time)")
      .type_name("NAME")
      .one_of({"time", "work"});
  app.add_option("--collective", options.collective, "How groups add up (default: linear; by seconds the fastest)")
      .type_name("NAME")
      .one_of(sorted_names<document::Collective>());
  app.add_option(
         "--small-group", small_group,
         "Join cuts of columns closer than this share, 0.06 in the paper (default: the closest, where that pays)")
      .type_name("A")
      .group("Advanced");
  tool.app.add_examples({"plan-partition --speeds 4*1.0,4*0.5 --data share/examples/words-test.data --hidden 80",
                         "plan-partition --speeds 1,2,3,4 --network 784-512-256-10 --samples 1000 -o plan.json"});
  return tool.run(argc, argv, [&] {
    document::Json data;
    std::vector<std::int64_t> units;
    input.require_other_than(sizes.data, "--data");
    if (sizes.data.empty())
      units = sizes.by_hand(options);
    else
      data = sizes.from_data(units, options, tool);
    const bool several = units.size() > 3;
    options.network = {units.front(), units[1], units.back()};
    if (!small_group.empty()) options.small_group = parse_number(small_group, "--small-group");
    if (options.small_group && (*options.small_group < 0 || *options.small_group > 1)) {
      throw UsageError("--small-group: " + small_group + " is not a share from 0 to 1");
    }
    const bool by_time = options.balance == Balance::time;
    const bool by_seconds = partition::objective_of(options) == Objective::seconds || by_time;
    if (input.by_hand() && by_seconds) {
      throw UsageError(std::string(by_time ? "--balance time" : "a plan by seconds") +
                       " needs a measured network, which --speeds does not give; measure-speeds does");
    }
    document::Speeds speeds = input.read(tool);
    memory.apply_to(speeds);
    if (const auto other = partition::other_kernel(speeds, options.network, options.input);
        other && !by_seconds && !several)
      tool.note(*other);
    document::Partition plan =
        several ? partition::plan_chain(speeds, units, options) : partition::plan(speeds, options);
    if (!speeds.kernel.empty()) plan.kernel = speeds.kernel;
    plan.kernel_options = speeds.kernel_options;
    plan.data = std::move(data);
    plan.made_by = tool.made_by();
    tool.write(plan);
  });
}
