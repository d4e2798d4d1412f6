// SPDX-License-Identifier: MIT
#include "simulate/replay.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <queue>
#include <utility>

#include "simulate/links.hpp"
#include "simulate/pricing.hpp"

namespace uneven::simulate {

namespace {

/// Shortest turn on a shared core, in s of work; shorter quotas would only cost more turns.
constexpr double least_turn_s = 1e-3;
constexpr double most_turns = 1e4;  // for one step

class Replay {
 public:
  Replay(const std::vector<Blocks>& blocks, const Platform& platform, bool rested, unsigned seed)
      : platform_(platform),
        network_(platform.network),
        processors_(blocks.size()),
        cpu_time_(cpu_time_on(platform, rested, seed)),
        links_(platform, rested) {
    std::size_t most = 0;
    for (std::size_t p = 0; p < blocks.size(); ++p) {
      const int processor = static_cast<int>(p);
      Processor& own = at(processor);
      for (const auto& steps : blocks[p]) own.blocks.push_back({steps, channels_.of(processor, steps)});
      most = std::max(most, blocks[p].size());
      if (rested && !finished(own)) own.now = cpu_time_->awake(processor, 0);
      queue_.push({own.now, processor});
    }
    ends_.resize(most, 0);
  }

  void run() {
    while (true) {
      const double arrival = links_.next();
      if (queue_.empty() && arrival == never) break;
      if (queue_.empty() || arrival <= queue_.top().first) {
        if (const Transfer* message = links_.go_on()) arrive(*message);
        continue;
      }
      const int p = queue_.top().second;
      queue_.pop();
      Processor& own = at(p);
      while (own.block < own.blocks.size() && own.next == own.blocks[own.block].steps.size()) end_block(own);
      if (own.block < own.blocks.size())
        go_on(p);
      else
        set_out_cleared(p);
    }
    for (const Processor& own : processors_)
      for (std::size_t block = own.block; block < own.blocks.size(); ++block) ends_[block] = never;
  }

  /// By processor: when it has done all its steps.
  std::vector<double> ends() const {
    std::vector<double> ends;
    for (const Processor& own : processors_) ends.push_back(own.block == own.blocks.size() ? own.now : never);
    return ends;
  }
  const std::vector<double>& block_ends() const { return ends_; }

 private:
  struct Block {
    std::span<const Step> steps;
    std::span<const std::uint32_t> channels;  ///< of the messages of the steps
  };
  struct Processor {
    std::vector<Block> blocks{};
    std::size_t block = 0, next = 0;  ///< the next step is in this block
    double now = 0;
    double worked = 0;  ///< CPU seconds done of the present step
    AfterWork after_work{};
    bool waits = false, looks = false;  ///< looks: after what its operations can do by now
    ConcurrentOperations operations{};
    std::vector<Transfer*> held{};     ///< long messages to it, held until it waits
    std::vector<Transfer*> cleared{};  ///< its own long messages whose receivers wait
  };
  using Turn = std::pair<double, int>;

  static bool finished(const Processor& own) {
    std::size_t block = own.block, next = own.next;
    for (; block < own.blocks.size() && next == own.blocks[block].steps.size(); next = 0) ++block;
    return block == own.blocks.size();
  }

  void end_block(Processor& own) {
    ends_[own.block] = std::max(ends_[own.block], own.now);
    ++own.block;
    own.next = 0;
  }

  static std::size_t index(int p) { return static_cast<std::size_t>(p); }
  Processor& at(int p) { return processors_[index(p)]; }

  /// One step, or the beginning of a wait.
  void go_on(int p) {
    Processor& own = at(p);
    if (own.looks) {
      if (go_on_with_operations(p, own.now)) return;
      own.looks = false;
    }
    const Step& step = own.blocks[own.block].steps[own.next];
    const std::uint32_t channel = own.blocks[own.block].channels[own.next];
    const bool finishes = step.kind == Step::Kind::finish;
    if (step.operation != 0 && !finishes) return begin(p, step.operation);
    if (finishes && !own.operations.complete(step.operation) && !waited(p, never)) return;
    if (step.kind == Step::Kind::receive && !waited(p, channels_.arrival(channel))) return;
    own.looks = step.kind == Step::Kind::compute || step.kind == Step::Kind::send;
    if (step.kind == Step::Kind::compute && cpu_time_->shares_cores(p)) return go_on_in_turn(p, step);
    ++own.next;
    take(p, step, channel);
  }

  /// Begins the operation whose steps come next.
  void begin(int p, int number) {
    Processor& own = at(p);
    const Block& block = own.blocks[own.block];
    const std::size_t first = own.next;
    while (own.next < block.steps.size() && block.steps[own.next].operation == number &&
           block.steps[own.next].kind != Step::Kind::finish)
      ++own.next;
    const std::size_t count = own.next - first;
    own.operations.begin({number, block.steps.subspan(first, count), block.channels.subspan(first, count)}, own.now,
                         channels_);
    own.looks = true;
    done(p, own.now);
  }

  /// A step of the operation whose message arrives first. @return false if none arrives by then.
  bool go_on_with_operations(int p, double by) {
    ConcurrentOperations& operations = at(p).operations;
    const Operation* operation = operations.choose(by);
    if (!operation) return false;
    const Step& step = operation->steps.front();
    take(p, step, operation->channels.front());
    operations.advance(at(p).now, channels_);
    return true;
  }

