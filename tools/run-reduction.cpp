// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "base/tool.hpp"
#include "check/sound.hpp"
#include "document/document.hpp"
#include "document/options/plan_options.hpp"
#include "document/reduction_tree.hpp"
#include "launch/launch.hpp"

namespace {

constexpr const char* operators[] = {"sum", "min", "max", "product", "concat", "matrix"};

}  // namespace

int main(int argc, char** argv) {
  using namespace uneven;
  Tool tool("run-reduction", "Join items along a reduction tree, and time it.");
  std::string path = "-", against;
  std::optional<document::NumberType> type;
  std::optional<std::int64_t> elements;
  document::ReductionOptions options;
  launch::RunOptions run;
  const Check count = integer_from(1);
  tool.app.add_option("PLAN", path, "A reduction-tree; '-' is standard input").type_name("FILE");
  tool.app
      .add_option("--operator", options.operation,
                  "sum, min, max, product, concat, matrix or the path of a shared object")
      .check([](const std::string& name) {
        const bool known = is_path(name) || std::ranges::find(operators, name) != std::end(operators);
        return known ? ""
                     : "found '" + shown(name) +
                           "'; expected sum, min, max, product, concat, matrix or a path such as ./libmine.so";
      })
      .show_default();
  tool.app.add_option("--elements", elements, "Elements of an item; default: the plan's, or 1").check(count);
  tool.app.add_option("--type", type, "float, double or int64; default: double, for matrix int64")
      .one_of(names_of<document::NumberType>());
  tool.app.add_option("--data", options.data, "Items, a row of an NPY file each; default: made up from the seed");
  tool.app.add_option("--result", options.result, "Write the joined value: NPY, or of concat the text")
      .type_name("FILE");
  tool.app.add_option("--seed", options.seed, "Of the made-up items").check(integer_from(0)).show_default();
  tool.app.add_option("--repeat", options.repeat, "Do it so often, and report the median").check(count).show_default();
  tool.app.add_option("--against", against, "mpi: measure MPI_Reduce too, with each algorithm that can be forced")
      .one_of({"mpi"});
  launch::add_force_option(tool.app, run);
  launch::add_trace_option(tool.app, run);
  launch::add_launch_options(tool.app, run);
  tool.app.add_examples(
      {"plan-reduction-tree --compute 1 --transfer 1 --items 1000 --processors 4 | run-reduction -q --operator sum "
       "--type int64",
       "run-reduction plan.json -q --operator concat --data lines.txt --result joined.txt"});
  return tool.run(argc, argv, [&] {
    const std::string own_operator = is_path(options.operation) ? options.operation : "";
    options.user_operator = !own_operator.empty();
    require_own_files({{"PLAN", path}, {"--data", options.data}, {"--operator", own_operator}},
                      launch::with_run_files({{"--output", tool.output}, {"--result", options.result}}, run));
    options.against_mpi = against == "mpi";
    if (options.operation == "concat" && (options.against_mpi || elements || type))
      throw UsageError("--operator concat joins words or lines; --against, --elements and --type are for numbers");
    if (options.user_operator) {
      if (type) throw UsageError("--type: an operator of one's own has its type in it");
      if (is_missing(own_operator)) throw OpenError(own_operator + ": no such file");
      options.operation = text_of_name(std::filesystem::path(own_operator).stem().string());
    }
    const auto plan = document::load(path, {"reduction-tree"}, tool);
    const auto tree = check::sound<document::ReductionTree>(plan);
    options.elements = elements.value_or(tree.elements.value_or(1));
    const bool whole = options.operation == "matrix";
    options.type = type.value_or(whole ? document::NumberType::int64 : document::NumberType::float64);
    options.match = run.match;
    options.max_seconds = run.max_seconds;
    for (auto* file : {&options.data, &options.result})
      if (*file) *file = launch::job_files(tool, run, **file);
    // Open MPI takes forced algorithms only if this is set before it starts.
    if (options.against_mpi) ::setenv("OMPI_MCA_coll_tuned_use_dynamic_rules", "1", 1);
    launch::run_job(tool, run,
                    {"reduction", plan.json.json(), document::input_of(options), document::options_of(options)},
                    tree.cluster.size(), launch::program_arguments(own_operator));
  });
}
