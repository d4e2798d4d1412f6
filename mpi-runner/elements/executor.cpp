// SPDX-License-Identifier: MIT
#include <stdexcept>
#include <vector>

#include "base/error.hpp"
#include "comm/communicator.hpp"
#include "document/document.hpp"
#include "document/hbsp_costs.hpp"
#include "elements/programs.hpp"
#include "elements/run.hpp"
#include "executors.hpp"
#include "job_files.hpp"
#include "planned.hpp"
#include "shared_object.hpp"

namespace uneven::elements {

std::function<std::unique_ptr<Program>(const Settings&)> load_user_program(const std::string& path) {
  const auto make = reinterpret_cast<Program* (*)(const Settings&)>(
      runner::load_user_code(path, {"program", "UNEVEN_PROGRAM(Type)", program_interface}));
  return [make](const Settings& settings) {
    std::unique_ptr<Program> program(make(settings));
    if (!program) throw std::logic_error("makes no program");
    return program;
  };
}

std::string execute(const document::Job& job, const runner::Context& context) {
  document::HbspElements plan;
  document::BspOptions options;
  bool planned = false;
  comm::all_or_abort(context.world, [&] {
    document::in_document("", [&] {
      options = document::options_from_json<document::BspOptions>(job.input, job.options);
      if (!options.iterations && context.program.empty()) options.iterations = usual_iterations(options.program);
      planned = job.plan.is_object() && !job.plan.empty();
      if (planned) plan = document::from_json<document::HbspElements>(job.plan);
      if (planned && !options.data) options.count = plan.count;
      if (!planned && options.cluster.empty()) options.cluster.resize(static_cast<std::size_t>(context.world.size()));
      document::require_processors(options.slow, std::ssize(planned ? plan.cluster : options.cluster));
    });
  });
  std::vector<std::optional<std::string>> files;
  for (const std::string& text : options.outputs) files.emplace_back(document::named_file(text).second);
  std::vector<runner::JobFile> written{{"/options/output", &options.output},
                                       {"/options/checkpoint", &options.checkpoint}};
  for (auto& file : files) written.push_back({"/options/outputs", &file});
  runner::resolve_paths(context,
                        {{"/input/data", &options.data},
                         {"/input/centroids", &options.centroids},
                         {"/input/personal", &options.personal},
                         {"/input/model", &options.model}},
                        written);
  for (std::size_t i = 0; i < files.size(); ++i)
    options.outputs[i] = document::named_file(options.outputs[i]).first + "=" + *files[i];
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
