// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "context.hpp"
#include "document/json.hpp"
#include "document/options/program_options.hpp"
#include "elements/central_outbox.hpp"
#include "elements/letters.hpp"
#include "elements/messages.hpp"
#include "elements/relocation.hpp"
#include "elements/stealing.hpp"
#include "elements/store.hpp"
#include "elements/thread_pool.hpp"
#include "elements/tree_sum.hpp"
#include "schedule/performer.hpp"

namespace uneven::elements {

/// Where a run stands between two supersteps.
struct Position {
  int last = -1;                  ///< group of the last superstep, central ones too; -1: none yet
  int next = stop;                ///< group of the next one, or `stop`: what the program answers to `last`
  std::int64_t superstep = 0;     ///< supersteps over spread groups so far
  std::vector<double> objective;  ///< of each iteration; at rank 0
};

/// Carries out a program on all processes (Ito 2012, section 3).
///
/// A superstep on a spread group: every process computes its blocks; messages to keyed groups go to the owners of the
/// keys; tables for central groups go up a tree of processes to rank 0, with all processes' times. Rank 0 then performs
/// the supersteps on central groups, decides whether elements move, and tells all what comes next, down the tree. So a
/// loop of S1 and S2 costs one way up and one way down; wide tables meet at home before.
class Engine {
 public:
  /// @param stores  by group; null for central groups. With their blocks loaded before run().
  /// @param speed   of each processor, for the shares of new blocks; shape [p].
  Engine(const Program& program, const document::BspOptions& options, const runner::Context& context,
         const comm::Communicator& comm, std::vector<std::unique_ptr<Store>>& stores, const std::vector<double>& speed);

  /// Rank 0: sets the state at the start. Every process: its blocks keep the data that they were loaded with.
  void begin();

  /// The same from a state and position that were read from a checkpoint: the limit on iterations may be another.
  void resume();

  /// Before resume(): grows the groups; their blocks are to be filled. @param counts  elements by group.
  void resize(const std::vector<std::int64_t>& counts);

  /// Supersteps until the program stops, or a signal or max_seconds does. Collective.
  /// @param write_checkpoint  called by all, with nothing under way, when a checkpoint is due.
  void run(const std::function<void()>& write_checkpoint);

  State& state() { return state_; }  ///< multicasts everywhere, values at rank 0
  Position& position() { return position_; }
  const schedule::Times& times() const { return times_; }
  double work() const { return work_; }
  double seconds() const { return seconds_; }
  const std::vector<double>& iteration_s() const { return iteration_s_; }  ///< of each iteration of this run; rank 0
  const char* stopped() const { return stopped_; }
  document::OrderedJson relocation_report() const;  ///< rank 0

 private:
  void superstep();
  void exchange_messages(std::size_t to, int exchange_number, bool computed);
  void bring_tables_home();
  void collect_tables();
  void advance();
  void note_objective();
  Orders make_orders(int last);
  void carry_out(const Orders& orders);
  void note_made(const std::vector<std::int64_t>& made);
  void note_central_made();
  void grow(const std::vector<std::int64_t>& made);
  void grow(std::size_t group, std::int64_t count);
  void set_count(std::size_t group, std::int64_t count);
  void end_movement(std::size_t group);
  void deliver_central_mail(const std::vector<std::string>& mail);
  void move_on();

  const Program& program_;
  std::vector<Group> groups_;
  const document::BspOptions& options_;
  const runner::Context& context_;
  const comm::Communicator& comm_;
  std::vector<std::unique_ptr<Store>>& stores_;
  Tables tables_;
  CentralOutbox central_;  ///< messages that go out with the next orders, or have come with them
  Superstep messages_;
  schedule::Schedule schedule_;  ///< of each superstep, which begins with the orders of the one before
  ThreadPool thread_pool_;
  Waiting waiting_;
  double pause_s_;  ///< the longest that a CPU quota makes
  Relocator relocator_;
  Stealing stealing_;
  bool steals_;
  bool varies_;                              ///< elements of some group are made
  std::vector<std::vector<double>> shares_;  ///< by group: of each process in its blocks, when it grows

  State state_;
  Position position_;
  std::vector<double> table_;                           ///< of the last superstep, at rank 0
  std::vector<std::unique_ptr<Movement>> movements_;    ///< by group
  std::vector<double> moving_since_;                    ///< likewise, by MPI_Wtime()
  std::vector<std::unique_ptr<EarlyLetters>> letters_;  ///< by group; null where messages are joined as they are sent
  std::vector<std::vector<double>> last_seconds_;       ///< by group, then process
  Timing timing_;                                       ///< of the last superstep, at rank 0
  std::vector<double> computed_s_;                      ///< so far, by process, at rank 0
  std::vector<std::int64_t> counts_;                    ///< blocks of the group it ran on, at rank 0
  std::vector<std::int64_t> made_;  ///< elements made since it began, by group, at rank 0; empty: none
  bool signalled_ = false, late_ = false;
  const char* stopped_ = nullptr;
  std::int64_t last_checkpoint_ = 0, done_before_ = 0;
  schedule::Times times_;
  double start_ = 0, iteration_start_ = 0, counted_from_ = 0, seconds_ = 0, work_ = 0;
  int first_group_ = stop;
  std::vector<double> iteration_s_;
  Queue queue_;
  std::function<void()> write_checkpoint_;
};

}  // namespace uneven::elements
