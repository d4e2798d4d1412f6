#include "bp/run.hpp"

#include <sstream>

#include "bp/accuracy.hpp"
#include "bp/check_data.hpp"
#include "bp/training_data.hpp"
#include "comm/collectives.hpp"
#include "comm/together.hpp"
#include "document/perceptron_text.hpp"
#include "planned.hpp"

namespace uneven::bp {

template <class Real>
Run<Real>::Run(const document::Partition& plan, const document::BpOptions& options, const runner::Context& context,
               const comm::Communicator& comm)
    : plan_(plan),
      options_(options),
      context_(context),
      comm_(comm),
      part_(parts_of(plan)[static_cast<std::size_t>(comm.rank())]),
      control_(comm, context.patience, active_processors(plan), options) {
  load();
  set_weights();
}

template <class Real>
void Run<Real>::load() {
  comm::together(comm_, [&] {
    if (!root()) return;
    identity_ = check_data(plan_, options_);
    check_outputs(options_);
  });
  if (part_.samples.count == 0) return comm::together(comm_, [] {});
  comm::together(comm_, [&] { samples_ = load_samples<Real>(options_, plan_.network, part_.samples); });
  trainer_ = std::make_unique<Trainer<Real>>(comm_, context_.patience, part_, view(samples_), collective_of(plan_),
                                             [&] { control_.push_along(); });
}

template <class Real>
void Run<Real>::set_weights() {
  State<Real> state;
  comm::together(comm_, [&] {
    if (!root()) return;
    const auto size = static_cast<std::size_t>((plan_.network.inputs + plan_.network.outputs) * plan_.network.hidden);
    if (options_.resume && options_.checkpoint)
      state = read_checkpoint<Real>(*options_.checkpoint, identity_, size).value_or(State<Real>());
    if (state.weights.empty() && options_.weights_in)
      state.weights = read_weights<Real>(*options_.weights_in, plan_.network);
  });
  error_before_ = state.error;
  std::int64_t facts[] = {
      static_cast<std::int64_t>(state.error.size()), !state.weights.empty(), !state.velocity.empty(),
      options_.target_error && !state.error.empty() && state.error.back() <= *options_.target_error};
  comm::broadcast(comm_, facts, 4, root_of(plan_));
  done_ = done_before_ = facts[0];
  reached_before_ = facts[3];
  Real* weights = trainer_ ? trainer_->block().weights() : nullptr;
  const std::int64_t stride = trainer_ ? trainer_->block().stride() : 0;
  if (facts[1])
    scatter(comm_, plan_, part_, std::move(state.weights), weights, stride);
  else if (trainer_)
    trainer_->block().initialise(options_.seed, part_.hidden.first);
  if (facts[2])
    scatter(comm_, plan_, part_, std::move(state.velocity), trainer_ ? trainer_->velocity() : nullptr, stride);
}

template <class Real>
void Run<Real>::train() {
  if (!trainer_) return;
  const double start = MPI_Wtime();
  const auto rate = static_cast<Real>(options_.learning_rate.value_or(2.0 / static_cast<double>(plan_.samples)));
  const auto momentum = static_cast<Real>(options_.momentum);
  bool go_on = !reached_before_;
  while (go_on && done_ < options_.iterations) {
    const double error = trainer_->iterate(rate, momentum);
    ++done_;
    seconds_ = MPI_Wtime() - start;
    go_on = control_.go_on(error, seconds_);
    if (root() && !control_.error().empty())
      runner::progress(done_, options_.iterations, seconds_, "error", control_.error().back());
    const bool due = options_.checkpoint_every > 0 && done_ % options_.checkpoint_every == 0;
    if (due && go_on && done_ < options_.iterations) write_state();
  }
  control_.finish();
  seconds_ = MPI_Wtime() - start;
}

template <class Real>
Whole<Real> Run<Real>::gather_weights() {
  return gather<Real>(comm_, plan_, trainer_ ? trainer_->block().weights() : nullptr,
                      trainer_ ? trainer_->block().stride() : 0);
}

template <class Real>
void Run<Real>::write_state() {
  control_.finish();
  State<Real> state{error_before_, gather_weights(), {}};
  state.error.insert(state.error.end(), control_.error().begin(), control_.error().end());
  if (options_.momentum > 0)
    state.velocity = gather<Real>(comm_, plan_, trainer_->velocity(), trainer_->block().stride());
  if (!root()) return;
  try {
    write_checkpoint(*options_.checkpoint, identity_, state);
  } catch (...) {
    comm::abort_with_current_exception(comm_);
  }
}

template <class Real>
document::OrderedJson Run<Real>::result(const Whole<Real>& weights) const {
  std::vector<double> error = error_before_;
  error.insert(error.end(), control_.error().begin(), control_.error().end());
  document::OrderedJson result{{"error", error}};
  const auto add = [&](const std::string& name, const std::string& spec, std::int64_t count) {
    const data::DatasetInfo info = data::read_dataset_info(spec, plan_.network.inputs);
    const auto samples = data::read_samples<Real>(spec, plan_.network.inputs, plan_.network.outputs,
                                                  {0, count > 0 ? count : info.samples});
    const Accuracy got = accuracy(plan_.network, weights, view(samples), info.format == data::DataFormat::nettalk);
    result[name] = got.right;
    result[name + "_baseline"] = got.baseline;
  };
  if (options_.data) add("accuracy", *options_.data, plan_.samples);
  if (options_.test) add("test_accuracy", *options_.test, 0);
  return result;
}

template <class Real>
std::string Run<Real>::report() {
  context_.patience.meet(comm_);  // processors without a rectangle have been waiting since the start
  const Whole<Real> weights = gather_weights();
  const bool ended_early = done_ < options_.iterations && control_.stopped();
  if (trainer_ && options_.checkpoint) write_state();
  document::RankReport mine;
  const std::int64_t here = done_ - done_before_;
  if (trainer_) {
    mine.work = static_cast<double>(part_.samples.count * part_.hidden.count) * static_cast<double>(here);
    mine.compute_s = trainer_->times().compute_s;
    mine.communicate_s = trainer_->times().communicate_s;
    mine.wait_s = trainer_->times().wait_s;
  }
  document::Report report;
  report.processors = runner::gather_reports(comm_, context_, mine);
  std::string text;
  comm::together(comm_, [&] {
    if (!root()) return;
    if (options_.weights_out) write_weights(*options_.weights_out, plan_.network, weights);
    report.of = report.kernel = "bp";
    report.kernel_options = {{"network", document::text_of(plan_.network)},
                             {"input", samples_.sparse ? "one-hot" : "dense"}};
    report.unit = "hidden unit x sample";
    report.iterations = here;
    report.seconds_per_iteration = here > 0 ? seconds_ / static_cast<double>(here) : 0;
    report.predicted_seconds_per_iteration = plan_.predicted.seconds;
    if (ended_early) report.stopped = control_.stopped();
    report.result = result(weights);
    std::ostringstream out;
    write_document(out, report, false);
    text = out.str();
  });
  return text;
}

template class Run<float>;
template class Run<double>;

}  // namespace uneven::bp
