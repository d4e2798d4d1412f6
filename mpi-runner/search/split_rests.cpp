// SPDX-License-Identifier: MIT
#include <utility>

#include "comm/wait.hpp"
#include "search/messages.hpp"
#include "search/share.hpp"

namespace uneven::search {
namespace {

/// What a rank may ask: how much it would be given, or to be given it.
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
    // Who found nothing to take goes on saying so to others until all are here.
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
    // Others may ask for what was just given.
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

  /// Looks for the next part, unless it is here or looked for already, or nobody had one.
  void seek() {
    if (awaited_ > 0 || next_.count > 0 || nothing_left_ || size_ == 1) return;
    longest_ = 0;
    if (!by_survey_) return ask(after(scanner_.comm.rank()), give);
    for (int i = after(scanner_.comm.rank()); i != scanner_.comm.rank(); i = after(i)) ask(i, how_much);
  }

  /// Rests become no longer, but for a part under way, so that who hears that nobody has enough need not ask again.
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
  bool nothing_left_;  // or not worth beginning, for whom the plan gives nothing
};

}  // namespace

void split_rests(const Scanner& scanner) { Peer(scanner).run(); }

}  // namespace uneven::search
