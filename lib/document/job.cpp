// SPDX-License-Identifier: MIT
#include "document/job.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "document/common.hpp"
#include "document/describe/field.hpp"
#include "document/faults.hpp"
#include "document/kinds.hpp"
#include "document/options/bp_options.hpp"
#include "document/options/bsp_options.hpp"
#include "document/options/command_options.hpp"
#include "document/options/matmul_options.hpp"
#include "document/options/measure_options.hpp"
#include "document/options/reduction_options.hpp"
#include "document/options/run_options.hpp"
#include "document/options/search_options.hpp"
#include "document/writer.hpp"

namespace uneven::document {

Object describe(const Job&) {
  static const Object input = fields_of_all({{"bp", &input_description<BpOptions>()},
                                             {"bsp", &input_description<BspOptions>()},
                                             {"command", &input_description<CommandOptions>()},
                                             {"matmul", &input_description<MatmulOptions>()},
                                             {"reduction", &input_description<ReductionOptions>()},
                                             {"search", &input_description<SearchOptions>()}});
  static const Object options = fields_of_all({{"bp", &options_description<BpOptions>()},
                                               {"bsp", &options_description<BspOptions>()},
                                               {"command", &options_description<CommandOptions>()},
                                               {"matmul", &options_description<MatmulOptions>()},
                                               {"measure", &options_description<MeasureOptions>()},
                                               {"reduction", &options_description<ReductionOptions>()},
                                               {"search", &options_description<SearchOptions>()}});
  return Object({
      field<&Job::run>("run", one_of({"bp", "bsp", "command", "matmul", "measure", "reduction", "search"}),
                       "What to run."),
      always<&Job::plan>(
          "plan",
          [] {
            Type type = any_object("a plan");
            type.document = true;
            return type;
          }(),
          "A whole plan; missing or empty only for measure, and for bsp without one."),
      always<&Job::input>("input", object(input), "Files and sizes."),
      always<&Job::options>("options", object(options),
                            "The options of the run tool, mostly under the same names with _ for \\-."),
  });
}

const std::map<std::string, std::string>& runs_of_plans() {
  static const std::map<std::string, std::string> all{
      {"hbsp-elements", "bsp"},        {"hbsp-matmul", "matmul"}, {"partition", "bp"},
      {"reduction-tree", "reduction"}, {"search", "search"},
  };
  return all;
}

namespace {

/// Beyond the schema of a job's options: each kind of run reads its own.
/// @throws InputError for options that the run would refuse.
void read_options(const Job& job) {
  if (job.run == "bp") options_from_json<BpOptions>(job.input, job.options);
  if (job.run == "bsp") options_from_json<BspOptions>(job.input, job.options);
  if (job.run == "command") options_from_json<CommandOptions>(job.input, job.options);
  if (job.run == "matmul") options_from_json<MatmulOptions>(job.input, job.options);
  if (job.run == "measure") options_from_json<MeasureOptions>(job.input, job.options);
  if (job.run == "reduction") options_from_json<ReductionOptions>(job.input, job.options);
  if (job.run == "search") options_from_json<SearchOptions>(job.input, job.options);
}

void check_options(const Job& job, Faults& faults) {
  try {
    in_document("", [&] { read_options(job); });
  } catch (const InputError& e) {
    faults.add_line(e.what());
  }
}

/// A name with a NUL byte would be that of another file, for the system reads it up to there.
void check_file_names(const std::string& pointer, const Json& object, Faults& faults) {
  for (const char* key : {"data", "lines", "test", "weights_in", "centroids", "a", "b", "examples", "weights_out",
                          "checkpoint", "output", "c"})
    if (const Json name = raw_at(object, key);
        name.is_string() && name.get<std::string>().find('\0') != std::string::npos)
      faults.add(pointer + "/" + key, "found " + excerpt(name) + "; expected the name of a file, without NUL bytes");
}

/// Runs that need a plan: all but "measure", and "bsp" without one.
void check_absent_plan(const Job& job, Faults& faults) {
  if (job.run == "command")
    return faults.add("/plan", "missing; expected a plan of kind hbsp-elements or array-shares");
  const auto kind = std::ranges::find(runs_of_plans(), job.run, [](const auto& known) { return known.second; });
  if (kind != runs_of_plans().end() && job.run != "bsp")
    faults.add("/plan", "missing; expected a plan of kind " + kind->first);
}

void check_plan(const Job& job, Faults& faults) {
  if (job.plan.empty()) return check_absent_plan(job, faults);
  const Json member = raw_at(job.plan, "kind");
  const std::string kind = member.is_string() ? member.get<std::string>() : "";
  const auto run = runs_of_plans().find(kind);
  const bool of_command = job.run == "command" && (kind == "hbsp-elements" || kind == "array-shares");
  if (of_command) return faults.add_member("/plan", faults_of_member(job.plan));
  if (run != runs_of_plans().end() && run->second != job.run)
    faults.add("/run", "found \"" + job.run + "\"; expected \"" + run->second + "\", which runs the plan of kind " +
                           run->first);
  if (run == runs_of_plans().end() && std::ranges::count(known_kinds(), kind) > 0)
    return faults.add("/plan/kind", "found " + excerpt(member) + "; expected a plan");
  faults.add_member("/plan", faults_of_member(job.plan));
}

}  // namespace

Faults faults(const Job& job) {
  Faults faults;
  check_file_names("/input", job.input, faults);
  check_file_names("/options", job.options, faults);
  check_options(job, faults);
  check_plan(job, faults);
  return faults;
}

}  // namespace uneven::document
