// SPDX-License-Identifier: MIT
#include "measure/network/communication.hpp"

#include <algorithm>
#include <vector>

#include "comm/collectives.hpp"
#include "comm/common_start.hpp"
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
  network_ = measure_network(world_, wait_policy_, hosts, options.max_seconds);
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

}  // namespace uneven::measure
