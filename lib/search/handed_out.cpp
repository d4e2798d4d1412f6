// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <queue>
#include <tuple>
#include <utility>

#include "search/placement.hpp"
#include "simulate/links.hpp"

namespace uneven::search {

double next_look(const Pauses& pauses, double seconds) {
  if (pauses.pause_s <= 0) return seconds;
  const double passed = std::fmod(seconds, pauses.period_s());
  return passed <= pauses.awake_s ? seconds : seconds - passed + pauses.period_s();
}

namespace {

class QueueReplay {
 public:
  explicit QueueReplay(HandOut scan)
      : scan_(std::move(scan)),
        workers_(scan_.task_s.size()),
        way_out_(scan_.byte_s, &simulate::Transfer::behind_out, &simulate::Transfer::leaves),
        all_{0, std::vector<double>(workers_.size(), 0.0)} {
    const bool measured = !scan_.messages.empty();
    if (!measured) scan_.messages.resize(workers_.size());
    if (scan_.step_s.empty()) scan_.step_s.resize(workers_.size(), 0.0);
    master_.scans = scan_.master_scans;
    if (measured) master_.free_at = scan_.start_s[0];
    if (master_.scans) begin_own(scan_.start_s[0]);
    for (std::size_t i = 1; i < workers_.size(); ++i) {
      workers_[i].end = scan_.start_s[i];
      ask(i, measured ? scan_.start_s[i] : 0);
    }
  }

  HandedOut run() {
    while (!events_.empty()) {
      const Event event = events_.top();
      events_.pop();
      take(event);
    }
    all_.ends_s[0] = std::max(all_.ends_s[0], master_.free_at);
    return std::move(all_);
  }

 private:
  struct Event {
    double when;
    double since;  ///< of those at one time, the question that came first is the first
    std::size_t rank;
    enum Kind { own, asked, looked, given, ready, sent, came } kind;
    int turn = 0;  ///< of processor 0
    bool operator>(const Event& other) const {
      return std::tie(when, since, rank) > std::tie(other.when, other.since, other.rank);
    }
  };

  /// Processor 0. While it scans, `left` seconds of its part are left at `since`.
  struct Master {
    bool scans = false;     ///< has a part
    bool scanning = false;  ///< and no question
    double since = 0, left = 0;
    double free_at = 0;  ///< when it has answered the last question
    int turn = 0;        ///< number of the event at which it goes on
  };

  struct Worker {
    double since = 0, end = 0;  ///< of its scan, from its last message on
    double asked_s = 0;
    Part given{0};
    simulate::Transfer examples{};
  };

  void take(const Event& event) {
    const auto [when, since, rank, kind, turn] = event;
    if (kind == Event::own && turn == master_.turn) go_on(when);
    if ((kind == Event::asked && !look_later(event)) || kind == Event::looked) answer(rank, when);
    if (kind == Event::given) hear(rank, when);
    if (kind == Event::ready) send_examples(rank, when);
    if (kind == Event::sent && when == way_out_.next()) pass_examples();
    if (kind == Event::came) begin(rank, seen(rank, when));
  }

  void expect(double when, typename Event::Kind kind, std::size_t rank) { events_.push({when, when, rank, kind}); }

  /// The end of the step of a scan in which something comes.
  double step_end(std::size_t rank, double since, double end, double when) const {
    const double step_s = scan_.step_s[rank];
    return step_s > 0 ? std::min(end, since + std::max(1.0, std::ceil((when - since) / step_s)) * step_s) : when;
  }

  void begin_own(double now) {
    const Part part = scan_.next(0);
    master_.scans = part.examples > 0;
    if (master_.scans) scan_on(now, scan_.part_s + part.examples * scan_.task_s[0]);
  }

  void scan_on(double now, double left) {
    master_.scanning = true;
    master_.since = now;
    master_.left = left;
    own_turn(now + left);
    all_.ends_s[0] = now + left;
    all_.scanned_s = std::max(all_.scanned_s, now + left);
  }

  void own_turn(double when) { events_.push({when, when, 0, Event::own, ++master_.turn}); }

  /// Processor 0 has scanned its part, or answered.
  void go_on(double now) {
    if (now < master_.free_at) return own_turn(master_.free_at);
    if (master_.scanning) master_.left = 0;
    master_.scanning = false;
    if (master_.left > 0)
      scan_on(now, master_.left);
    else
      begin_own(now);
  }

