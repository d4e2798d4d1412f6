// SPDX-License-Identifier: MIT
#include <optional>
#include <utility>
#include <vector>

#include "search/placement.hpp"
#include "simulated/search_scan.hpp"

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
    const bool lacks_it = part.count > 0 && !begins_with(rank, part);
    scanner_.say({0, part.first, part.count, lacks_it}, rank, tag_give);
    if (!lacks_it) return;
    sending_.push_back(scanner_.transport.send(rank, tag_examples, examples_of(scanner_.plan, part.count)));
    ++scanner_.messages;
  }

  bool begins_with(int rank, document::Range part) const {
    if (scanner_.plan.method != SearchMethod::static_process) return true;
    const document::Range share = chunks_.share(rank);
    return share.first <= part.first && part.end() <= share.end();
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

}  // namespace uneven::simulated
