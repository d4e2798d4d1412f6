// SPDX-License-Identifier: MIT
#include "partition/replan/replanner.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>

#include "observed.hpp"

BOOST_AUTO_TEST_SUITE(replanner)

using namespace uneven;
using namespace uneven::partition;
using observed::planned;

namespace {

/// A run whose iterations take as long as the slowest computes, and what its first processor is told of it.
class Observed {
 public:
  Observed(const std::vector<double>& planned_speed, std::int64_t replan, document::Partition plan)
      : plan_(std::move(plan)), speed_(planned_speed), compute_s_(planned_speed.size()) {
    options_.replan = replan;
    options_.iterations = 1000;
    for (std::size_t i = 0; i < speed_.size(); ++i) ranks_.push_back(static_cast<int>(i));
    replanner_.emplace(
        plan_, options_, [](std::size_t) { return "here"; },
        [this](const std::string& line) { notes.push_back(line); });
    replanner_->follow(0, 0, 0);
  }
  explicit Observed(const std::vector<double>& speed, std::int64_t replan = 0)
      : Observed(speed, replan, planned(speed)) {}

  void set_speed(std::size_t rank, double speed) { speed_[rank] = speed; }

  /// @param longer_s  than the slowest takes.
  void iterate(int times, double longer_s = 0) {
    for (int i = 0; i < times; ++i) {
      const auto took = observed::seconds(plan_, speed_);
      std::ranges::transform(compute_s_, took, compute_s_.begin(), std::plus());
      seconds_ += std::ranges::max(took) + longer_s;
      ++iterations_, ++done_;
      replanner_->look(standing());
    }
  }

  bool due() const { return replanner_->due(done_); }

  document::Json ask() {
    document::Json answer = replanner_->ask(standing());
    replanner_->answered(done_, seconds_);
    return answer;
  }

  void follow(const document::Json& answer) {
    plan_ = document::from_json<document::Partition>(answer.at("plan"));
    std::ranges::fill(compute_s_, 0);
    iterations_ = 0;
    replanner_->follow(done_, seconds_, 0.01);
  }

  double cells(std::size_t rank) const { return plan_.rectangles[rank].cells(); }

  std::vector<std::string> notes;

 private:
  RunProgress standing() const { return {plan_, ranks_, compute_s_, iterations_, done_, seconds_}; }

  document::Partition plan_;
  document::BpOptions options_;
  std::vector<double> speed_, compute_s_;
  std::vector<int> ranks_;
  std::size_t iterations_ = 0;
  std::int64_t done_ = 0;
  double seconds_ = 0;
  std::optional<Replanner> replanner_;
};

constexpr double second = 8e6;  // speed at which all of the work takes one

bool has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

}  // namespace

BOOST_AUTO_TEST_CASE(a_rank_that_stays_behind_is_named_once) {
  Observed run({second, second / 2, second / 2});
  run.iterate(40);
  BOOST_TEST(run.notes.empty());
  run.set_speed(1, second / 4);
  run.iterate(80);
  BOOST_REQUIRE(run.notes.size() == 1u);
  BOOST_TEST(has(run.notes[0], "rank 1 on here computes 2.00 times as long as planned"));
  BOOST_TEST(has(run.notes[0], "--replan K"));
  BOOST_TEST(has(run.notes[0], "--from-report"));
}

BOOST_AUTO_TEST_CASE(a_report_with_idle_ranks_makes_no_speeds) {
  document::Partition plan = planned({second, second / 2});
  plan.left_out = {2};
  Observed run({second, second / 2}, 0, plan);
  run.set_speed(1, second / 4);
  run.iterate(80);
  BOOST_REQUIRE(run.notes.size() == 1u);
  BOOST_TEST(!has(run.notes[0], "--from-report"));
}

BOOST_AUTO_TEST_CASE(who_became_slower_gets_less_to_do) {
  Observed run({second, second / 2, second / 2}, 20);
  run.iterate(20);
  BOOST_TEST(run.ask().is_null());
  run.set_speed(1, second / 4);
  run.iterate(20);
  const double before = run.cells(1);
  const auto answer = run.ask();
  BOOST_REQUIRE(!answer.is_null());
  BOOST_TEST(answer.at("why").at("iteration") == 40);
  BOOST_TEST(answer.at("why").at("farthest_behind") == "rank 1 on here");
  run.follow(answer);
  BOOST_TEST(run.cells(1) < 0.7 * before);
  run.iterate(20);
  BOOST_TEST(run.ask().is_null());
}

BOOST_AUTO_TEST_CASE(who_is_fast_again_is_given_its_work_back_after_two_questions) {
  Observed run({second, second / 2, second / 2}, 20);
  const double before = run.cells(1);
  run.set_speed(1, second / 8);
  run.iterate(20);
  run.follow(run.ask());
  BOOST_TEST(run.cells(1) < 0.5 * before);
  run.set_speed(1, second / 2);
  for (int question = 0; question < 2; ++question) {
    run.iterate(20);
    BOOST_TEST(run.ask().is_null());
  }
  run.iterate(20);
  run.follow(run.ask());
  BOOST_TEST(run.cells(1) == before);
  BOOST_TEST(has(run.notes.back(), "rank 1 on here seems faster than planned"));
}

BOOST_AUTO_TEST_CASE(a_plan_that_makes_iterations_longer_is_taken_back) {
  Observed run({second, second / 2, second / 2}, 20);
  run.set_speed(1, second / 4);
  run.iterate(20);
  const double before = run.cells(1);
  run.follow(run.ask());
  run.iterate(20, 1);
  const auto answer = run.ask();
  BOOST_REQUIRE(!answer.is_null());
  BOOST_TEST(answer.at("why").at("back") == true);
  run.follow(answer);
  BOOST_TEST(run.cells(1) == before);
}

BOOST_AUTO_TEST_CASE(a_plan_that_makes_iterations_much_longer_is_taken_back_soon) {
  for (const auto& [longer_s, much] : {std::pair(0.55, false), std::pair(1.0, true)}) {
    Observed run({second, second / 2, second / 2}, 40);
    run.set_speed(1, second / 4);
    run.iterate(40);  // of a second each
    run.follow(run.ask());
    run.iterate(7, longer_s);
    BOOST_TEST(!run.due());
    run.iterate(1, longer_s);
    BOOST_TEST(run.due());
    BOOST_TEST(run.ask().is_null() == !much);
    if (much) continue;
    run.iterate(32, longer_s);
    BOOST_TEST(run.due());
    BOOST_TEST(run.ask().at("why").at("back") == true);
  }
}

BOOST_AUTO_TEST_SUITE_END()
