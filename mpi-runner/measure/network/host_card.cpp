// SPDX-License-Identifier: MIT
#include "measure/network/host_card.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

#include "comm/collectives.hpp"
#include "measure/sampling/enough.hpp"
#include "statistics/estimate.hpp"

namespace uneven::measure {

namespace {

constexpr int card_message = 1 << 18;  ///< bytes of a message
constexpr int least_repeats_of_card = 3, most_repeats_of_card = 30;
/// A repeat should take about this long: much longer than its start and end, during which the card is not full.
constexpr double repeat_s = 0.02;
constexpr double most_bytes_of_card = 1 << 24;

/// Messages of one sender in a repeat.
int messages_of(std::size_t senders, double gap_s_per_byte) {
  const double one_each = static_cast<double>(senders) * card_message;
  const double bytes =
      std::min(most_bytes_of_card, gap_s_per_byte > 0 ? repeat_s / gap_s_per_byte : most_bytes_of_card);
  return static_cast<int>(std::max(1.0, bytes / one_each));
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
  CardPart(const comm::Communicator& world, const comm::WaitPolicy& wait_policy, const speeds::CardTurn& turn,
           int messages)
      : world_(world), wait_policy_(wait_policy), messages_(messages) {
    peers_ = peers_of(world.rank(), turn.senders, turn.receivers);
    sends_ = !peers_.empty();
    if (!sends_) peers_ = peers_of(world.rank(), turn.receivers, turn.senders);
    data_.resize(peers_.size() * static_cast<std::size_t>(messages) * card_message);
  }

  bool sends() const { return sends_; }
  bool takes_part() const { return !peers_.empty(); }

  /// Passes all messages; returns at a sender once its receiver has them.
  void pass() {
    pass(sends_, messages_, card_message, data_.data());
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
  int messages_;
  bool sends_ = false;
  std::vector<int> peers_;
  std::vector<char> data_;
};

/// Median seconds from the first sender's start to the last sender's end, at the processes that take part.
double time_of_turn(const comm::Communicator& members, const comm::WaitPolicy& wait_policy, CardPart& part,
                    double seconds) {
  constexpr double never = std::numeric_limits<double>::infinity();
  const Measurement repetition({.least = least_repeats_of_card, .most = most_repeats_of_card, .seconds = seconds});
  std::vector<double> starts, ends;
  for (int repeat = 0; repeat == 0 || !repetition.enough(members, repeat - 1); ++repeat) {
    wait_policy.meet(members);
    const double start = host_clock();
    part.pass();
    if (repeat == 0) continue;  // sets up the connections, and uses up the bursts of rested links
    starts.push_back(part.sends() ? -start : -never);
    ends.push_back(part.sends() ? host_clock() : -never);
  }
  std::vector<double> times;
  for (std::size_t i = 0; i < ends.size(); ++i)
    times.push_back(comm::maximum(members, ends[i]) + comm::maximum(members, starts[i]));
  return statistics::median(times);
}

}  // namespace

double measure_host_gap(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                        const std::vector<speeds::CardTurn>& turns, double gap_s_per_byte, double max_seconds) {
  const Measurement all_turns({.seconds = max_seconds});
  std::vector<double> gaps;
  for (const speeds::CardTurn& turn : turns) {
    if (!gaps.empty() && all_turns.time_is_up(comm)) break;
    const int messages = messages_of(turn.senders.size(), gap_s_per_byte);
    CardPart part(comm, wait_policy, turn, messages);
    const comm::Communicator members = comm.split(!part.takes_part(), comm.rank());
    double seconds = 0;
    if (part.takes_part())
      seconds = time_of_turn(members, wait_policy, part, max_seconds / static_cast<double>(turns.size()));
    wait_policy.meet(comm);  // ranks without a part wait here by the wait policy, since they must not poll
    const double bytes = static_cast<double>(turn.senders.size()) * messages * card_message;
    gaps.push_back(comm::maximum(comm, seconds) / bytes);
  }
  return statistics::median(gaps);
}

}  // namespace uneven::measure
