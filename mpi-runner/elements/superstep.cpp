// SPDX-License-Identifier: MIT
#include <algorithm>

#include "comm/communicator.hpp"
#include "comm/trace.hpp"
#include "elements/engine.hpp"
#include "elements/mail.hpp"

// One superstep on a spread group: computing, messages, and what comes to rank 0.

namespace uneven::elements {

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
    // With an empty queue, while more blocks may come, leave the core to the processes that send them.
    if ((coming || stealable) && queue_.size() == 0) context_.wait_policy.pause();
    return coming || stealable;
  });
  const double computed = MPI_Wtime();
  // Work and waits for blocks alternate; the trace has the work first.
  const double worked = std::min(computed, start + thread_pool_.seconds());
  comm::record(trace::Phase::compute, start, worked);
  comm::record(trace::Phase::wait, worked, computed);
  times_.compute_s += thread_pool_.seconds();
  times_.wait_s += std::max(0.0, computed - start - thread_pool_.seconds());
  work_ += static_cast<double>(thread_pool_.elements());
  int exchanges = 0;
  for (std::size_t to = 0; to < stores_.size(); ++to)
    if (stores_[to] && stores_[to]->group.keyed) exchange_messages(to, exchanges++, to == g);
  const double exchanged = MPI_Wtime();
  comm::record(trace::Phase::communicate, computed, exchanged);
  times_.communicate_s += exchanged - computed;
  collect_tables();
  comm::record(trace::Phase::superstep, start, MPI_Wtime(), position_.superstep);
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
  for (const std::string& bytes : exchange(schedule_, exchange_number, comm_, waiting_, std::move(outgoing))) {
    ByteReader in(bytes);
    if (early) early_messages.push_back(in.get<std::int64_t>());
    mail.unpack(in);
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
    comm::record(trace::Phase::relocation, moving_since_[g], MPI_Wtime());
    movement.reset();
  }
  if (messages_.exchanges() > messages_.keyed_groups) bring_tables_home();
  std::vector<Line> lines{{comm_.rank(), thread_pool_.elements(), std::ssize(stores_[g]->blocks),
                           thread_pool_.seconds(), move_s, moved_bytes, runner::stop_requested(),
                           options_.max_seconds && MPI_Wtime() - start_ >= *options_.max_seconds}};
  std::vector<Theft> thefts = stealing_.take_answers();
  std::vector<std::int64_t> made;
  if (varies_) made = counts_of_made(thread_pool_.made());
  collect(
      schedule_, comm_, waiting_,
      [&](const std::string& bytes) {
        ByteReader in(bytes);
        for (const Line& line : in.get_vector<Line>()) lines.push_back(line);
        for (const Theft& theft : in.get_vector<Theft>()) thefts.push_back(theft);
        thread_pool_.sums().merge(in.get_vector<double>());
        for (std::int64_t& count : made) count += in.get<std::int64_t>();
      },
      [&] {
        ByteWriter out;
        out.put(lines);
        out.put(thefts);
        out.put(thread_pool_.sums().pack());
        out.put(made.data(), made.size());
        return std::move(out.bytes);
      });
  const double collected = MPI_Wtime();
  comm::record(trace::Phase::wait, start, collected);
  times_.wait_s += collected - start;
  if (comm_.rank() != 0) return;
  table_ = thread_pool_.sums().root();
  made_.clear();
  note_made(made);
  timing_ = {std::vector<double>(p), std::vector<std::int64_t>(p)};
  counts_.assign(p, 0);
  computed_s_.resize(p);
  double slowest_move = 0, most_bytes = 0;
  for (const Line& line : lines) {
    const auto i = static_cast<std::size_t>(line.rank);
    timing_.seconds[i] = line.seconds;
    computed_s_[i] += line.seconds;
    timing_.elements[i] = line.elements;
    counts_[i] = line.blocks;
    slowest_move = std::max(slowest_move, line.move_seconds);
    most_bytes = std::max(most_bytes, line.move_bytes);
    signalled_ |= line.signal != 0;
    late_ |= line.late != 0;
  }
  const auto given = std::ranges::find_if(thefts, [](const Theft& theft) { return theft.blocks > 0; });
  if (given != thefts.end())
    runner::tell_event("superstep " + std::to_string(position_.superstep) + ": rank " + std::to_string(given->thief) +
                       " took " + std::to_string(given->blocks) + " blocks of " + stores_[g]->group.name +
                       " from rank " + std::to_string(given->victim));
  relocator_.note(position_.superstep, stores_[g]->group.name, std::move(thefts));
  relocator_.learn(slowest_move, most_bytes);
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

}  // namespace uneven::elements
