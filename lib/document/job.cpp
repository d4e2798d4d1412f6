// SPDX-License-Identifier: MIT
#include "document/job.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "document/common.hpp"
#include "document/describe/field.hpp"
#include "document/describe/type.hpp"
#include "document/document.hpp"
#include "document/field_groups.hpp"
#include "document/options/plan_options.hpp"
#include "document/options/program_options.hpp"
#include "document/options/run_options.hpp"
#include "document/partition.hpp"
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
          "A whole plan; missing or empty only for measure, for bsp without one, and for bp that applies a model."),
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
  for (const char* key : {"data", "lines", "test", "validation", "weights_in", "centroids", "model", "predict", "a",
                          "b", "examples", "weights_out", "checkpoint", "output", "c"})
    if (const Json name = raw_at(object, key);
        name.is_string() && name.get<std::string>().find('\0') != std::string::npos)
      faults.add(pointer + "/" + key, "found " + excerpt(name) + "; expected the name of a file, without NUL bytes");
}

/// Runs that need a plan: all but "measure", "bsp" without one, and "bp" that applies a model.
void check_absent_plan(const Job& job, Faults& faults) {
  if (job.run == "command")
    return faults.add("/plan", "missing; expected a plan of kind hbsp-elements or array-shares");
  if (job.run == "bp" && !raw_at(job.input, "predict").is_null()) return;
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

Object describe(const RankReport&) {
  using R = RankReport;
  const Type word = or_null(text());
  return Object(
      {
          maybe<&R::rank>("rank", count(), "Its place in the list."),
          maybe<&R::host>("host", host(), "Where it is."),
          maybe<&R::cpu>("cpu", cpu(), "Its model."),
          maybe<&R::instruction_set>("instruction_set", word, "Of the hot loops."),
          maybe<&R::blas_core>("blas_core", word, "OpenBLAS's name of the processor."),
          maybe<&R::work>("work", amount()).in("unit"),
          maybe<&R::compute_s>("compute_s", amount(), "Sum over all iterations."),
          maybe<&R::communicate_s>("communicate_s", amount(), "Sum over all iterations."),
          maybe<&R::wait_s>("wait_s", amount(), "Sum over all iterations."),
          maybe<&R::memory_bytes>("memory_bytes", count(), "The most that a command of the user's occupied."),
          maybe<&R::peak_bytes>("peak_bytes", count(),
                                "The most memory that its process occupied so far; of run-command, that of a call."),
          maybe<&R::predicted_peak_bytes>("predicted_peak_bytes", count(),
                                          "The same, foretold by the plan and the data before the memory was taken."),
      },
      [](void* to, const Node& node, std::size_t position) {
        if (!node.find("rank")) static_cast<R*>(to)->rank = static_cast<std::int64_t>(position);
      });
}

Object describe(const Restart&) {
  using R = Restart;
  return Object({
      field<&R::seconds>("seconds", amount(), "From the first start to the loss.").in("s"),
      field<&R::why>("why", text("a reason"), "The rank or the host that was lost, and how."),
      maybe<&R::left_out>("left_out", list_of(text("the name of a host"), "a list of hosts"),
                          "Hosts without ranks from then on."),
      maybe<&R::from_checkpoint>("from_checkpoint", flag(),
                                 "Whether the job went on from its checkpoint; else it began again."),
  });
}

Object describe(const Report&) {
  using R = Report;
  return Object({
      field<&R::of>("of", text("the name of an executor, such as \"bp\""), "What was run."),
      field<&R::processors>("processors", list_of(object<RankReport>(), "a list of at least one processor", 1),
                            "By rank."),
      maybe<&R::kernel>("kernel", text("the name of a kernel"), "As in speeds, which can be made of a report."),
      maybe<&R::kernel_options>("kernel_options", any_object(), "As in speeds."),
      maybe<&R::unit>("unit", text("the unit of work"), "As in speeds."),
      maybe<&R::iterations>("iterations", count(), "Done in this run; those before a resume are not counted."),
      maybe<&R::seconds_per_iteration>(
          "seconds_per_iteration", amount(),
          "Measured, with checkpoints and moves of weights to other plans.\nWhat comes before the first iteration, as "
          "the choice of clusters, counts for none, here and in the times\nand the work of\n.BR processors .")
          .in("s"),
      always<&R::predicted_seconds_per_iteration>("predicted_seconds_per_iteration",
                                                  or_null(number_from(0, "seconds >= 0")),
                                                  "Planned: null where the plan foretold nothing, or foretold it of "
                                                  "another precision, type, length or problem."),
      maybe<&R::converged>("converged", or_null(flag(), "true, false or null"),
                           "Of runs that can settle: whether this one did."),
      maybe<&R::stopped>("stopped", or_null(text("a reason")),
                         "Why the run ended:\n.B tolerance\n(it settled),\n.B target\n(the wanted error was reached),\n"
                         ".BR iterations ,\n.B time\n.RB ( \\-\\-max\\-seconds )\nor\n.BR signal .\n"
                         "Earlier versions wrote\n.B max\\-seconds\nfor\n.BR time ."),
      maybe<&R::simulated>("simulated", flag(), "Whether the times are those of a simulation; absent: no."),
      maybe<&R::restarts>("restarts", list_of(object<Restart>(), "a list of restarts"),
                          "Starts after the first, which\n.B \\-\\-restarts\nasked for; absent: none.\n"
                          "All else tells of the last start."),
      maybe<&R::result>("result", any_object(), "What the run found, see below."),
  });
}

namespace {

void check_end(const Report& report, Faults& faults) {
  static const std::vector<std::string> known{"tolerance", "target",     "iterations", "time",
                                              "signal",    "validation", "max-seconds"};
  if (!report.stopped) return;
  if (std::ranges::count(known, *report.stopped) == 0)
    faults.add("/stopped", "found " + excerpt(*report.stopped) +
                               "; expected tolerance, target, iterations, time, signal, validation or null");
  else if (report.converged && *report.converged && *report.stopped == "iterations")
    faults.add("/stopped", "found \"iterations\", of a run that converged; expected tolerance or target");
}

/// Numbers; of those that are not finite, words.
bool is_error(const OrderedJson& value) {
  return value.is_number() || value == "inf" || value == "-inf" || value == "nan";
}

void check_training(const OrderedJson& result, Faults& faults) {
  if (const auto errors = result.find("error"); errors != result.end() && !errors->is_array())
    faults.add("/result/error", "found " + excerpt(*errors) + "; expected a list of numbers");
  else if (errors != result.end())
    for (std::size_t i = 0; i < errors->size(); ++i)
      if (!is_error((*errors)[i]))
        faults.add("/result/error/" + std::to_string(i),
                   "found " + excerpt((*errors)[i]) + "; expected a number, inf, -inf or nan");
  for (const char* key : {"accuracy", "accuracy_baseline", "test_accuracy", "test_accuracy_baseline"})
    if (const auto share = result.find(key);
        share != result.end() && !(share->is_number() && *share >= 0 && *share <= 1))
      faults.add(std::string("/result/") + key, "found " + excerpt(*share) + "; expected a number from 0 to 1");
}

}  // namespace

Faults faults(const Report& report) {
  Faults faults;
  check_ranks(report.processors, faults);
  check_end(report, faults);
  if (report.of == "bp") check_training(report.result, faults);
  if (report.kernel == "bp") faults.add_all(faults_of_bp_options(report.kernel_options));
  return faults;
}

}  // namespace uneven::document
