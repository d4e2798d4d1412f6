// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/tool.hpp"
#include "check/sound.hpp"
#include "document/document.hpp"
#include "document/hbsp_matmul.hpp"
#include "document/options/plan_options.hpp"
#include "launch/launch.hpp"

namespace {

void require_sound(const uneven::document::OrderedJson& report) {
  const auto check = report.value("/result/check"_json_pointer, uneven::document::OrderedJson());
  if (!check.is_object() || check.at("sound")) return;
  const auto& over_bound = check.at("over_bound");
  throw uneven::ExitError(
      1, "the product is wrong: row " + check.at("row").dump() + ", column " + check.at("column").dump() + " is " +
             (over_bound.is_number() ? "off by " + over_bound.dump() + " times what rounding explains"
                                     : "no finite number"));
}

}  // namespace

int main(int argc, char** argv) {
  using namespace uneven;
  Tool tool("run-matmul", "Multiply two matrices, C = A B, each processor its block of the plan.");
  std::string path = "-";
  document::MatmulOptions options;
  launch::RunOptions run;
  tool.app.add_option("PLAN", path, "Output of plan-hbsp matmul; '-' is standard input").type_name("FILE");
  tool.app.add_option("--a", options.a, "A, an NPY file; default: made up from the seed").type_name("FILE");
  tool.app.add_option("--b", options.b, "B, likewise").type_name("FILE");
  tool.app.add_flag("--transpose-a", options.transpose_a, "The file of --a holds A transposed").needs("--a");
  tool.app.add_flag("--transpose-b", options.transpose_b, "The file of --b holds B transposed").needs("--b");
  tool.app.add_option("--c", options.c, "Write C to this NPY file; default: it is not kept").type_name("FILE");
  tool.app.add_option("--seed", options.seed, "Of made-up matrices and of the vectors of --check")
      .check(integer_from(0))
      .show_default();
  tool.app.add_option("--precision", options.precision, "single or double").one_of({"single", "double"}).show_default();
  tool.app.add_flag("--check", options.check, "Verify C, and what was written of it; exit code 1 if it is wrong");
  launch::add_force_option(tool.app, run);
  launch::add_trace_option(tool.app, run);
  launch::add_launch_options(tool.app, run);
  tool.app.add_examples(
      {"plan-hbsp matmul --size 300 --speeds 2,1,1 | run-matmul -q --check",
       "measure-speeds -n 4 --kernel matmul --max-seconds 2 | plan-hbsp matmul --size 2048 | run-matmul --check"});
  return tool.run(argc, argv, [&] {
    require_own_files({{"PLAN", path}, {"--a", options.a}, {"--b", options.b}},
                      launch::with_run_files({{"--output", tool.output}, {"--c", options.c}}, run));
    const auto document = document::load(path, {"hbsp-matmul"}, tool);
    const auto plan = check::sound<document::HbspMatmul>(document);
    options.match = run.match;
    options.max_seconds = run.max_seconds;
    for (auto* file : {&options.a, &options.b, &options.c})
      if (*file) *file = launch::job_files(tool, run, **file);
    const auto report = launch::run_job(
        tool, run, {"matmul", document.json.json(), document::input_of(options), document::options_of(options)},
        plan.cluster.size());
    if (!run.emit) require_sound(report);
  });
}
