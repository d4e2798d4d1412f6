// SPDX-License-Identifier: MIT
#include "check/sound.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "base/error.hpp"
#include "document/array_shares.hpp"
#include "document/common.hpp"
#include "document/describe/type.hpp"
#include "document/document.hpp"
#include "document/hbsp_costs.hpp"
#include "document/options/program_options.hpp"
#include "document/partition.hpp"
#include "elements/programs.hpp"
#include "elements/programs/points.hpp"

namespace uneven::check {

namespace {

using document::BspOptions;
using document::Job;

/// How many processors the run is for; nothing where that is as many as it is started on.
std::optional<std::int64_t> processors_of(const Job& job) {
  const std::string kind = job.plan.value("kind", "");
  if (kind == "partition") return std::ssize(document::from_json<document::Partition>(job.plan).cluster);
  if (kind == "hbsp-elements") return std::ssize(document::from_json<document::HbspElements>(job.plan).cluster);
  if (const auto own = job.options.find("cluster"); own != job.options.end() && !own->empty()) return std::ssize(*own);
  return std::nullopt;
}

void check_program(const BspOptions& options, document::Faults& faults) {
  if (options.user_program || elements::find_program(options.program)) return;
  faults.add("/options/program", "found " + document::excerpt(options.program) + "; expected one of " +
                                     elements::program_names() + ", or a program of one's own (user_program)");
}

/// @param kernel  a kernel of measure-speeds, or "command": whatever the command line of mpi-runner names.
void check_kernel(const std::string& kernel, document::Faults& faults) {
  if (kernel == "command") return;
  try {
    document::require_one_of("/options/kernel", kernel, elements::measured_kernels());
  } catch (const InputError& e) {
    faults.add_line(e.what());
  }
}

/// Of made-up points, how many there are is known.
void check_clusters(const Job& job, const BspOptions& options, document::Faults& faults) {
  if (const auto* program = elements::find_program(options.program); !program || !program->has_clusters) return;
  const std::int64_t points = job.plan.empty() ? options.count : job.plan.at("count").get<std::int64_t>();
  const std::string found = "found " + std::to_string(options.clusters);
  if (options.clusters > elements::most_clusters)
    faults.add("/options/clusters", found + "; expected 1 to " + std::to_string(elements::most_clusters));
  else if (!options.data && options.clusters > points)
    faults.add("/options/clusters", found + "; expected at most the " + std::to_string(points) + " points");
}

void check_slowdowns(const Job& job, document::Faults& faults) {
  const auto processors = processors_of(job);
  if (!processors) return;
  try {
    document::require_processors(document::slowdowns_from_json(job.options), *processors);
  } catch (const InputError& e) {
    faults.add_line(e.what());
  }
}

}  // namespace

document::Faults refusals(const Job& job, bool own_program) {
  document::Faults faults;
  if (job.run == "bsp" && !own_program) {
    const BspOptions options = document::options_from_json<document::BspOptions>(job.input, job.options);
    check_program(options, faults);
    if (!options.user_program) check_clusters(job, options, faults);
  }
  if (job.run == "measure")
    check_kernel(document::options_from_json<document::MeasureOptions>(job.input, job.options).kernel, faults);
  if (job.run == "bsp" || job.run == "bp") check_slowdowns(job, faults);
  return faults;
}

namespace {

using document::Faults;
using document::Tree;
using Check = Faults (*)(const Tree&);

template <class... Plan>
std::map<std::string_view, Check> checks_of() {
  return {{Plan::kind, [](const Tree& json) { return contradictions(json, document::from_json<Plan>(json)); }}...};
}

/// By the kind of plan.
const std::map<std::string_view, Check>& checks() {
  static const auto all =
      checks_of<document::ArrayShares, document::HbspCosts, document::HbspElements, document::HbspMatmul,
                document::Partition, document::ReductionTree, document::Search>();
  return all;
}

Faults contradictions_in(const Tree& plan) {
  const auto& kind = plan["kind"];
  const auto check = kind.is_text() ? checks().find(kind.text()) : checks().end();
  if (check == checks().end()) return {};
  try {
    return check->second(plan);
  } catch (const InputError& e) {
    Faults faults;
    faults.add_line(e.what());
    return faults;
  }
}

}  // namespace

Faults faults_of(const document::Document& document, bool own_program) {
  Faults faults = document::faults_of(document);
  if (!faults.empty()) return faults;
  if (document.kind != "job") return contradictions_in(document.json);
  faults = refusals(document::from_json<document::Job>(document.json), own_program);
  faults.add_member("/plan", contradictions_in(document.json.member("plan")));
  return faults;
}

}  // namespace uneven::check
