// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace uneven::elements {

/// The request of a process that asks for blocks (the thief): its times in seconds.
struct Thief {
  double byte_s;   ///< of each byte on its way there
  double block_s;  ///< to compute a block; 0: not known
  double left_s;   ///< of its remaining work
};

/// The state of a process at one moment.
struct Look {
  double time_s = 0;
  std::size_t waiting = 0;  ///< blocks that it has not begun to compute
};

/// Blocks that a process has.
struct Blocks {
  std::size_t waiting = 0;  ///< to be computed, or given
  std::size_t leaving = 0;  ///< given to others already, and not gone yet
  double seconds = 0;       ///< to compute one here
  double bytes = 0;         ///< of one
};

/// Blocks that a process gives to a thief, so that both end at the same time. Let d be the time that the process would
/// be busy longer than the thief. Fewer if the blocks, behind those that leave already, would not arrive within d / 2;
/// none if d < `least_left_s`.
std::size_t blocks_to_give(const Blocks& blocks, const Thief& thief, double least_left_s);

/// Work stealing within a superstep: when a process (the thief) asks for blocks, which process (the victim), and the
/// answer.
///
/// A thief asks before it runs out of work, as early as the last answer took, one request at a time. Its victim is the
/// process expected to be busy longest; it keeps the blocks. It skips processes that will probably be done soon, unless
/// the superstep is so long that asking costs next to nothing; then it asks by rank, from its own down, so that thieves
/// together find a process that has become slow. A victim gives enough blocks for both to end at the same time, so most
/// blocks of a slow process are soon at fast ones, which answer sooner. A victim much slower than the thief computes on
/// only when its blocks have left. A victim refuses if it has little more left than the thief, or if the blocks would
/// travel longer than it would be busy. After a refusal it is asked again only when all have been asked and one gave; a
/// victim that gave is asked again after the others.
class StealingRule {
 public:
  /// @param pause_s  the longest pause that a CPU quota makes.
  StealingRule(int rank, int ranks, double pause_s);

  /// At the start of a superstep.
  /// @param seconds  that each process took last time; empty if not known. Shape [p].
  /// @param counts   blocks of each process; shape [p].
  void begin(const Look& look, const std::vector<double>& seconds, const std::vector<std::int64_t>& counts);

  double unasked_until() const { return start_ + unasked_s_; }  ///< no process asks this one before
  double quiet_until() const { return start_ + quiet_s_; }      ///< hardly any does before

  /// Seconds per block lately, over many pauses of a quota; 0 if no block is done yet.
  double pace(const Look& look);
  /// Blocks and seconds from now on count for the next pace only: a process that waited is not slow.
  void take_pace(double pace, const Look& look);
  /// Seconds that the waiting blocks will take.
  double left_s(const Look& look) { return static_cast<double>(look.waiting) * pace(look); }

  /// Blocks that a thief gets. @param leaving  blocks given before that have not left. @param bytes  of a block.
  std::size_t blocks_for(const Thief& thief, const Look& look, std::size_t leaving, double bytes);
  void gave(std::int64_t blocks) { taken_ -= blocks; }
  /// Whether the last that was given something is much faster: it does better to give than to compute meanwhile.
  bool serves() const { return serves_; }

  /// Whom to ask now, if nothing is asked for already.
  std::optional<int> victim(const Look& look);
  bool has_victims() const { return !victims_.empty(); }
  /// The request to that victim.
  Thief ask(const Look& look);
  /// Of its answer.
  void answered(std::int64_t blocks);
  /// Some of the blocks have come, perhaps the last.
  void took(std::int64_t blocks, double now);
  /// All blocks that were asked for have come. @param bytes  of a block.
  void received(double now, double bytes);
  /// Seconds that this took, of late: a thief asks so much earlier.
  double answer_s() const { return answer_s_; }

 private:
  void begin_round();
  bool stands_out(int process) const;
  double expected_left_s(int process, double now) const;
  bool worth_asking(int victim, double now) const;
  void choose_victim(double now);
  double done(const Look& look) const;

  int rank_, ranks_;
  double least_left_s_, pace_interval_s_;
  double start_ = 0;
  double pace_ = 0, paced_at_ = 0, paced_done_ = 0;  ///< when it was last taken, and how many blocks were done then
  std::vector<double> expected_;                     ///< seconds of each process, if known
  double first_s_ = 0;                               ///< the least of them
  double unasked_s_ = 0, quiet_s_ = 0;
  int asked_in_vain_ = 0;
  std::vector<int> victims_;  ///< that may have something; the next to be asked last
  bool by_rank_ = false;      ///< these are in the order of ranks, since none is expected to be busy
  bool gained_ = false;       ///< something in this round of asking
  bool serves_ = false;
  double asked_at_ = 0, answer_s_ = 0;
  std::optional<double> first_came_at_;  ///< of the blocks that were asked for last
  std::int64_t came_ = 0;
  std::size_t first_blocks_ = 0;
  std::int64_t taken_ = 0;
  double seconds_per_byte_ = 1e-9;  ///< of blocks, as the last ones followed each other
};

}  // namespace uneven::elements
