// SPDX-License-Identifier: MIT
#include "comm/communicator.hpp"
#include "document/document.hpp"
#include "executors.hpp"
#include "job_files.hpp"
#include "planned.hpp"
#include "reduction/run.hpp"

namespace uneven::reduction {

std::string execute(const document::Job& job, const runner::Context& context) {
  document::ReductionTree plan;
  document::ReductionOptions options;
  comm::all_or_abort(context.world, [&] {
    document::in_document("", [&] {
      plan = document::from_json<document::ReductionTree>(job.plan);
      auto input = job.input;
      if (!input.contains("elements") && plan.elements) input["elements"] = *plan.elements;
      options = document::options_from_json<document::ReductionOptions>(input, job.options);
    });
  });
  runner::resolve_paths(context, {{"/input/data", &options.data}}, {});
  const auto comm = runner::planned_communicator(plan.cluster, options.match, context);
  if (!comm) return {};
  if (options.operation == "concat") return run_concatenation(plan, options, context, *comm);
  if (options.type == document::NumberType::float32) return run_numbers<float>(plan, options, context, *comm);
  if (options.type == document::NumberType::int64) return run_numbers<std::int64_t>(plan, options, context, *comm);
  return run_numbers<double>(plan, options, context, *comm);
}

}  // namespace uneven::reduction
