// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "schedule/performer.hpp"

namespace uneven::matmul {

/// Agrees on an early end while the product goes on: every few panels all say whether they were asked to stop, and
/// learn the outcome when the panels have come that were sent before: the words travel behind those.
class Stop {
 public:
  /// @param transport  must outlive this.
  /// @param members  ranks that multiply; `tag` and the next hbsp::panels_sent are free between them.
  /// @param panels   of the product.
  Stop(schedule::Transport& transport, int rank, const std::vector<int>& members, std::optional<double> max_seconds,
       int tag, std::size_t panels);

  /// To be called by all members before panel `t`. @return whether all end here.
  bool before_panel(std::size_t t);

  /// Moves all words under way on without waiting.
  /// @return whether there were any; then MPI has moved other messages on too.
  bool progress();

  /// Seconds since the start.
  double seconds() const { return transport_.now() - start_; }

  /// "signal" or "time" once before_panel has returned true, else null.
  const char* reason() const { return reason_; }

  /// Waits for the words under way, which come too late.
  void finish();

 private:
  enum Word { word_signal, word_time, words };
  struct Question {
    double said[words] = {};
    std::unique_ptr<schedule::RunningSum<double>> sum;
  };
  void ask();
  /// Waits for the answer to the oldest question.
  void take_answer();

  schedule::Transport& transport_;
  schedule::SumGroup group_;
  std::optional<double> max_seconds_;
  int tag_;
  std::size_t panels_between_words_, most_questions_, asked_ = 0;
  double start_;
  std::deque<Question> questions_;  ///< under way
  double answer_[words] = {};
  const char* reason_ = nullptr;
};

}  // namespace uneven::matmul