  /// Whether a question waits until processor 0 looks.
  bool look_later(const Event& question) {
    if (!master_.scanning) return false;
    const double end = master_.since + master_.left;
    const double when = next_look(scan_.pauses, step_end(0, master_.since, end, question.when));
    if (when <= question.when) return false;
    events_.push({when, question.when, question.rank, Event::looked});
    return true;
  }

  void answer(std::size_t rank, double now) {
    if (std::exchange(master_.scanning, false)) master_.left = std::max(0.0, master_.since + master_.left - now);
    const PartMessages& cost = scan_.messages[rank];
    const Part part = scan_.next(rank);
    double& free_at = master_.free_at;
    free_at = std::max(now, free_at) + 2 * cost.handled_s;
    expect(free_at + cost.transit_s, Event::given, rank);
    if (part.travels) free_at += cost.handled_s;
    workers_[rank].given = part;
    if (!master_.scans) return;
    if (now > 0 && master_.left > 0) master_.left += scan_.answer_s;  // first parts need no answer
    go_on(now);
  }

  void ask(std::size_t rank, double now) {
    Worker& own = workers_[rank];
    own.asked_s = now;
    own.since = now + scan_.messages[rank].handled_s;
    expect(own.since + scan_.messages[rank].transit_s, Event::asked, rank);
  }

  /// When a processor has taken what comes: at the end of a step, if it scans.
  double seen(std::size_t rank, double when) {
    Worker& own = workers_[rank];
    const double handled_s = scan_.messages[rank].handled_s;
    if (when >= own.end) return when + handled_s;
    own.since = step_end(rank, own.since, own.end, when) + handled_s;
    own.end += handled_s;
    return own.since;
  }

  void hear(std::size_t rank, double now) {
    const double heard = seen(rank, now);
    if (workers_[rank].given.travels)
      expect(heard, Event::ready, rank);
    else
      begin(rank, heard);
  }

  void send_examples(std::size_t rank, double now) {
    const PartMessages& cost = scan_.messages[rank];
    const double bytes = workers_[rank].given.examples * scan_.example_bytes;
    if (cost.own_byte_s >= 0) return expect(now + bytes * cost.own_byte_s + cost.transit_s, Event::came, rank);
    simulate::Transfer& examples = workers_[rank].examples;
    examples = {.to = static_cast<int>(rank), .bytes = bytes};
    const double before = way_out_.next();
    way_out_.enter(now, examples);
    if (way_out_.next() != before) expect(way_out_.next(), Event::sent, 0);
  }

  void pass_examples() {
    const double now = way_out_.next();
    const auto rank = static_cast<std::size_t>(way_out_.pass().to);
    expect(now + scan_.messages[rank].transit_s, Event::came, rank);
    if (way_out_.next() < simulate::never) expect(way_out_.next(), Event::sent, 0);
  }

  /// The part that is here comes after the one that is scanned.
  void begin(std::size_t rank, double heard) {
    Worker& own = workers_[rank];
    own.end = std::max(own.end, heard);
    all_.ends_s[rank] = own.end;
    if (own.given.examples <= 0) return;
    const double step_s = scan_.step_s[rank], begin = own.end;
    const double seconds = scan_.part_s + own.given.examples * scan_.task_s[rank];
    const double ahead_s = scan_.ahead ? heard - own.asked_s : 0;
    own.end = begin + seconds;
    double asks = std::max(begin, own.end - ahead_s);
    if (step_s > 0 && asks > begin) asks = step_end(rank, begin, own.end, asks);
    const bool scanning = asks < own.end;
    ask(rank, asks);
    if (scanning) own.end += scan_.messages[rank].handled_s;
    all_.scanned_s = std::max(all_.scanned_s, own.end);
  }

  HandOut scan_;
  Master master_;
  std::vector<Worker> workers_;
  simulate::SharedLink way_out_;  ///< of examples
  HandedOut all_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
};

}  // namespace

HandedOut handed_out(HandOut scan) { return QueueReplay(std::move(scan)).run(); }

double handed_out_seconds(HandOut scan) { return handed_out(std::move(scan)).scanned_s; }

}  // namespace uneven::search
