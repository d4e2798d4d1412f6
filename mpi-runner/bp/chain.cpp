// SPDX-License-Identifier: MIT
#include "bp/chain.hpp"

#include <mpi.h>

#include <algorithm>
#include <sstream>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "bp/control.hpp"
#include "bp/training_data.hpp"
#include "comm/transport.hpp"
#include "document/job.hpp"
#include "job_files.hpp"
#include "partition/chain/trainer.hpp"
#include "planned.hpp"
#include "tables.hpp"

namespace uneven::bp {

void require_options_of_chain(const document::BpOptions& o) {
  const std::pair<const char*, bool> others[] = {
      {"/options/units", o.network != document::NetworkOptions()},
      {"/options/standardise", o.standardise},
      {"/options/batch", o.batch.has_value()},
      {"/options/momentum", o.momentum != 0},
      {"/options/checkpoint", o.checkpoint.has_value()},
      {"/options/weights_out", o.weights_out.has_value()},
      {"/options/model", o.model.has_value()},
      {"/options/replan", o.replan > 0},
      {"/options/slow", !o.slow.empty()},
      {"/input/weights_in", o.weights_in.has_value()},
      {"/input/validation", o.validation.has_value()},
      {"/input/test", o.test.has_value()},
  };
  for (const auto& [place, given] : others)
    if (given) throw InputError(std::string(place) + ": is for plans of one hidden layer");
}

namespace {

/// Bytes of the matrices of a processor's part, see partition::ChainTrainer, and of one copy of the data.
double bytes_of(const partition::ChainPart& part, std::int64_t element_bytes) {
  double numbers = 0;
  for (const partition::ChainPart::Layer& layer : part.layers) {
    const auto inputs = static_cast<double>(layer.inputs.count), outputs = static_cast<double>(layer.outputs.count);
    numbers += 4 * inputs * outputs + static_cast<double>(layer.samples.count) * (3 * inputs + 4 * outputs);
  }
  return numbers * static_cast<double>(element_bytes);
}

template <class Real>
class ChainRun {
 public:
  ChainRun(const document::Partition& plan, partition::ChainPart part, const document::BpOptions& options,
           const runner::Context& context, const comm::Communicator& comm)
      : plan_(plan),
        options_(options),
        context_(context),
        comm_(comm),
        transport_(comm, context.wait_policy),
        part_(std::move(part)),
        trainer_(transport_, part_),
        control_(transport_, part_.schedule, options) {
    check();
    comm::all_or_abort(comm_, [&] { read(); });
    trainer_.initialise(options_.seed);
  }

  void train() {
    const double rate = options_.learning_rate.value_or(2.0 / static_cast<double>(plan_.samples));
    start_ = MPI_Wtime();
    for (bool go_on = true; go_on && done_ < options_.iterations;) {
      const double here = rate * options_.rate_schedule.share(done_);
      const double before = trainer_.times().compute_s, begin = MPI_Wtime();
      trainer_.iterate(static_cast<Real>(here), [&](double error) {
        ++done_;
        go_on = control_.go_on({error, trainer_.finite(), trainer_.times().compute_s - before, MPI_Wtime() - start_});
      });
      comm::record(trace::Phase::iteration, begin, MPI_Wtime(), done_);
      if (is_first() && !control_.error().empty())
        runner::progress(done_, options_.iterations, "iteration", MPI_Wtime() - start_, "error",
                         control_.error().back());
    }
    control_.finish();
    seconds_ = MPI_Wtime() - start_;
    comm::all_or_abort(comm_, [&] {
      if (is_first() && control_.diverged() > 0) throw divergence(control_.diverged(), rate);
    });
  }

  std::string report() {
    document::Report report;
    report.processors = runner::gather_reports(comm_, context_, runner::rank_report(work(), trainer_.times()));
    if (!is_first()) return {};
    report.of = "bp";
    report.unit = "weight x sample";
    report.iterations = done_;
    report.seconds_per_iteration = done_ > 0 ? seconds_ / static_cast<double>(done_) : 0;
    if (options_.precision == "single") report.predicted_seconds_per_iteration = plan_.predicted.seconds;
    const auto& error = control_.error();
    const bool reached = options_.target_error && !error.empty() && error.back() <= *options_.target_error;
    if (options_.target_error) report.converged = reached;
    report.stopped = reached ? "target" : done_ >= options_.iterations ? "iterations" : control_.stopped();
    report.result = {{"network", document::text_of(document::units_of(plan_))}, {"error", error}};
    std::ostringstream out;
    write_document(out, report, false);
    return out.str();
  }

 private:
  /// Of the processors that have inputs, the first finds what is wrong with the data.
  bool is_first() const { return comm_.rank() == plan_.layers.front().rectangles.front().processor; }

  void check() {
    const bool reads = trainer_.input_samples().count > 0 || trainer_.target_samples().count > 0;
    std::vector<std::string> digests;
    if (options_.data) runner::unpack_together(*options_.data, comm_, context_);
    if (options_.data) digests = runner::same_data(files_of(*options_.data), reads, comm_, context_);
    comm::all_or_abort(comm_, [&] {
      if (is_first()) check_data(plan_, options_, plan_.samples, digests);
    });
  }

  void read() {
    const auto samples = [&](const document::Range& range) {
      return range.count > 0 ? load_samples<Real>(options_, plan_.network, range) : data::Samples<Real>();
    };
    auto inputs = samples(trainer_.input_samples());
    if (inputs.sparse) data::make_dense(inputs);
    const auto targets = samples(trainer_.target_samples()).targets;
    trainer_.set_data(inputs.dense.data(), targets.data(), plan_.network.outputs);
  }

  /// Weights times samples of this processor, in all iterations.
  double work() const {
    double cells = 0;
    for (const partition::ChainPart::Layer& layer : part_.layers)
      cells += static_cast<double>(layer.inputs.count) * static_cast<double>(layer.outputs.count) *
               static_cast<double>(layer.samples.count);
    return cells * static_cast<double>(done_);
  }

  const document::Partition& plan_;
  const document::BpOptions& options_;
  const runner::Context& context_;
  const comm::Communicator& comm_;
  comm::Transport transport_;
  partition::ChainPart part_;
  partition::ChainTrainer<Real> trainer_;
  Control control_;
  std::int64_t done_ = 0;
  double start_ = 0, seconds_ = 0;
};

template <class Real>
std::string run_chain(const document::Partition& plan, const document::BpOptions& options,
                      const runner::Context& context, const comm::Communicator& comm) {
  auto part = partition::chain_part(plan, comm.rank(), sizeof(Real));
  runner::require_memory(bytes_of(part, sizeof(Real)), comm, context);
  ChainRun<Real> run(plan, std::move(part), options, context, comm);
  runner::begin_work();
  run.train();
  return run.report();
}

}  // namespace

std::string train_chain(const document::Partition& plan, const document::BpOptions& options,
                        const runner::Context& context, const comm::Communicator& comm) {
  return options.precision == "double" ? run_chain<double>(plan, options, context, comm)
                                       : run_chain<float>(plan, options, context, comm);
}

}  // namespace uneven::bp
