// SPDX-License-Identifier: MIT
#include "elements/engine.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/text.hpp"
#include "comm/communicator.hpp"
#include "comm/trace.hpp"
#include "elements/growth.hpp"
#include "elements/mail.hpp"
#include "elements/serial.hpp"

namespace uneven::elements {

namespace {

/// What a process that is to have no blocks now may get when the group grows.
double share_of_blocks(std::int64_t blocks) { return std::max(0.5, static_cast<double>(blocks)); }

double longest_pause(const std::optional<machine::CpuQuota>& quota, const comm::Communicator& comm) {
  return comm::maximum(comm, quota ? std::max(0.0, 1 - quota->cores) * quota->period_s : 0.0);
}

}  // namespace

Engine::Engine(const Program& program, const document::BspOptions& options, const runner::Context& context,
               const comm::Communicator& comm, std::vector<std::unique_ptr<Store>>& stores,
               const std::vector<double>& speed)
    : program_(program),
      groups_(groups_of(program)),
      options_(options),
      context_(context),
      comm_(comm),
      stores_(stores),
      tables_(program),
      central_(program, tables_.layouts()),
      messages_(superstep_of(program, comm.size())),
      schedule_(schedule(messages_, comm.rank())),
      thread_pool_(program, static_cast<int>(options.threads)),
      waiting_{context.wait_policy, [this] { move_on(); }},
      pause_s_(longest_pause(context.machine.quota, comm)),
      relocator_(options, stores.size(), pause_s_),
      stealing_(comm, context.wait_policy, pause_s_),
      steals_(options.relocation.mode == document::RelocationMode::steal && comm.size() > 1),
      varies_(std::ranges::any_of(groups_, &Group::varies)),
      shares_(stores.size(), speed),
      movements_(stores.size()),
      moving_since_(stores.size()),
      last_seconds_(stores.size()) {
  state_.values.resize(stores.size());
  state_.multicast.resize(stores.size());
  table_.resize(tables_.width());
  for (std::size_t g = 0; g < groups_.size(); ++g)
    letters_.push_back(sends_letters(groups_[g]) && comm_.size() > 1
                           ? std::make_unique<EarlyLetters>(comm_, static_cast<int>(g))
                           : nullptr);
}

void Engine::begin() {
  if (comm_.rank() != 0) return;
  program_.begin(state_);
  require_state(groups_, state_);
  advance();
}

void Engine::resume() {
  if (comm_.rank() == 0) advance();
}

/// Rank 0: supersteps on central groups until one on a spread group, or the end, is next. A run that is to end early
/// goes no further than to the end of an iteration, so that what it reports belongs together.
void Engine::advance() {
  const std::int64_t before = program_.iterations(state_);
  for (;;) {
    const int group = position_.next = next_of(program_, groups_, state_, position_.last);
    if (group == stop || !groups_[static_cast<std::size_t>(group)].central) return;
    if ((signalled_ || late_) && program_.iterations(state_) > before) return;
    program_.run_central(group, table_.data() + tables_.start_of(group), state_, central_);
    require_state(groups_, state_);
    position_.last = group;
  }
}

void Engine::note_objective() {
  const std::int64_t done = program_.iterations(state_);
  if (done <= std::ssize(position_.objective)) return;
  position_.objective.push_back(program_.objective(state_));
  if (!std::isfinite(position_.objective.back()))
    throw std::logic_error("the " + program_.objective_name() + " is " + shortest(position_.objective.back()) +
                           " after iteration " + std::to_string(done) + "; expected a finite number");
  const double now = MPI_Wtime();
  iteration_s_.push_back(now - iteration_start_);
  iteration_start_ = now;
  runner::progress(done, *options_.iterations < no_limit ? *options_.iterations : 0, "iteration", now - start_,
                   program_.objective_name(), position_.objective.back(), done_before_);
  runner::tell_rank_times(computed_s_, {}, done == *options_.iterations);
}

/// Rank 0. @param last  the group of the last superstep, -1 before the first.
Orders Engine::make_orders(int last) {
  Orders orders;
  orders.next = position_.next;
  orders.last = last;
  if (varies_) note_central_made();
  orders.made = made_;
  if (last >= 0) {
    const auto g = static_cast<std::size_t>(last);
    orders.counts = stores_[g]->counts = counts_;
    orders.seconds = timing_.seconds;
    const std::int64_t done = std::ssize(position_.objective);
    if (orders.next != stop && (signalled_ || late_)) {
      orders.reason = signalled_ ? 1 : 2;
      orders.next = stop;
      position_.next = stop;
    }
    const bool due = options_.checkpoint && options_.checkpoint_every > 0 && orders.next != stop &&
                     done >= last_checkpoint_ + options_.checkpoint_every;
    orders.checkpoint = due;
    // Clusters are chosen before the first iteration.
    orders.uncounted = orders.next == first_group_ && program_.iterations(state_) <= 0;
    if (due) last_checkpoint_ = done;
    const bool relocates = options_.relocation.mode != document::RelocationMode::none && comm_.size() > 1 &&
                           (!steals_ || stores_[g]->group.keyed);
    if (relocates && orders.next != stop) {
      std::optional<Placement> larger;
      if (!made_.empty() && made_[g] > 0) {
        const std::int64_t count = stores_[g]->layout.count + made_[g];
        larger = grown(*stores_[g], count, growth_of(*stores_[g], count, shares_[g]));
      }
      const Placement& placement = larger ? *larger : *stores_[g];
      if (auto target = relocator_.decide(position_.superstep, last, placement, timing_, *options_.iterations - done)) {
        orders.moving = last;
        orders.target = std::move(*target);
        orders.unit = relocator_.unit(placement);
        runner::tell_event("superstep " + std::to_string(position_.superstep) + ": elements of " +
                           stores_[g]->group.name + " move");
      }
    }
  }
  orders.multicast = state_.multicast;
  for (const auto& mail : central_.mail) {
    ByteWriter packed;
    if (mail) mail->pack_all_and_drop(packed);
    orders.mail.push_back(std::move(packed.bytes));
  }
  return orders;
}

void Engine::carry_out(const Orders& orders) {
  position_.next = orders.next;
  stopped_ = Orders::reasons[orders.reason];
  if (orders.uncounted) {
    times_ = {};
    work_ = 0;
    iteration_start_ = MPI_Wtime();
    comm::record(trace::Phase::prepare, counted_from_, iteration_start_);
    if (comm::recorder()) comm::recorder()->forget_totals();
    counted_from_ = iteration_start_;
  }
  if (comm_.rank() != 0) state_.multicast = orders.multicast;
  if (orders.last >= 0) {
    stores_[static_cast<std::size_t>(orders.last)]->counts = orders.counts;
    last_seconds_[static_cast<std::size_t>(orders.last)] = orders.seconds;
  }
  if (!orders.made.empty()) grow(orders.made);
  deliver_central_mail(orders.mail);
  // Blocks under way have no owner that could write them.
  if (orders.checkpoint || orders.next == stop)
    for (std::size_t group = 0; group < movements_.size(); ++group) end_movement(group);
  if (orders.checkpoint) {
    const double start = MPI_Wtime();
    write_checkpoint_();
    comm::record(trace::Phase::checkpoint, start, MPI_Wtime());
  }
  if (orders.moving < 0) return;
  const auto g = static_cast<std::size_t>(orders.moving);
  if (varies_) std::ranges::transform(orders.target, shares_[g].begin(), share_of_blocks);
  moving_since_[g] = MPI_Wtime();
  movements_[g] = std::make_unique<Movement>(comm_, orders.moving, *stores_[g], orders.target, orders.unit);
  if (relocator_.moves_first()) end_movement(g);
}

void Engine::run(const std::function<void()>& write_checkpoint) {
  write_checkpoint_ = write_checkpoint;
  runner::begin_work();
  start_ = iteration_start_ = counted_from_ = MPI_Wtime();
  first_group_ = position_.next;
  done_before_ = last_checkpoint_ = std::ssize(position_.objective);
  for (int last = -1;; last = position_.next, superstep()) {
    Orders orders;
    if (last >= 0 && comm_.rank() == 0) {
      position_.last = last;
      advance();
      note_objective();
    }
    if (comm_.rank() == 0) orders = make_orders(last);
    const double start = MPI_Wtime();
    const std::string bytes = tell(schedule_, comm_, waiting_, comm_.rank() == 0 ? pack(orders) : std::string());
    if (comm_.rank() != 0) orders = unpack_orders(bytes, stores_.size());
    const double told = MPI_Wtime();
    comm::record(trace::Phase::wait, start, told);
    times_.wait_s += told - start;
    carry_out(orders);
    if (position_.next == stop) break;
  }
  seconds_ = MPI_Wtime() - counted_from_;
}

document::OrderedJson Engine::relocation_report() const { return relocator_.report(); }

}  // namespace uneven::elements
