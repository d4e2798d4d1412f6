// SPDX-License-Identifier: MIT
#include <cblas.h>

#include "bp/run.hpp"
#include "comm/communicator.hpp"
#include "document/common.hpp"
#include "document/document.hpp"
#include "executors.hpp"
#include "job_files.hpp"
#include "planned.hpp"

namespace uneven::bp {

namespace {

template <class Real>
std::string run(const document::Partition& plan, const document::BpOptions& options, const runner::Context& context,
                const comm::Communicator& comm) {
  Run<Real> run(plan, options, context, comm);
  run.train();
  return run.report();
}

}  // namespace

std::string execute(const document::Job& job, const runner::Context& context) {
  openblas_set_num_threads(1);
  document::Partition plan;
  document::BpOptions options;
  comm::all_or_abort(context.world, [&] {
    document::in_document("", [&] {
      plan = document::of_json(job.plan, "/plan", {"partition"}).as<document::Partition>();
      options = document::options_from_json<document::BpOptions>(job.input, job.options);
      document::require_processors(options.slow, std::ssize(plan.cluster));
      if (!options.form && document::raw_at(plan.kernel_options, "input") == "dense") options.form = "dense";
    });
  });
  runner::resolve_paths(
      context,
      {{"/input/data", &options.data, true},
       {"/input/test", &options.test, true},
       {"/input/weights_in", &options.weights_in, true}},
      {{"/options/weights_out", &options.weights_out, true}, {"/options/checkpoint", &options.checkpoint}});
  const auto comm = runner::planned_communicator(plan.cluster, options.match, context);
  if (!comm) return {};
  return options.precision == "double" ? run<double>(plan, options, context, *comm)
                                       : run<float>(plan, options, context, *comm);
}

}  // namespace uneven::bp
