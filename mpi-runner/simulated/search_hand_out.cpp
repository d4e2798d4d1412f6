// SPDX-License-Identifier: MIT
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "schedule/performer.hpp"
#include "search/placement.hpp"
#include "simulated/search.hpp"

namespace uneven::simulated {

namespace {

using document::SearchMethod;

/// Of an example whose bytes the plan does not tell: one of the noun phrases.
constexpr double usual_example_bytes = 16;

schedule::Memory examples_of(const document::Search& plan, std::int64_t count) {
  const double bytes = plan.memory_per_unit_bytes.value_or(usual_example_bytes) * static_cast<double>(count);
  return {.columns = static_cast<std::int64_t>(bytes), .element_bytes = 1};
}

/// Answers every worker that asks with the next part; an empty part is its last.
class ScanMaster {
 public:
  explicit ScanMaster(SearchScanner& scanner)
      : scanner_(scanner), chunks_(scanner.plan), asked_(scanner.transport, tag_ask), working_(scanner.ranks() - 1) {}

  void run() {
    if (scanner_.plan.method != SearchMethod::synchronous_data)
      for (document::Range part = chunks_.next(0); part.count > 0; part = chunks_.next(0))
        scanner_.scan_all(
            part, [] { return std::int64_t{0}; }, [this] { answer(); });
    scanner_.wait_until([this] {
      answer();
      return working_ == 0;
    });
    for (schedule::Request& request : sending_) finish(request);
  }

 private:
  void answer() {
    while (const auto asked = asked_.take()) give(static_cast<int>((*asked)[0]));
  }

  void give(int rank) {
    const document::Range part = chunks_.next(rank);
    if (part.count == 0) --working_;
    const bool lacks_it =
        scanner_.plan.method == SearchMethod::static_process && part.count > 0 && !chunks_.holds(rank, part);
    scanner_.say({0, part.first, part.count, lacks_it}, rank, tag_give);
    if (!lacks_it) return;
    sending_.push_back(scanner_.transport.send(rank, tag_examples, examples_of(scanner_.plan, part.count)));
    ++scanner_.messages;
  }

  void finish(schedule::Request& request) {
    scanner_.wait_until([&] {
      if (request != schedule::no_request) scanner_.transport.test_requests({&request, 1});
      return request == schedule::no_request;
    });
  }

  SearchScanner& scanner_;
  search::Chunks chunks_;
  Inbox asked_;
  int working_;
  std::vector<schedule::Request> sending_;  ///< examples
};

/// Asks for its next part when what it has left takes as long as the last answer did; for synchronous-data when nothing
/// is left.
class ScanWorker {
 public:
  explicit ScanWorker(SearchScanner& scanner)
      : scanner_(scanner),
        ahead_(scanner.plan.method != SearchMethod::synchronous_data),
        given_words_(scanner.transport, tag_give) {}

  void run() {
    for (;;) {
      ask();
      scanner_.wait_until([this] { return heard(); });
      document::Range part = *std::exchange(next_, std::nullopt);
      if (part.count == 0) return;
      const auto look = [&] {
        if (ahead_ && part.count <= few()) ask();
        heard();
      };
      look();
      scanner_.scan_all(
          part, [this] { return asked_at_ || next_ ? 0 : few(); }, look);
    }
  }

 private:
  /// Examples that take as long as the last answer did.
  std::int64_t few() const { return ahead_ ? static_cast<std::int64_t>(answer_s_ / scanner_.example_s) : 0; }

  /// Once for each part.
  void ask() {
    if (asked_at_ || next_) return;
    asked_at_ = scanner_.transport.now();
    scanner_.say({scanner_.rank, 0, 0, 0}, 0, tag_ask);
  }

  /// Whether the next part is here, with its examples.
  bool heard() {
    if (!asked_at_) return next_.has_value();
    if (!given_) {
      const auto given = given_words_.take();
      if (!given) return false;
      given_ = {(*given)[1], (*given)[2]};
      if ((*given)[3])
        receiving_ = scanner_.transport.receive(0, tag_examples, examples_of(scanner_.plan, given_->count));
    }
    if (receiving_ != schedule::no_request) scanner_.transport.test_requests({&receiving_, 1});
    if (receiving_ != schedule::no_request) return false;
    next_ = std::exchange(given_, std::nullopt);
    answer_s_ = scanner_.transport.now() - *std::exchange(asked_at_, std::nullopt);
    return true;
  }

  SearchScanner& scanner_;
  const bool ahead_;
  Inbox given_words_;
  std::optional<double> asked_at_;
  std::optional<document::Range> given_, next_;  ///< a part whose examples are on their way, and one that is here
  schedule::Request receiving_ = schedule::no_request;
  double answer_s_ = 0;
};

}  // namespace

void hand_out(SearchScanner& scanner) { scanner.rank == 0 ? ScanMaster(scanner).run() : ScanWorker(scanner).run(); }

namespace {

/// Questions to a rank: how much it would give, or to give that.
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
    // Other ranks may ask for a part of the one just given.
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

  /// Looks for the next part, unless it is here or looked for already, or no rank had one.
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
