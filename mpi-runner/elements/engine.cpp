// SPDX-License-Identifier: MIT
#include "elements/engine.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/text.hpp"
#include "comm/communicator.hpp"
#include "elements/mail.hpp"
#include "elements/serial.hpp"

namespace uneven::elements {

namespace {

double longest_pause(const std::optional<machine::CpuQuota>& quota, const comm::Communicator& comm) {
  return comm::maximum(comm, quota ? std::max(0.0, 1 - quota->cores) * quota->period_s : 0.0);
}

}  // namespace

Engine::Engine(const Program& program, const document::BspOptions& options, const runner::Context& context,
               const comm::Communicator& comm, std::vector<std::unique_ptr<Store>>& stores)
    : program_(program),
      groups_(groups_of(program)),
      options_(options),
      context_(context),
      comm_(comm),
      stores_(stores),
      tables_(program),
      central_(mail_of(program, tables_.layouts())),
      messages_(superstep_of(program, comm.size())),
      schedule_(schedule(messages_, comm.rank())),
      thread_pool_(program, static_cast<int>(options.threads)),
      waiting_{context.wait_policy, [this] { move_on(); }},
      pause_s_(longest_pause(context.machine.quota, comm)),
      relocator_(options, stores.size(), pause_s_),
      stealing_(comm, context.wait_policy, pause_s_),
      steals_(options.relocation.mode == document::RelocationMode::steal && comm.size() > 1),
      movements_(stores.size()),
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

/// Messages that travel while this process does something else: blocks on the move, requests for blocks.
void Engine::move_on() {
  for (auto& movement : movements_)
    if (movement) movement->progress([](Block*) {});
  if (steals_) stealing_.refuse();
}

void Engine::superstep() {
  ++position_.superstep;
  const auto g = static_cast<std::size_t>(position_.next);
  Store& store = *stores_[g];
  auto& movement = movements_[g];
  const bool stealing = steals_ && !store.group.keyed;
  const double speed = document::speed_in(options_.slow, comm_.rank(), position_.superstep);
  const double start = MPI_Wtime();
  queue_.open(store.all());
  if (stealing) stealing_.begin(store, queue_, last_seconds_[g]);
  const auto run = options_.block > 0 ? static_cast<std::size_t>(blocks_of_grain(options_.block, store.layout)) : 0;
  thread_pool_.compute({position_.next, &store.layout, state_.multicast[g], run, speed}, queue_, [&] {
    for (auto& other : movements_)
      if (other && other != movement) other->progress([](Block*) {});
    const bool coming = movement && !movement->progress([&](Block* block) { queue_.add(block); });
    const bool stealable = stealing && stealing_.progress();
    if (steals_ && !stealing) stealing_.refuse();
    for (std::size_t to = 0; to < letters_.size(); ++to) {
      if (!letters_[to]) continue;
      if (auto mail = thread_pool_.take_letters(to)) letters_[to]->send(std::move(mail), *stores_[to]);
      letters_[to]->progress();
    }
    // A queue that runs empty while more may come must not keep the processor from those who send it.
    if ((coming || stealable) && queue_.size() == 0) context_.wait_policy.pause();
    return coming || stealable;
  });
  const double computed = MPI_Wtime();
  times_.compute_s += thread_pool_.seconds();
  times_.wait_s += std::max(0.0, computed - start - thread_pool_.seconds());
  work_ += static_cast<double>(thread_pool_.elements());
  int exchanges = 0;
  for (std::size_t to = 0; to < stores_.size(); ++to)
    if (stores_[to] && stores_[to]->group.keyed) exchange_messages(to, exchanges++, to == g);
  times_.communicate_s += MPI_Wtime() - computed;
  collect_tables();
}

/// Messages to a keyed group go to the owners of the keys. @param computed  whether its elements have read the last
/// ones.
void Engine::exchange_messages(std::size_t to, int exchange_number, bool computed) {
  Mail& mail = *thread_pool_.mail()[to];
  EarlyLetters* early = letters_[to].get();
  std::vector<std::string> outgoing(static_cast<std::size_t>(comm_.size()));
  const auto& split = stores_[to]->split;
  for (std::size_t i = 0; i < outgoing.size(); ++i) {
    ByteWriter writer;
    if (early) writer.put(early->sent_to(static_cast<int>(i)));
    if (static_cast<int>(i) != comm_.rank())
      for (std::int64_t b = split[i]; b < split[i + 1]; ++b) mail.pack_and_drop(b, writer);
    outgoing[i] = std::move(writer.bytes);
  }
  std::vector<std::int64_t> early_messages;
  for (std::string& bytes : exchange(schedule_, exchange_number, comm_, waiting_, std::move(outgoing))) {
    if (early) {
      early_messages.push_back(ByteReader(bytes).get<std::int64_t>());
      bytes.erase(0, sizeof(std::int64_t));
    }
    mail.unpack(bytes);
  }
  if (early) early->finish(early_messages, waiting_, mail);
  end_movement(to);
  for (auto& [number, block] : stores_[to]->blocks) mail.deliver(*block, computed);
}

/// Everyone's tables meet where their neighbours in the tree of sums are.
void Engine::bring_tables_home() {
  std::vector<std::string> outgoing;
  for (const auto& nodes : thread_pool_.sums().take_for_homes(comm_.size(), comm_.rank())) {
    ByteWriter out;
    out.put(nodes);
    outgoing.push_back(std::move(out.bytes));
  }
  for (const std::string& bytes : exchange(schedule_, messages_.keyed_groups, comm_, waiting_, std::move(outgoing)))
    thread_pool_.sums().merge(ByteReader(bytes).get_vector<double>());
}

/// Everyone's tables, counts and times reach rank 0.
void Engine::collect_tables() {
  const double start = MPI_Wtime();
  const auto g = static_cast<std::size_t>(position_.next);
  const auto p = static_cast<std::size_t>(comm_.size());
  struct Line {
    std::int64_t rank, elements, blocks;
    double seconds, move_seconds, move_bytes;
    std::int32_t signal, late;
  };
  auto& movement = movements_[g];
  double moved_bytes = 0, move_s = 0;
  if (movement) {
    moved_bytes = static_cast<double>(movement->elements_sent()) / static_cast<double>(stores_[g]->layout.elements) *
                  static_cast<double>(stores_[g]->layout.bytes);
    move_s = movement->seconds();
    movement.reset();
  }
  if (messages_.exchanges() > messages_.keyed_groups) bring_tables_home();
  std::vector<Line> lines{{comm_.rank(), thread_pool_.elements(), std::ssize(stores_[g]->blocks),
                           thread_pool_.seconds(), move_s, moved_bytes, runner::stop_requested(),
                           options_.max_seconds && MPI_Wtime() - start_ >= *options_.max_seconds}};
  std::vector<Theft> thefts = stealing_.take_answers();
  collect(
      schedule_, comm_, waiting_,
      [&](const std::string& bytes) {
        ByteReader in(bytes);
        for (const Line& line : in.get_vector<Line>()) lines.push_back(line);
        for (const Theft& theft : in.get_vector<Theft>()) thefts.push_back(theft);
        thread_pool_.sums().merge(in.get_vector<double>());
      },
      [&] {
        ByteWriter out;
        out.put(lines);
        out.put(thefts);
        out.put(thread_pool_.sums().pack());
        return std::move(out.bytes);
      });
  times_.wait_s += MPI_Wtime() - start;
  if (comm_.rank() != 0) return;
  table_ = thread_pool_.sums().root();
  timing_ = {std::vector<double>(p), std::vector<std::int64_t>(p)};
  counts_.assign(p, 0);
  double slowest_move = 0, most_bytes = 0;
  for (const Line& line : lines) {
    const auto i = static_cast<std::size_t>(line.rank);
    timing_.seconds[i] = line.seconds;
    timing_.elements[i] = line.elements;
    counts_[i] = line.blocks;
    slowest_move = std::max(slowest_move, line.move_seconds);
    most_bytes = std::max(most_bytes, line.move_bytes);
    signalled_ |= line.signal != 0;
    late_ |= line.late != 0;
  }
  relocator_.note(position_.superstep, stores_[g]->group.name, std::move(thefts));
  relocator_.learn(slowest_move, most_bytes);
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
  runner::progress(done, *options_.iterations < no_limit ? *options_.iterations : 0, now - start_,
                   program_.objective_name(), position_.objective.back(), done_before_);
}

/// Rank 0. @param last  the group of the last superstep, -1 before the first.
Orders Engine::make_orders(int last) {
  Orders orders;
  orders.next = position_.next;
  orders.last = last;
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
    if (relocates && orders.next != stop)
      if (auto target =
              relocator_.decide(position_.superstep, last, *stores_[g], timing_, *options_.iterations - done)) {
        orders.moving = last;
        orders.target = std::move(*target);
        orders.unit = relocator_.unit(*stores_[g]);
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

/// Waits until no block of a group is under way.
void Engine::end_movement(std::size_t group) {
  waiting_.until([&] { return !movements_[group] || movements_[group]->progress([](Block*) {}); });
}

/// Messages of central elements reach the blocks that are here.
void Engine::deliver_central_mail(const std::vector<std::string>& mail) {
  for (std::size_t g = 0; g < mail.size(); ++g) {
    if (mail[g].empty()) continue;
    end_movement(g);
    central_.mail[g]->unpack(mail[g]);
    for (auto& [number, block] : stores_[g]->blocks)
      if (central_.mail[g]->has(number)) central_.mail[g]->deliver(*block, false);
    central_.mail[g]->drop();
  }
}

void Engine::carry_out(const Orders& orders) {
  position_.next = orders.next;
  stopped_ = Orders::reasons[orders.reason];
  if (orders.uncounted) {
    times_ = {};
    work_ = 0;
    iteration_start_ = counted_from_ = MPI_Wtime();
  }
  if (comm_.rank() != 0) state_.multicast = orders.multicast;
  if (orders.last >= 0) {
    stores_[static_cast<std::size_t>(orders.last)]->counts = orders.counts;
    last_seconds_[static_cast<std::size_t>(orders.last)] = orders.seconds;
  }
  deliver_central_mail(orders.mail);
  // Blocks under way have no owner that could write them.
  if (orders.checkpoint || orders.next == stop)
    for (std::size_t group = 0; group < movements_.size(); ++group) end_movement(group);
  if (orders.checkpoint) write_checkpoint_();
  if (orders.moving < 0) return;
  const auto g = static_cast<std::size_t>(orders.moving);
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
    times_.wait_s += MPI_Wtime() - start;
    carry_out(orders);
    if (position_.next == stop) break;
  }
  seconds_ = MPI_Wtime() - counted_from_;
}

document::OrderedJson Engine::relocation_report() const { return relocator_.report(); }

}  // namespace uneven::elements
