// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "elements/mail.hpp"
#include "elements/messages.hpp"
#include "elements/store.hpp"

namespace uneven::elements {

/// Letters to one group that travel while the superstep that writes them computes (Ito 2012, section 3.1). The last
/// message of the superstep to each process says how many went before.
class EarlyLetters {
 public:
  EarlyLetters(const comm::Communicator& comm, int group)
      : comm_(comm), tag_(tag_letters + group), sent_(size()), received_(size()) {}

  /// Sends the letters for other processes; keeps its own.
  void send(std::unique_ptr<Mail> mail, const Store& store);

  /// Receives letters that have arrived, and moves the others along.
  void progress();

  /// How many messages went to a process in this superstep.
  std::int64_t sent_to(int process) const { return sent_[static_cast<std::size_t>(process)]; }

  /// Waits for the others' letters, and puts all received and kept ones into `mail`; then a new superstep may begin.
  /// @param expected  messages of each process; shape [p].
  void finish(const std::vector<std::int64_t>& expected, const Waiting& waiting, Mail& mail);

 private:
  std::size_t size() const { return static_cast<std::size_t>(comm_.size()); }

  const comm::Communicator& comm_;
  int tag_;
  std::vector<std::int64_t> sent_, received_;  ///< messages, by process
  std::deque<Sending> sending_;
  std::deque<Receiving> arriving_;
  std::vector<std::string> arrived_;
  std::vector<std::unique_ptr<Mail>> kept_;
};

}  // namespace uneven::elements
