// SPDX-License-Identifier: MIT
#include <utility>

#include "comm/wait.hpp"
#include "search/messages.hpp"
#include "search/placement.hpp"
#include "search/share.hpp"

namespace uneven::search {
namespace {

/// Answers every worker that asks with the next part; an empty part is its last.
class Master {
 public:
  explicit Master(const Scanner& scanner)
      : scanner_(scanner), chunks_(scanner.plan), working_(scanner.comm.size() - 1) {}

  void answer() {
    while (const auto asked = receive(scanner_.comm, tag_ask)) {
      give(chunks_.next(asked->from), asked->from);
    }
    if (!sending_.empty() && comm::all_done(sending_)) sending_.clear();
  }

  document::Range take() { return chunks_.next(0); }

  void see_all_out() {
    scanner_.wait_until([&] {
      answer();
      return working_ == 0 && sending_.empty();
    });
  }

 private:
  void give(document::Range part, int rank) {
    if (part.count == 0) --working_;
    const bool lacks_it = part.count > 0 && !begins_with(rank, part);
    send(scanner_.comm, {part.first, part.count, lacks_it}, rank, tag_give);
    if (lacks_it) sending_.push_back(begin_sending(scanner_.comm, scanner_.held.share(), part, rank));
    scanner_.tally.messages += 1 + lacks_it;
  }

  /// Whether a rank has held the part from the start.
  bool begins_with(int rank, document::Range part) const {
    if (scanner_.plan.method != document::SearchMethod::static_process) return true;
    const document::Range share = chunks_.share(rank);
    return share.first <= part.first && part.end() <= share.end();
  }

  const Scanner& scanner_;
  Chunks chunks_;
  int working_;
  std::vector<MPI_Request> sending_;  // examples
};

void be_master(const Scanner& scanner) {
  Master master(scanner);
  if (scanner.plan.method != document::SearchMethod::synchronous_data)
    for (document::Range part = master.take(); part.count > 0; part = master.take())
      scanner.scan_all(part, [&] { master.answer(); });
  master.see_all_out();
}

/// Asks for its next part when what it has left takes as long as the last answer did, so that the part is here when it
/// is needed and nobody else waits for it; for synchronous-data when nothing is left.
class Worker {
 public:
  explicit Worker(const Scanner& scanner)
      : scanner_(scanner),
        ahead_(scanner.plan.method != document::SearchMethod::synchronous_data),
        before_(scanner.tally) {}

  void run() {
    for (;;) {
      ask();
      scanner_.wait_until([&] { return heard(); });
      document::Range part = *std::exchange(next_, std::nullopt);
      if (part.count == 0) return;
      const auto look = [&] {
        if (nearly_done(part)) ask();
        heard();
      };
      look();
      const document::Range whole = part;
      scanner_.scan_all(part, look);
      scanner_.held.drop(whole);
    }
  }

 private:
  /// Once for each part.
  void ask() {
    if (asked_at_ || next_) return;
    asked_at_ = MPI_Wtime();
    send(scanner_.comm, {}, 0, tag_ask);
    ++scanner_.tally.messages;
  }

  /// Whether the next part is here, with its examples.
  bool heard() {
    if (!asked_at_) return next_.has_value();
    if (!given_) {
      const auto given = receive(scanner_.comm, tag_give);
      if (!given) return false;
      given_ = {given->numbers[0], given->numbers[1]};
      if (given->numbers[2]) receiving_ = begin_receiving(scanner_.comm, scanner_.held.add(*given_));
    }
    if (!comm::is_done(receiving_)) return false;
    next_ = std::exchange(given_, std::nullopt);
    answer_s_ = MPI_Wtime() - *std::exchange(asked_at_, std::nullopt);
    return true;
  }

  bool nearly_done(const document::Range& rest) const {
    const auto scanned = static_cast<double>(scanner_.tally.examples - before_.examples);
    if (!ahead_ || scanned == 0) return false;
    const double seconds = (scanner_.tally.times.compute_s - before_.times.compute_s) / scanned;
    return static_cast<double>(rest.count) * seconds <= answer_s_;
  }

  const Scanner& scanner_;
  const bool ahead_;
  const Tally before_;
  std::optional<double> asked_at_;
  std::optional<document::Range> given_, next_;  // a part whose examples are on their way, and one that is here
  MPI_Request receiving_ = MPI_REQUEST_NULL;
  double answer_s_ = 0;  // from asking until the part was here
};

}  // namespace

void hand_out(const Scanner& scanner) { scanner.root() ? be_master(scanner) : Worker(scanner).run(); }

}  // namespace uneven::search
