#include "cluster/replay.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <queue>
#include <tuple>
#include <utility>

namespace uneven::cluster {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// What works at full speed while its burst lasts, which refills at the rate of its share: a core or a link.
class Worker {
 public:
  Worker(double share, double burst_s, bool rested) : share_(share), most_(burst_s), left_(rested ? burst_s : 0) {}

  /// @param start    work does not start before the last is done.
  /// @param seconds  of work at full speed.
  /// @return         when it is done.
  double work(double start, double seconds) {
    start = std::max(start, now_);
    left_ = std::min(most_, left_ + share_ * (start - now_));
    const double spent_at = share_ < 1 ? left_ / (1 - share_) : never;
    if (seconds <= spent_at) {
      if (share_ < 1) left_ -= seconds * (1 - share_);
      now_ = start + seconds;
    } else {
      left_ = 0;
      now_ = start + spent_at + (seconds - spent_at) / share_;
    }
    return now_;
  }

  double free_at() const { return now_; }

 private:
  double share_, most_, left_;
  double now_ = 0;
};

Worker link_of(const Network& network, bool rested) {
  if (network.burst_bytes == 0) return {1, never, rested};
  return {network.burst_gap_s_per_byte / network.gap_s_per_byte, network.burst_bytes * network.burst_gap_s_per_byte,
          rested};
}

struct Message {
  int from, to;
  double bytes;
  double ready;         ///< when both ends know of it
  double begins, ends;  ///< its arrival; never: it has not set out
};

class Replay {
 public:
  Replay(const std::vector<std::vector<Step>>& steps, const std::vector<Endpoint>& endpoints, const Network& network,
         bool rested)
      : steps_(steps),
        endpoints_(endpoints),
        network_(network),
        full_gap_(network.burst_bytes > 0 ? network.burst_gap_s_per_byte : network.gap_s_per_byte),
        processors_(steps.size()) {
    for (std::size_t p = 0; p < steps.size(); ++p) {
      cores_.emplace_back(endpoints[p].share, endpoints[p].burst_s, rested);
      out_.push_back(link_of(network, rested));
      in_.push_back(link_of(network, rested));
      queue_.push({0, static_cast<int>(p)});
    }
  }

  std::vector<double> run() {
    while (!queue_.empty()) {
      const int p = queue_.top().second;
      queue_.pop();
      if (at(p).next == steps_[index(p)].size()) continue;
      const Step& step = steps_[index(p)][at(p).next];
      if (step.kind == Step::Kind::compute) done(p, cores_[index(p)].work(at(p).now, step.amount));
      if (step.kind == Step::Kind::send) send(p, step);
      if (step.kind == Step::Kind::receive) receive(p, step);
    }
    std::vector<double> ends;
    for (std::size_t p = 0; p < steps_.size(); ++p)
      ends.push_back(processors_[p].next == steps_[p].size() ? processors_[p].now : never);
    return ends;
  }

 private:
  struct Processor {
    std::size_t next = 0;
    double now = 0;
    bool waits = false;
    std::vector<Message*> held;     ///< long messages that wait for it
    std::vector<Message*> cleared;  ///< its own that somebody waits for
  };
  using Turn = std::pair<double, int>;

  static std::size_t index(int p) { return static_cast<std::size_t>(p); }
  Processor& at(int p) { return processors_[index(p)]; }

  void done(int p, double now) {
    at(p).now = now;
    ++at(p).next;
    queue_.push({now, p});
  }

  void send(int p, const Step& step) {
    set_out_cleared(p);
    const Endpoint& own = endpoints_[index(p)];
    const double begun = cores_[index(p)].work(at(p).now, own.message_s);
    auto& messages = messages_[{p, step.partner, step.tag}];
    messages.push_back({p, step.partner, step.amount, begun, never, never});
    const double end = cores_[index(p)].work(begun, own.byte_s * step.amount);
    Message& message = messages.back();
    done(p, end);
    if (step.amount <= eager_bytes)
      set_out(message, begun);
    else if (at(step.partner).waits)
      set_out(message, std::max(begun, at(step.partner).now) + 2 * network_.latency_s);
    else
      at(step.partner).held.push_back(&message);
  }

  /// MPI sends long messages on when their sender enters it.
  void set_out_cleared(int p) {
    for (Message* message : at(p).cleared)
      set_out(*message, std::max(at(p).now, message->ready) + 2 * network_.latency_s);
    at(p).cleared.clear();
  }

  void clear_held(int p) {
    for (Message* message : at(p).held) {
      message->ready = std::max(at(p).now, message->ready);
      at(message->from).cleared.push_back(message);
      if (at(message->from).waits || at(message->from).next == steps_[index(message->from)].size())
        set_out_cleared(message->from);
    }
    at(p).held.clear();
  }

  void set_out(Message& message, double earliest) {
    const double seconds = message.bytes * full_gap_;
    Worker& out = out_[index(message.from)];
    Worker& in = in_[index(message.to)];
    const double leaves = std::max(earliest, out.free_at());
    const double left = out.work(leaves, seconds);
    message.begins = std::max(leaves + network_.latency_s, in.free_at());
    message.ends =
        std::max(in.work(message.begins, seconds), std::max(left, at(message.from).now) + network_.latency_s);
    if (at(message.to).waits) wake(message.to);
  }

  void wake(int p) {
    at(p).waits = false;
    queue_.push({at(p).now, p});
  }

  void receive(int p, const Step& step) {
    Processor& own = at(p);
    set_out_cleared(p);
    clear_held(p);
    auto& messages = messages_[{step.partner, p, step.tag}];
    if (messages.empty() || messages.front().ends == never) {
      own.waits = true;
      return;
    }
    const Message message = messages.front();
    messages.pop_front();
    const Endpoint& endpoint = endpoints_[index(p)];
    const double copied = cores_[index(p)].work(std::max(own.now, message.begins), endpoint.byte_s * message.bytes);
    const bool slept = message.ends - own.now > network_.wake_s;
    const double awake = std::max(copied, message.ends + (slept ? network_.wake_s : 0));
    done(p, cores_[index(p)].work(awake, endpoint.message_s));
  }

  const std::vector<std::vector<Step>>& steps_;
  const std::vector<Endpoint>& endpoints_;
  const Network& network_;
  double full_gap_;
  std::vector<Processor> processors_;
  std::vector<Worker> cores_, out_, in_;                               ///< the latter are links, each way
  std::map<std::tuple<int, int, int>, std::deque<Message>> messages_;  ///< by sender, receiver and tag
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> queue_;
};

}  // namespace

std::vector<double> replay(const std::vector<std::vector<Step>>& steps, const std::vector<Endpoint>& endpoints,
                           const Network& network, bool rested) {
  return Replay(steps, endpoints, network, rested).run();
}

}  // namespace uneven::cluster