  /// Waits for a message, unless an operation goes on whose message arrives before. @return whether the wait is over.
  bool waited(int p, double arrival) {
    set_out_cleared(p);
    clear_held(p);
    if (go_on_with_operations(p, arrival)) return false;
    at(p).waits = arrival == never;
    return !at(p).waits;
  }

  /// Works for one turn, at most its quota, so that the processors that share its core run in between.
  void go_on_in_turn(int p, const Step& step) {
    Processor& own = at(p);
    const double left = step.amount - own.worked,
                 now = std::min(
                     left, std::max({platform_.endpoints[index(p)].burst_s, least_turn_s, step.amount / most_turns}));
    own.worked += now;
    own.after_work.work(now);
    if (now >= left) own.worked = 0, ++own.next;
    done(p, cpu_time_->work(p, own.now, now));
  }

  /// Does a step that need not wait.
  void take(int p, const Step& step, std::uint32_t channel) {
    if (step.kind == Step::Kind::compute) compute(p, step);
    if (step.kind == Step::Kind::send) send(p, step, channel);
    if (step.kind == Step::Kind::receive) receive(p, step, channel);
    if (step.kind == Step::Kind::finish) done(p, at(p).now);
  }

  void compute(int p, const Step& step) {
    at(p).after_work.work(step.amount);
    done(p, cpu_time_->work(p, at(p).now, step.amount));
  }

  void done(int p, double now) {
    at(p).now = now;
    queue_.push({now, p});
  }

  void send(int p, const Step& step, std::uint32_t channel) {
    set_out_cleared(p);
    const Endpoint& own = platform_.endpoint(p, step.partner);
    const double begun = cpu_time_->work(p, at(p).now, own.send_overhead_s + at(p).after_work.message(own));
    const double end = cpu_time_->work(p, begun, own.sent_byte_s * step.amount);
    Transfer& message = channels_.append({p, step.partner, channel, step.amount, begun});
    done(p, end);
    if (step.amount <= eager_bytes)
      set_out(message, begun);
    else if (at(step.partner).waits)
      set_out(message, agreed(message, std::max(begun, at(step.partner).now)));
    else
      at(step.partner).held.push_back(&message);
  }

  /// When both ends, which wait, have agreed on a long message: a short one there and one back.
  double agreed(const Transfer& message, double begun) {
    const double transit = links_.latency_s(message) + network_.wakeup_s;
    const double asked =
        cpu_time_->work(message.to, begun + transit, platform_.endpoint(message.to, message.from).message_s);
    return cpu_time_->work(message.from, asked + transit, platform_.endpoint(message.from, message.to).message_s);
  }

  /// MPI sends long messages on when their sender enters it.
  void set_out_cleared(int p) {
    for (Transfer* message : at(p).cleared) set_out(*message, agreed(*message, std::max(at(p).now, message->ready)));
    at(p).cleared.clear();
  }

  void clear_held(int p) {
    for (Transfer* message : at(p).held) {
      message->ready = std::max(at(p).now, message->ready);
      at(message->from).cleared.push_back(message);
      if (at(message->from).waits || finished(at(message->from))) set_out_cleared(message->from);
    }
    at(p).held.clear();
  }

  void set_out(Transfer& message, double earliest) { links_.send(message, earliest, at(message.from).now); }

  void arrive(const Transfer& message) {
    const double first = channels_.arrival(message.channel);
    if (first < never) at(message.to).operations.tell(message.channel, first);
    if (at(message.to).waits) wake(message.to);
  }

  void wake(int p) {
    at(p).waits = false;
    queue_.push({at(p).now, p});
  }

  void receive(int p, const Step& step, std::uint32_t channel) {
    Processor& own = at(p);
    const Transfer message = channels_.take_first(channel);
    if (message.begins > own.now) cpu_time_->find_place(p, message.begins);
    const Endpoint& endpoint = platform_.endpoint(p, step.partner);
    const double waited_byte_s = message.burst ? endpoint.burst_byte_s : endpoint.byte_s;
    const double byte_s = message.ends > own.now ? waited_byte_s : endpoint.arrived_byte_s.value_or(waited_byte_s);
    const double copied = cpu_time_->work(p, std::max(own.now, message.begins), byte_s * message.bytes);
    const bool slept = message.ends - own.now > network_.wakeup_s;
    const double ready = std::max(copied, slept ? cpu_time_->awake(p, message.ends) : message.ends);
    const double taken_s = slept ? endpoint.message_s : endpoint.recv_overhead_s;
    done(p, cpu_time_->work(p, ready, taken_s + own.after_work.message(endpoint)));
  }

  const Platform& platform_;
  const Network& network_;
  std::vector<Processor> processors_;
  std::unique_ptr<CpuTime> cpu_time_;
  Links links_;
  Channels channels_;
  std::vector<double> ends_;  ///< of each block, by the last processor
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> queue_;
};

}  // namespace

std::vector<double> replay(const std::vector<std::vector<Step>>& steps, const Platform& platform, bool rested,
                           unsigned seed) {
  std::vector<Blocks> blocks;
  for (const auto& of_processor : steps) {
    blocks.emplace_back();
    if (!of_processor.empty()) blocks.back().push_back(of_processor);
  }
  Replay replay(blocks, platform, rested, seed);
  replay.run();
  return replay.ends();
}

std::vector<double> replay_blocks(const std::vector<Blocks>& blocks, const Platform& platform, bool rested) {
  constexpr unsigned seed = 0;
  Replay replay(blocks, platform, rested, seed);
  replay.run();
  return replay.block_ends();
}

}  // namespace uneven::simulate
