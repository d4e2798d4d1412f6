// SPDX-License-Identifier: MIT
#include "measure/network/communication.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

#include "collective/allreduce.hpp"
#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "measure/sampling/speed.hpp"
#include "statistics/estimate.hpp"

namespace uneven::measure {

namespace {

constexpr int most_ranks = 16, most_roots = 8;
constexpr int fan_in_repeats = 16;
/// Doubles of other work that fill a first-level cache before a fan-in, since reductions come between other work.
constexpr std::size_t other_numbers = (1 << 15) / sizeof(double);
/// Tag of fan-ins, other than that of the common start.
constexpr int tag = 1;

void fan_in(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, int root) {
  char message[8] = {};
  MPI_Request request = MPI_REQUEST_NULL;
  if (comm.rank() != root) {
    comm::check(MPI_Isend(message, sizeof message, MPI_CHAR, root, tag, comm.handle(), &request));
    wait_policy.wait_for(request);
    return;
  }
  for (int from = 0; from < comm.size(); ++from) {
    if (from == root) continue;
    comm::check(MPI_Irecv(message, sizeof message, MPI_CHAR, from, tag, comm.handle(), &request));
    wait_policy.wait_for(request);
  }
}

}  // namespace

simulate::FanIns measure_fan_ins(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy) {
  simulate::FanIns found;
  std::vector<double> other_work(other_numbers, 1);
  const bool member = comm.rank() < most_ranks;
  const comm::Communicator members = comm.split(!member, comm.rank());
  found.ranks = std::min(comm.size(), most_ranks);
  std::vector<double> seconds;
  for (int root = 0; root < std::min(found.ranks, most_roots); ++root) {
    std::vector<double> times;
    comm::CommonStart start_together(members, wait_policy, root);
    for (int repeat = 0; member && repeat < fan_in_repeats; ++repeat) {
      for (double& number : other_work) number *= 0.5;
      const double start = start_together.wait();
      fan_in(members, wait_policy, root);
      times.push_back(MPI_Wtime() - start);
    }
    seconds.push_back(comm.rank() == root ? statistics::median(times) : 0.0);
  }
  wait_policy.meet(comm);  // ranks without a part wait here by the wait policy, since they must not poll
  for (const double of_root : seconds) found.seconds.push_back(comm::maximum(comm, of_root));
  return found;
}

Communication::Communication(const runner::Context& context, const LongMessages& long_messages,
                             const document::MeasureOptions& options, bool limited)
    : world_(context.world), wait_policy_(context.wait_policy), long_messages_(long_messages) {
  if (!options.with_network || world_.size() < 2) return;
  quotas_ = comm::maximum(world_, std::int32_t{limited}) == 1;
  const auto hosts = speeds::ranks_by_host(comm::all_gather(world_, context.machine.host));
  auto measured = measure_network(world_, wait_policy_, hosts, options.max_seconds);
  network_ = measured.network;
  pairs_ = std::move(measured.pairs);
}

void Communication::pass(const std::function<void()>& short_run) {
  if (!network_) return;
  messages_.push_back(time_messages(world_, wait_policy_, network_->gap_s_per_byte, long_messages_));
  if (quotas_) time_between_work(world_, wait_policy_, short_run, messages_.back());
  fan_ins_.push_back(measure_fan_ins(world_, wait_policy_));
}

void Communication::set_costs(const Alike& alike, document::MeasuredProcessor& processor) const {
  if (!network_) return;
  const MessageTimes typical = typical_times(alike, messages_);
  if (!processor.message_s) set_message_costs(typical, processor);
}

namespace {

constexpr int card_message = static_cast<int>(collective::segment_bytes);  ///< the length in which vectors travel
constexpr int least_repeats_of_card = 3, most_repeats_of_card = 30;
/// Messages of a sender in a short load of the card, and the least number in a long one.
constexpr int short_load = 1, least_long_load = 4;
/// A long load should take about this long, unless that is too much memory for the receivers.
constexpr double long_load_s = 0.05, most_bytes_of_card = 1 << 24;

/// Messages of each sender in a long load.
int long_load(std::size_t senders, double gap_s_per_byte) {
  const double one_each = static_cast<double>(senders) * card_message;
  const double bytes =
      gap_s_per_byte > 0 ? std::min(most_bytes_of_card, long_load_s / gap_s_per_byte) : most_bytes_of_card;
  return static_cast<int>(std::max<double>(least_long_load, bytes / one_each));
}

/// The peers of `rank`: the receiver of a sender, the senders of a receiver.
/// @param mine, theirs  roles in the turn, of this rank and of its peers.
std::vector<int> peers_of(int rank, const std::vector<int>& mine, const std::vector<int>& theirs) {
  std::vector<int> peers;
  for (std::size_t i = 0; i < mine.size(); ++i)
    if (mine[i] == rank) peers.push_back(theirs[i]);
  return peers;
}

/// Clock of the host, common to its processes; that of MPI begins at another moment in each.
double host_clock() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// A process's part in a turn.
class CardPart {
 public:
  /// @param most_messages  of a sender at once.
  CardPart(const comm::Communicator& world, const comm::WaitPolicy& wait_policy, const speeds::CardTurn& turn,
           int most_messages)
      : world_(world), wait_policy_(wait_policy) {
    peers_ = peers_of(world.rank(), turn.senders, turn.receivers);
    sends_ = !peers_.empty();
    if (!sends_) peers_ = peers_of(world.rank(), turn.receivers, turn.senders);
    data_.resize(peers_.size() * static_cast<std::size_t>(most_messages) * card_message);
  }

