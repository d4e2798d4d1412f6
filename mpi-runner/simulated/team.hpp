// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bp/control.hpp"
#include "document/options/plan_options.hpp"
#include "document/partition.hpp"
#include "partition/chain/schedule.hpp"
#include "partition/schedule.hpp"
#include "schedule/performer.hpp"
#include "simulated/cluster.hpp"
#include "simulated/transport.hpp"

namespace uneven::simulated {

/// A plan that simulated ranks follow: what all of them know of it.
struct Course {
  std::shared_ptr<const document::Partition> plan;  ///< every processor has work
  std::vector<int> ranks;                           ///< see bp::Team::ranks()
  std::vector<int> places;                          ///< of them, in the cluster
  std::vector<partition::Part> parts{};             ///< of one hidden layer
  std::vector<partition::ChainPart> of_layers{};    ///< of several
  std::vector<simulate::Costs> costs{};
  std::string told{};              ///< text that rank 0 has broadcast
  std::shared_ptr<Course> next{};  ///< the plan that these ranks follow after it, once one has asked
};

/// @param whole  a plan for as many ranks. @param ranks, places  of its processors.
/// @param element_bytes  of a weight. @param network  its units.
std::shared_ptr<Course> make_course(const document::Partition& whole, const std::vector<int>& ranks,
                                    const std::vector<int>& places, const Cluster& cluster, std::int64_t element_bytes,
                                    const document::NetworkOptions& network);

/// Simulated ranks that follow one plan. Their messages are those of the ranks of the cluster, under other numbers.
class SimulatedTeam : public bp::Team, private schedule::Transport {
 public:
  SimulatedTeam(simulated::Transport& transport, const Cluster& cluster, std::shared_ptr<Course> course, int rank,
                std::int64_t element_bytes, const document::NetworkOptions& network)
      : transport_(transport),
        cluster_(cluster),
        course_(std::move(course)),
        rank_(rank),
        element_bytes_(element_bytes),
        network_(network) {}

  const std::shared_ptr<Course>& course() const { return course_; }
  int rank() const override { return rank_; }
  const std::vector<int>& ranks() const override { return course_->ranks; }
  schedule::Transport& transport() override { return *this; }
  std::unique_ptr<bp::Team> at_work(const document::Partition& plan) override;
  void broadcast(void* data, std::int64_t bytes) override;
  std::string broadcast(std::string text) override;
  void all_or_end(const std::function<void()>& work) override { work(); }

 private:
  int place(int rank) const { return course_->places[static_cast<std::size_t>(rank)]; }
  schedule::Request send(int to, int tag, const schedule::Memory& memory) override {
    return transport_.send(place(to), tag, memory);
  }
  schedule::Request receive(int from, int tag, const schedule::Memory& memory) override {
    return transport_.receive(place(from), tag, memory);
  }
  void test_requests(std::span<schedule::Request> requests) override { transport_.test_requests(requests); }
  void wait_until(const std::function<bool()>& ready) override { transport_.wait_until(ready); }
  void forget(schedule::Request request) override { transport_.forget(request); }
  double now() const override { return transport_.now(); }
  void worked(const schedule::Work& work) override { transport_.worked(work); }
  void added(std::int64_t bytes) override { transport_.added(bytes); }
  trace::Recorder* recorder() override { return transport_.recorder(); }
  void wait_for(schedule::Request request);

  simulated::Transport& transport_;
  const Cluster& cluster_;
  std::shared_ptr<Course> course_;
  int rank_;
  std::int64_t element_bytes_;
  const document::NetworkOptions& network_;
};

}  // namespace uneven::simulated
