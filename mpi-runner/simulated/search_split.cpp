// SPDX-License-Identifier: MIT
#include <numeric>
#include <utility>

#include "schedule/running_sum.hpp"
#include "simulated/search_scan.hpp"

namespace uneven::simulated {

namespace {

/// What a rank may ask: how much it would be given, or to be given it.
enum Question : std::int64_t { how_much, give_it };

/// A rank that asks for its next part while it still has a little to scan, see search::split_rests().
class ScanPeer {
 public:
  explicit ScanPeer(SearchScanner& scanner)
      : scanner_(scanner),
        size_(scanner.ranks()),
        by_survey_(scanner.plan.method == document::SearchMethod::stealing),
        asked_words_(scanner.transport, tag_ask),
        given_words_(scanner.transport, tag_give),
        rest_(scanner.plan.placement[static_cast<std::size_t>(scanner.rank)].examples),
        nothing_left_(rest_.count == 0) {}

  void run() {
    do {
      scanner_.scan_all(
          rest_, [this] { return seeks() ? min_divided() - 1 : 0; },
          [this] {
            exchange();
            if (rest_.count < min_divided()) seek();
          });
      seek();
      scanner_.wait_until([this] {
        exchange();
        return awaited_ == 0;
      });
      rest_ = std::exchange(next_, {});
    } while (rest_.count > 0);
    // Who found nothing to take goes on saying so to others until all are here.
    std::vector<int> all(static_cast<std::size_t>(size_));
    std::iota(all.begin(), all.end(), 0);
    const auto group = schedule::sum_group(std::move(all), scanner_.rank, collective::Collective::tree);
    schedule::RunningSum<double> all_here(scanner_.transport, group, nullptr, 1, tag_end);
    scanner_.wait_until([&] {
      exchange();
      return all_here.progress();
    });
  }

 private:
  double speed(int rank) const { return scanner_.plan.cluster[static_cast<std::size_t>(rank)].speed; }
  std::int64_t min_divided() const { return 2 * scanner_.plan.min_chunk; }  ///< that is worth dividing
  int after(int rank) const { return (rank + 1) % size_; }

  void exchange() {
    while (awaited_ > 0) {
      const auto given = given_words_.take();
      if (!given) break;
      --awaited_;
      hear(static_cast<int>((*given)[0]), {(*given)[1], (*given)[2]});
    }
    // Others may ask for what was just given.
    while (const auto asked = asked_words_.take()) answer(static_cast<int>((*asked)[0]), (*asked)[1]);
  }

  /// The later half of the rest; with stealing the part with which both end together.
  void answer(int from, std::int64_t question) {
    document::Range part{0, 0};
    document::Range& longer = next_.count > rest_.count ? next_ : rest_;
    if (longer.count >= min_divided()) {
      const double theirs = by_survey_ ? speed(from) / (speed(from) + speed(scanner_.rank)) : 0.5;
      part.count = static_cast<std::int64_t>(theirs * static_cast<double>(longer.count));
      part.first = longer.end() - part.count;
      if (question == give_it) longer.count -= part.count;
    }
    scanner_.say({scanner_.rank, part.first, part.count, 0}, from, tag_give);
  }

  void ask(int whom, Question question) {
    scanner_.say({scanner_.rank, question, 0, 0}, whom, tag_ask);
    ++awaited_;
    asked_ = question;
  }

  bool seeks() const { return awaited_ == 0 && next_.count == 0 && !nothing_left_ && size_ > 1; }

  /// Looks for the next part, unless it is here or looked for already, or nobody had one.
  void seek() {
    if (!seeks()) return;
    longest_ = 0;
    if (!by_survey_) return ask(after(scanner_.rank), give_it);
    for (int i = after(scanner_.rank); i != scanner_.rank; i = after(i)) ask(i, how_much);
  }

  void hear(int from, document::Range part) {
    if (asked_ == give_it) {
      next_ = part;
      if (part.count > 0) return;
      if (by_survey_) return seek();
      if (after(from) != scanner_.rank) return ask(after(from), give_it);
      nothing_left_ = true;
      return;
    }
    const double seconds = static_cast<double>(part.count) / speed(scanner_.rank);
    if (seconds > longest_) longest_ = seconds, richest_ = from;
    if (awaited_ > 0) return;
    if (longest_ > 0) return ask(richest_, give_it);
    nothing_left_ = true;
  }

  SearchScanner& scanner_;
  const int size_;
  const bool by_survey_;  ///< of all rests, for the richest
  Inbox asked_words_, given_words_;
  document::Range rest_, next_{0, 0};
  int awaited_ = 0;  ///< answers
  Question asked_ = give_it;
  double longest_ = 0;
  int richest_ = 0;
  bool nothing_left_;
};

}  // namespace

void split_rests(SearchScanner& scanner) { ScanPeer(scanner).run(); }

}  // namespace uneven::simulated
