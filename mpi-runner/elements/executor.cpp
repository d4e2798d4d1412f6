// SPDX-License-Identifier: MIT
#include "comm/communicator.hpp"
#include "document/document.hpp"
#include "document/hbsp_elements.hpp"
#include "elements/programs.hpp"
#include "elements/run.hpp"
#include "elements/user_program.hpp"
#include "executors.hpp"
#include "job_files.hpp"
#include "planned.hpp"

namespace uneven::elements {

std::string execute(const document::Job& job, const runner::Context& context) {
  document::HbspElements plan;
  document::BspOptions options;
  bool planned = false;
  comm::all_or_abort(context.world, [&] {
    document::in_document("", [&] {
      options = document::options_from_json<document::BspOptions>(job.input, job.options);
      if (!options.iterations) options.iterations = usual_iterations(options.program);
      planned = job.plan.is_object() && !job.plan.empty();
      if (planned) plan = document::from_json<document::HbspElements>(job.plan);
      if (planned && !options.data) options.count = plan.count;
      if (!planned && options.cluster.empty()) options.cluster.resize(static_cast<std::size_t>(context.world.size()));
      document::require_processors(options.slow, std::ssize(planned ? plan.cluster : options.cluster));
    });
  });
  runner::resolve_paths(context, {{"/input/data", &options.data}, {"/input/centroids", &options.centroids}},
                        {{"/options/output", &options.output}, {"/options/checkpoint", &options.checkpoint}});
  const std::vector<document::Processor>& cluster = planned ? plan.cluster : options.cluster;
  const auto comm = runner::planned_communicator(cluster, options.match, context);
  if (!comm) return {};
  std::vector<std::int64_t> placed;
  for (const auto& entry : plan.placement) placed.push_back(entry.elements.count);
  return in_user_program(context.program, [&] {
    Run run(options, context, *comm, speeds_of(cluster), placed);
    run.run();
    return run.report(plan);
  });
}

}  // namespace uneven::elements
