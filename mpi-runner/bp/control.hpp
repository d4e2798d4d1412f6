#pragma once

#include <memory>
#include <vector>

#include "comm/sum.hpp"
#include "comm/wait.hpp"
#include "document/bp_options.hpp"

namespace uneven::bp {

/// Agrees, iteration by iteration, on the error and on whether to go on. The sum of one iteration's words travels while
/// the next iteration is computed, unless a target error has to be obeyed at once.
class Control {
 public:
  Control(const comm::Communicator& comm, const comm::Patience& patience, const std::vector<int>& members,
          const document::BpOptions& options);

  /// Adds what this processor knows after an iteration. @return whether all go on with another one.
  bool go_on(double error, double seconds);

  /// Moves the words under way on without waiting.
  void push_along();

  /// Waits for the words under way.
  void finish();

  const std::vector<double>& error() const { return error_; }  ///< by iteration, from this run's first
  const char* stopped() const { return stopped_; }             ///< "signal", "max-seconds" or null

 private:
  enum Word { word_error, word_signal, word_time, words };
  comm::Communicator comm_;
  const comm::Patience& patience_;
  comm::SumGroup group_;
  const document::BpOptions& options_;
  double words_[words] = {};
  std::unique_ptr<comm::Sum<double>> sum_;
  std::vector<double> error_;
  const char* stopped_ = nullptr;
};

}  // namespace uneven::bp
