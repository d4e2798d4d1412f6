// SPDX-License-Identifier: MIT
#include "reduction/rounds.hpp"

#include <sstream>

#include "comm/collectives.hpp"
#include "document/report.hpp"
#include "planned.hpp"
#include "reduction/operators.hpp"
#include "statistics/estimate.hpp"

namespace uneven::reduction {
namespace {

/// Whether it joins what seconds are predicted of: so many numbers of 8 bytes.
bool is_as_planned(const document::ReductionTree& plan, const document::ReductionOptions& options) {
  return options.operation != "concat" && options.type != document::NumberType::float32 &&
         numbers_in(options.operation, options.elements) == plan.elements;
}

}  // namespace

document::OrderedJson facts(const document::ReductionTree& plan, const document::ReductionOptions& options) {
  return {{"operator", options.operation},
          {"items", plan.items},
          {"shape", name_of(plan.shape)},
          {"segments", plan.segments}};
}

std::string report_of(const document::ReductionTree& plan, const document::ReductionOptions& options,
                      const runner::Context& context, const comm::Communicator& comm, const schedule::Times& times,
                      const std::vector<double>& seconds, double operations, document::OrderedJson result) {
  document::Report report;
  const double work = operations * static_cast<double>(seconds.size());
  report.processors = runner::gather_reports(comm, context, runner::rank_report(work, times));
  if (comm.rank() != root_of(plan)) return {};
  report.of = report.kernel = "reduction";
  report.unit = "operation on an element";
  report.iterations = static_cast<std::int64_t>(seconds.size());
  report.seconds_per_iteration = statistics::median(seconds);
  if (is_as_planned(plan, options)) report.predicted_seconds_per_iteration = plan.predicted_s;
  if (report.iterations < options.repeat) report.stopped = runner::stop_requested() ? "signal" : "time";
  report.result = std::move(result);
  std::ostringstream out;
  write_document(out, report, false);
  return out.str();
}

}  // namespace uneven::reduction
