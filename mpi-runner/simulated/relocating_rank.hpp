// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "elements/stealing_protocol.hpp"
#include "elements/tree_sum.hpp"
#include "schedule/message_line.hpp"
#include "simulated/inbox.hpp"
#include "simulated/relocation.hpp"

namespace uneven::simulated {

/// One rank of a run whose elements move. It performs the runner's schedule and, within a superstep, the runner's
/// protocol; its blocks are numbers, their computation and their messages take the time that the speeds say.
class RelocatingRank : public NoData, private elements::StealingPort {
 public:
  RelocatingRank(Interconnect& interconnect, Relocation& all, int rank);

  RoundsDone run();

 private:
  enum BlockTag { tag_block = elements::tag_others, tag_request, tag_reply };

  void work(const schedule::Work& work) override;
  void meanwhile() override;
  void decide();
  void step();
  void begin_transfers();
  bool progress();

  void compute_some();
  std::size_t blocks_before_look(double block_s);
  bool may_be_asked() const { return requests_.has_value(); }
  double own_speed() const;

  schedule::MessageLine line(schedule::MessageLine::Way way);
  void send(int to, const std::vector<std::int64_t>& numbers);
  void receive(int from, std::int64_t blocks);
  bool move();
  void wait_to_be_computed(const std::vector<std::int64_t>& numbers);
  double elements_in(const std::vector<std::int64_t>& numbers) const;

  elements::Look look() const override { return {transport_.now(), waiting_.size()}; }
  double block_bytes() const override { return static_cast<double>(all_.placement.layout.bytes); }
  std::optional<Request> request() override;
  std::optional<std::int64_t> reply(int victim) override;
  void ask(int victim, const elements::Thief& thief) override;
  std::int64_t give(int thief, std::size_t most) override;
  void expect(int victim, std::int64_t blocks) override { receive(victim, blocks); }
  std::int64_t move_blocks() override;
  std::size_t leaving() const override { return static_cast<std::size_t>(leaving_.left()); }
  bool sent() const { return leaving_.empty(); }
  bool received() const override { return coming_.empty() && arrived_.empty(); }
  void pause() override;

  Relocation& all_;
  int rank_;
  double share_;
  Transport transport_;
  schedule::Performer<double> performer_;
  elements::StealingProtocol protocol_;
  std::optional<Inbox> requests_, replies_;  ///< only with stealing
  schedule::MessageLine leaving_;
  std::map<int, schedule::MessageLine> coming_;  ///< by sender, while some are under way
  std::vector<std::int64_t> arrived_;            ///< numbers of blocks that have come since move_blocks()
  std::deque<std::int64_t> waiting_;             ///< numbers of blocks to compute
  double waiting_elements_ = 0;                  ///< in these
  std::int64_t superstep_ = 0;
  double element_s_ = 0;           ///< of CPU time, at full speed
  double step_s_ = 0, units_ = 0;  ///< of computing, and elements, in this superstep
  double compute_s_ = 0, all_units_ = 0, moving_since_ = 0;
};

}  // namespace uneven::simulated
