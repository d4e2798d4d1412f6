// SPDX-License-Identifier: MIT
#include <utility>

#include "comm/wait.hpp"
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
    const bool lacks_it = !scanner_.read && scanner_.plan.method == document::SearchMethod::static_process &&
                          part.count > 0 && !chunks_.holds(rank, part);
    send(scanner_.comm, {part.first, part.count, lacks_it}, rank, tag_give);
    if (lacks_it) sending_.push_back(begin_sending(scanner_.comm, scanner_.held.share(), part, rank));
    scanner_.tally.messages += 1 + lacks_it;
  }

  const Scanner& scanner_;
  Chunks chunks_;
  int working_;
  std::vector<MPI_Request> sending_;  // examples
};

void be_master(const Scanner& scanner) {
  Master master(scanner);
  if (scanner.plan.method != document::SearchMethod::synchronous_data)
    for (document::Range part = master.take(); part.count > 0; part = master.take()) {
      const document::Range whole = part;
      scanner.scan_all(part, [&] { master.answer(); });
      scanner.held.drop(whole);
    }
  master.see_all_out();
}

/// Asks for its next part when its rest takes as long as the last answer did. So the part is here when it is needed and
/// not earlier, when another rank could scan it. With synchronous-data it asks when nothing is left.
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

namespace {

/// Questions to a rank: how much it would give, or to give that.
enum Question : std::int64_t { how_much, give };

/// A rank that asks for its next part while it still has a little to scan, so that the part is here when it is needed.
class Peer {
 public:
  explicit Peer(const Scanner& scanner)
      : scanner_(scanner),
        size_(scanner.comm.size()),
        by_survey_(scanner.plan.method == document::SearchMethod::stealing),
        rest_(scanner.plan.placement[static_cast<std::size_t>(scanner.comm.rank())].examples),
        nothing_left_(rest_.count == 0) {}

  void run() {
    do {
      scanner_.scan_all(rest_, [&] {
        exchange();
        if (rest_.count < min_divided()) seek();
      });
      seek();
      scanner_.wait_until([&] {
        exchange();
        return awaited_ == 0;
      });
      rest_ = std::exchange(next_, {});
    } while (rest_.count > 0);
    // A rank that found nothing to take goes on answering the others until all are here.
    MPI_Request all_here = MPI_REQUEST_NULL;
    comm::check(MPI_Ibarrier(scanner_.comm.handle(), &all_here));
    scanner_.wait_until([&] {
      exchange();
      return comm::is_done(all_here);
    });
  }

 private:
  double speed(int rank) const { return scanner_.plan.cluster[static_cast<std::size_t>(rank)].speed; }
  std::int64_t min_divided() const { return 2 * scanner_.plan.min_chunk; }  // that is worth dividing
  int after(int rank) const { return (rank + 1) % size_; }

  void exchange() {
    while (awaited_ > 0) {
      const auto given = receive(scanner_.comm, tag_give);
      if (!given) break;
      --awaited_;
      hear(given->from, {given->numbers[0], given->numbers[1]});
    }
    // Other ranks may ask for a part of the one just given.
    while (const auto asked = receive(scanner_.comm, tag_ask)) answer(*asked);
  }

  /// The later half of the rest; with stealing the part with which both end together.
  void answer(const Received& asked) {
    document::Range part{0, 0};
    document::Range& longer = next_.count > rest_.count ? next_ : rest_;
    if (longer.count >= min_divided()) {
      const double theirs = by_survey_ ? speed(asked.from) / (speed(asked.from) + speed(scanner_.comm.rank())) : 0.5;
      part.count = static_cast<std::int64_t>(theirs * static_cast<double>(longer.count));
      part.first = longer.end() - part.count;
      if (asked.numbers.at(0) == give) longer.count -= part.count;
    }
    send(scanner_.comm, {part.first, part.count}, asked.from, tag_give);
    ++scanner_.tally.messages;
  }

  void ask(int whom, Question question) {
    send(scanner_.comm, {question}, whom, tag_ask);
    ++scanner_.tally.messages;
    ++awaited_;
    asked_ = question;
  }

  /// Looks for the next part, unless it is here or looked for already, or no rank had one.
  void seek() {
    if (awaited_ > 0 || next_.count > 0 || nothing_left_ || size_ == 1) return;
    longest_ = 0;
    if (!by_survey_) return ask(after(scanner_.comm.rank()), give);
    for (int i = after(scanner_.comm.rank()); i != scanner_.comm.rank(); i = after(i)) ask(i, how_much);
  }

  /// Rests do not grow, but for a part under way: a rank that hears that none has enough need not ask again.
  void hear(int from, document::Range part) {
    if (asked_ == give) {
      next_ = part;
      if (part.count > 0) return;
      if (by_survey_) return seek();
      if (after(from) != scanner_.comm.rank()) return ask(after(from), give);
      nothing_left_ = true;
      return;
    }
    const double seconds = static_cast<double>(part.count) / speed(scanner_.comm.rank());
    if (seconds > longest_) longest_ = seconds, richest_ = from;
    if (awaited_ > 0) return;
    if (longest_ > 0) return ask(richest_, give);
    nothing_left_ = true;
  }

  const Scanner& scanner_;
  const int size_;
  const bool by_survey_;  // of all rests, for the richest
  document::Range rest_, next_{0, 0};
  int awaited_ = 0;  // answers
  Question asked_ = give;
  double longest_ = 0;
  int richest_ = 0;
  bool nothing_left_;  // also from the start, if the plan gives this rank nothing
};

}  // namespace

void split_rests(const Scanner& scanner) { Peer(scanner).run(); }

}  // namespace uneven::search