  bool sends() const { return sends_; }
  bool takes_part() const { return !peers_.empty(); }

  /// Passes messages of all senders; returns at a sender once its receiver has them.
  void pass(int messages) {
    pass(sends_, messages, card_message, data_.data());
    char answer[1] = {};
    pass(!sends_, 1, 0, answer);
  }

 private:
  void pass(bool out, int messages, int bytes, char* at) {
    std::vector<MPI_Request> requests;
    for (const int peer : peers_)
      for (int i = 0; i < messages; ++i, at += bytes) {
        MPI_Request& request = requests.emplace_back(MPI_REQUEST_NULL);
        comm::check(out ? MPI_Isend(at, bytes, MPI_CHAR, peer, 0, world_.handle(), &request)
                        : MPI_Irecv(at, bytes, MPI_CHAR, peer, 0, world_.handle(), &request));
      }
    wait_policy_.wait_for(requests);
  }

  const comm::Communicator& world_;
  const comm::WaitPolicy& wait_policy_;
  bool sends_ = false;
  std::vector<int> peers_;
  std::vector<char> data_;
};

/// Seconds of one load after another, from the first sender's start to the last sender's end.
class CardTimes {
 public:
  void add(const CardPart& part, double start, double end) {
    starts_.push_back(part.sends() ? -start : never);
    ends_.push_back(part.sends() ? end : never);
  }

  /// Collective among those that take part.
  double median(const comm::Communicator& members) const {
    std::vector<double> times;
    for (std::size_t i = 0; i < ends_.size(); ++i)
      times.push_back(comm::maximum(members, ends_[i]) + comm::maximum(members, starts_[i]));
    return statistics::median(times);
  }

 private:
  static constexpr double never = -std::numeric_limits<double>::infinity();
  std::vector<double> starts_, ends_;  ///< the starts negative, so that the first is the maximum
};

/// Seconds for each further message of all senders, at the processes that take part: the difference between long and
/// short loads, in turn. What each load takes at its start and its end is not the card's.
double time_per_message_of_all(const comm::Communicator& members, const comm::WaitPolicy& wait_policy, CardPart& part,
                               int messages, double seconds) {
  const Measurement repetition({.least = least_repeats_of_card, .most = most_repeats_of_card, .seconds = seconds});
  CardTimes of_short, of_long;
  const auto time = [&](int load, CardTimes& times) {
    wait_policy.meet(members);
    const double start = host_clock();
    part.pass(load);
    times.add(part, start, host_clock());
  };
  part.pass(messages);  // sets up the connections, and uses up the bursts of rested links
  for (int repeat = 0; !repetition.enough(members, repeat); ++repeat) {
    time(short_load, of_short);
    time(messages, of_long);
  }
  return std::max(0.0, of_long.median(members) - of_short.median(members)) / (messages - short_load);
}

}  // namespace

double measure_host_gap(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                        const std::vector<speeds::CardTurn>& turns, double gap_s_per_byte, double max_seconds) {
  const Measurement all_turns({.seconds = max_seconds});
  std::vector<double> gaps;
  for (const speeds::CardTurn& turn : turns) {
    if (!gaps.empty() && all_turns.time_is_up(comm)) break;
    const int messages = long_load(turn.senders.size(), gap_s_per_byte);
    CardPart part(comm, wait_policy, turn, messages);
    const comm::Communicator members = comm.split(!part.takes_part(), comm.rank());
    double seconds = 0;
    if (part.takes_part())
      seconds = time_per_message_of_all(members, wait_policy, part, messages,
                                        max_seconds / static_cast<double>(turns.size()));
    wait_policy.meet(comm);  // ranks without a part wait here by the wait policy, since they must not poll
    gaps.push_back(comm::maximum(comm, seconds) / (static_cast<double>(turn.senders.size()) * card_message));
  }
  return statistics::median(gaps);
}

}  // namespace uneven::measure
