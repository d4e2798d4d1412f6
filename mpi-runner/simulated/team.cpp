// SPDX-License-Identifier: MIT
#include "simulated/team.hpp"

#include <algorithm>

#include "bp/network.hpp"
#include "partition/chain/costs.hpp"
#include "partition/predict/iteration.hpp"
#include "partition/replan/replanner.hpp"
#include "simulate/replay.hpp"

namespace uneven::simulated {

std::shared_ptr<Course> make_course(const document::Partition& whole, const std::vector<int>& ranks,
                                    const std::vector<int>& places, const Cluster& cluster, std::int64_t element_bytes,
                                    const document::NetworkOptions& network) {
  const auto plan = std::make_shared<const document::Partition>(partition::without_left_out(whole));
  auto course =
      std::make_shared<Course>(Course{plan, bp::ranks_at_work(ranks, whole), bp::ranks_at_work(places, whole)});
  document::Speeds speeds = cluster.speeds;
  speeds.processors.clear();
  for (const int place : course->places)
    speeds.processors.push_back(cluster.speeds.processors[static_cast<std::size_t>(place)]);
  if (plan->layers.empty()) {
    course->parts = partition::schedule(*plan, element_bytes);
    course->costs = partition::costs_of(*plan, speeds, course->parts);
    return course;
  }
  for (std::int64_t processor = 0; processor < std::ssize(plan->cluster); ++processor)
    course->of_layers.push_back(partition::chain_part(*plan, processor, element_bytes, network));
  course->costs = partition::costs_of(*plan, speeds, course->of_layers);
  return course;
}

std::unique_ptr<bp::Team> SimulatedTeam::at_work(const document::Partition& plan) {
  if (!course_->next)
    course_->next = make_course(plan, course_->ranks, course_->places, cluster_, element_bytes_, network_);
  const std::vector<int>& places = course_->next->places;
  const auto own = std::ranges::find(places, place(rank_));
  if (own == places.end()) return nullptr;
  const auto rank = static_cast<std::size_t>(own - places.begin());
  transport_.set_costs(course_->next->costs[rank]);
  return std::make_unique<SimulatedTeam>(transport_, cluster_, course_->next, static_cast<int>(rank), element_bytes_,
                                         network_);
}

void SimulatedTeam::wait_for(schedule::Request request) {
  transport_.wait_until([&] {
    transport_.test_requests({&request, 1});
    return request == schedule::no_request;
  });
}

/// Down a binary tree, which sends a long vector in about the time that MPI's broadcasts take. Pieces that leave at
/// once let all ranks send at a time.
void SimulatedTeam::broadcast(void* data, std::int64_t bytes) {
  constexpr int tag = 0;
  constexpr auto longest = static_cast<std::int64_t>(simulate::eager_bytes);
  const int members = static_cast<int>(ranks().size());
  for (std::int64_t first = 0; first < bytes; first += longest) {
    const schedule::Memory piece{.data = data ? static_cast<char*>(data) + first : nullptr,
                                 .columns = std::min(longest, bytes - first),
                                 .element_bytes = 1};
    if (rank_ > 0) wait_for(receive((rank_ - 1) / 2, tag, piece));
    for (int child = 2 * rank_ + 1; child <= 2 * rank_ + 2 && child < members; ++child)
      wait_for(send(child, tag, piece));
  }
}

/// The length, then as many bytes; the text itself is the same for all, and stays until the next.
std::string SimulatedTeam::broadcast(std::string text) {
  if (rank_ == 0) course_->told = std::move(text);
  broadcast(nullptr, sizeof(std::int64_t));
  broadcast(nullptr, std::ssize(course_->told));
  return course_->told;
}

}  // namespace uneven::simulated
