// SPDX-License-Identifier: MIT
#include "bp/run.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <thread>
#include <utility>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "bp/chain.hpp"
#include "bp/network.hpp"
#include "bp/one_layer.hpp"
#include "bp/training_data.hpp"
#include "comm/communicator.hpp"
#include "context.hpp"
#include "document/checkpoint.hpp"
#include "job_files.hpp"
#include "partition/chain/memory.hpp"
#include "partition/memory.hpp"
#include "partition/replan/replanner.hpp"
#include "tables.hpp"

namespace uneven::bp {

Processes::Processes(comm::Communicator comm, std::vector<int> ranks, const comm::WaitPolicy& wait_policy)
    : comm_(std::move(comm)), ranks_(std::move(ranks)), wait_policy_(wait_policy), transport_(comm_, wait_policy) {}

std::unique_ptr<Team> Processes::at_work(const comm::Communicator& comm, const std::vector<int>& ranks,
                                         const document::Partition& plan, const comm::WaitPolicy& wait_policy) {
  const bool idle = std::ranges::count(plan.left_out, comm.rank()) > 0;
  comm::Communicator team = comm.split(idle, comm.rank());
  if (idle) return nullptr;
  return std::make_unique<Processes>(std::move(team), ranks_at_work(ranks, plan), wait_policy);
}

namespace {

/// Of `samples` samples: while tables are read, dense inputs and a part of the file; then also a 1 behind each input
/// for the biases.
template <class Real>
double bytes_of_reading(const document::Partition& plan, const document::BpOptions& options, double samples, bool dense,
                        bool tables) {
  const double numbers = static_cast<double>(plan.network.inputs + plan.network.outputs);
  const double part = tables ? std::min(numbers_of_part, samples * numbers) * (sizeof(Real) + sizeof(double)) : 0;
  const double wider =
      dense && options.network.bias ? static_cast<double>(plan.network.inputs) * samples * sizeof(Real) : 0;
  return samples * numbers * sizeof(Real) + std::max(part, wider);
}

/// Bytes that a processor holds while it trains or reads; sparse inputs are counted as one-hot ones. Of batches, each
/// holds all.
/// @param samples  that are trained on. @param dense  whether their inputs are. @param tables  see Found.
template <class Real>
double bytes_of(const document::Partition& plan, const document::BpOptions& options, std::int64_t samples, bool dense,
                bool tables, std::int64_t processor) {
  const auto read = [&](std::int64_t count) {
    return dense || tables ? bytes_of_reading<Real>(plan, options, static_cast<double>(count), dense, tables) : 0;
  };
  const double ones = static_cast<double>(std::min(partition::ones_of_sample, plan.network.inputs));
  const double inputs = dense ? sizeof(Real) * static_cast<double>(plan.network.inputs) : 8 + 4 * ones;
  const double sample = inputs + sizeof(Real) * static_cast<double>(plan.network.outputs);
  const double all = options.batch ? sample * static_cast<double>(samples) : 0;
  if (!plan.layers.empty()) {
    const double chain = partition::chain_bytes(plan, sizeof(Real))[static_cast<std::size_t>(processor)];
    if (chain == 0) return 0;
    // What chain_bytes() counts as read are dense inputs and outputs of its part.
    return chain + all + (tables ? numbers_of_part * (sizeof(Real) + sizeof(double)) : 0);
  }
  const auto part = std::ranges::find(plan.rectangles, processor, &document::Rectangle::processor);
  if (part == plan.rectangles.end()) return 0;
  const double training =
      partition::training_bytes(plan, {sizeof(Real), dense})[static_cast<std::size_t>(part - plan.rectangles.begin())];
  return std::max(all + training, read(options.batch ? samples : part->samples.count));
}

}  // namespace

template <class Real>
Run<Real>::Run(const document::Partition& plan, const document::BpOptions& options, std::int64_t samples,
               const runner::Context& context, const comm::Communicator& comm)
    : Training<Real>(
          plan, options,
          [hosts = comm::all_gather(comm, context.machine.host)](std::size_t rank) { return hosts[rank]; },
          runner::note),
      context_(context),
      comm_(comm) {
  check(samples);
  runner::require_memory(bytes_of<Real>(plan, options, samples_, dense_, tables_, comm.rank()), comm, context);
  const double start = MPI_Wtime();
  std::vector<int> ranks(static_cast<std::size_t>(comm.size()));
  std::iota(ranks.begin(), ranks.end(), 0);
  if (auto team = Processes::at_work(comm, ranks, plan, context.wait_policy))
    phase_ = begin_phase(std::move(team), plan);
  if (phase_) set_weights();
  replanner_.follow(done_, 0, MPI_Wtime() - start);
}

template <class Real>
void Run<Real>::check(std::int64_t samples) {
  const auto first = static_cast<int>(at_work(plan_).front());
  const bool idle = std::ranges::count(plan_.left_out, comm_.rank()) > 0;
  std::vector<std::string> digests;
  if (options_.data) runner::unpack_together(*options_.data, comm_, context_);
  if (options_.data)
    digests = runner::same_data(files_of(*options_.data), reads_samples(plan_, comm_.rank(), options_.replan > 0),
                                comm_, context_);
  if (options_.validation) runner::require_same_data(files_of(*options_.validation), !idle, comm_, context_);
  for (const auto* files : {&options_.test, &options_.weights_in})
    if (*files) runner::require_same_data(files_of(**files), comm_.rank() == first, comm_, context_);
  Found found;
  comm::all_or_abort(comm_, [&] {
    if (comm_.rank() != first) return;
    found = check_data(plan_, options_, samples, digests);
    check_outputs(options_, context_.force);
  });
  identity_ = document::Json::parse(comm::broadcast(comm_, found.identity.dump(), first));
  samples_ = identity_.at("samples").get<std::int64_t>();
  std::int64_t forms[] = {found.dense, found.tables};
  comm::broadcast(comm_, forms, 2, first);
  dense_ = forms[0] != 0;
  tables_ = forms[1] != 0;
  inputs_.bias = options_.network.bias;
  if (options_.standardise) {
    data::InputScale& scale = inputs_.scale.emplace(found.scale.value_or(data::InputScale()));
    for (auto* numbers : {&scale.mean, &scale.deviation}) {
      numbers->resize(static_cast<std::size_t>(plan_.network.inputs));
      comm::broadcast(comm_, numbers->data(), std::ssize(*numbers), first);
    }
  }
  const std::int64_t batch = options_.batch.value_or(samples_);
  const std::int64_t epoch = (samples_ + batch - 1) / batch;
  if (options_.validation && !idle)
    validation_ = std::make_unique<ValidationOf<Real>>(options_, this->sizes_, inputs_, epoch);
}

/// Samples of a part, or all where batches are taken from them, as the network takes them.
template <class Real>
data::Samples<Real> Run<Real>::own_samples(document::Range own) const {
  const document::Range range = options_.batch ? document::Range{0, samples_} : own;
  auto samples = load_samples<Real>(options_, plan_.network, range);
  prepare(samples, inputs_, options_.network, options_.data.value_or("made-up data"), range.first);
  return samples;
}

template <class Real>
std::unique_ptr<Phase<Real>> Run<Real>::begin_phase(std::unique_ptr<Team> team, const document::Partition& plan) {
  const auto made = std::make_shared<const document::Partition>(partition::without_left_out(plan));
  std::unique_ptr<Phase<Real>> phase;
  if (made->layers.empty())
    phase = OneLayerPhase<Real>::make(std::move(team), made, options_);
  else
    phase = ChainPhase<Real>::make(std::move(team), made, options_);
  phase->team->all_or_end([&] { phase->compute_on([&](document::Range own) { return own_samples(own); }); });
  return phase;
}

template <class Real>
void Run<Real>::set_weights() {
  Team& team = *phase_->team;
  State<Real> state;
  team.all_or_end([&] {
    if (!root()) return;
    const auto size = static_cast<std::size_t>(this->numbers_);
    if (options_.resume && options_.checkpoint) {
      if (auto found = read_checkpoint<Real>(*options_.checkpoint, identity_, size))
        state = std::move(*found);
      else
        runner::note(document::no_checkpoint(*options_.checkpoint));
    }
    if (state.weights.empty() && options_.weights_in)
      state.weights = read_weights<Real>(*options_.weights_in, this->sizes_, options_.network.bias);
  });
  std::int64_t facts[] = {static_cast<std::int64_t>(state.error.size()), !state.weights.empty(),
                          !state.velocity.empty(), static_cast<std::int64_t>(state.validation.size())};
  team.broadcast(facts, sizeof(facts));
  error_ = std::move(state.error);
  error_.resize(static_cast<std::size_t>(facts[0]));
  team.broadcast(error_.data(), facts[0] * static_cast<std::int64_t>(sizeof(double)));
  done_ = done_before_ = facts[0];
  this->reached_before_ = options_.target_error && !error_.empty() && error_.back() <= *options_.target_error;
  const auto spread = [&](Kept what, Whole<Real> whole) {
    whole.resize(static_cast<std::size_t>(this->numbers_));
    this->give(team, what, std::move(whole));
  };
  if (facts[1])
    spread(Kept::weights, std::move(state.weights));
  else
    phase_->initialise();
  if (facts[2]) spread(Kept::velocity, std::move(state.velocity));
  if (facts[3] == 0 || !validation_) return;
  state.validation.resize(static_cast<std::size_t>(facts[3]));
  team.broadcast(state.validation.data(), facts[3] * static_cast<std::int64_t>(sizeof(double)));
  state.best.resize(static_cast<std::size_t>(this->numbers_));
  team.broadcast(state.best.data(), std::ssize(state.best) * static_cast<std::int64_t>(sizeof(Real)));
  validation_->resume(std::move(state.validation), std::move(state.best));
  late_ = is_late(validation_->losses(), options_.patience);
  this->reached_before_ = this->reached_before_ || late_;
}

template <class Real>
double Run<Real>::rest(double compute_s, double speed) {
  const double idle_s = compute_s * (1 / speed - 1);
  std::this_thread::sleep_for(std::chrono::duration<double>(idle_s));
  return idle_s;
}

template <class Real>
void Run<Real>::after_iteration() {
  const Control& control = phase_->control;
  if (!root() || control.error().empty()) return;
  runner::progress(done_, options_.iterations, "iteration", this->seconds_, "error", control.error().back(),
                   done_before_);
  runner::tell_rank_times(control.compute_s(), phase_->team->ranks(), done_ == options_.iterations);
}

template <class Real>
bool Run<Real>::validate() {
  if (!validation_ || !validation_->due(done_)) return true;
  this->finish_iteration();  // the time from here on is charged to no iteration
  const double start = MPI_Wtime();
  validation_->look(*phase_->team, phase_->works(), phase_->gather(Kept::weights));
  const double end = MPI_Wtime();
  comm::record(trace::Phase::validate, start, end);
  if (root()) replanner_.pause(end - start);
  late_ = is_late(validation_->losses(), options_.patience);
  return !late_;
}

template <class Real>
void Run<Real>::between_iterations() {
  if (options_.checkpoint_every > 0 && done_ % options_.checkpoint_every == 0) write_state();
}

template <class Real>
void Run<Real>::write_state() {
  this->finish_iteration();  // the time from here on is charged to no iteration
  const double start = MPI_Wtime();
  State<Real> state = this->gather_state();
  if (validation_) {
    state.validation = validation_->losses();
    state.best = validation_->best();
  }
  try {
    if (root()) write_checkpoint(*options_.checkpoint, identity_, state);
  } catch (...) {
    comm::abort_with_current_exception(comm_);
  }
  const double end = MPI_Wtime();
  comm::record(trace::Phase::checkpoint, start, end);
  if (root()) replanner_.pause(end - start);
}

template class Run<float>;
template class Run<double>;

}  // namespace uneven::bp
