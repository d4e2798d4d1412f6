// SPDX-License-Identifier: MIT
#include "bp/control.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "base/text.hpp"
#include "bp/network.hpp"
#include "context.hpp"
#include "partition/schedule.hpp"

namespace uneven::bp {

namespace {

using namespace partition;

constexpr double not_finite = std::numeric_limits<double>::quiet_NaN();

const schedule::Sum& agreement_of(const schedule::Schedule& schedule) {
  const auto agrees = [](const schedule::Operation& operation) {
    return std::holds_alternative<schedule::Agree>(operation);
  };
  const auto agree = std::ranges::find_if(schedule.operations, agrees);
  return schedule.sums[static_cast<std::size_t>(std::get<schedule::Agree>(*agree).sum)];
}

}  // namespace

std::vector<int> ranks_at_work(const std::vector<int>& ranks, const document::Partition& plan) {
  std::vector<int> at_work;
  for (const std::int64_t processor : bp::at_work(plan)) at_work.push_back(ranks[static_cast<std::size_t>(processor)]);
  return at_work;
}

void sum_over(Team& team, std::vector<double>& numbers) {
  constexpr int tag = 0;
  std::vector<int> members(team.ranks().size());
  std::iota(members.begin(), members.end(), 0);
  const schedule::SumGroup group = schedule::sum_group(std::move(members), team.rank(), collective::Collective::tree);
  schedule::RunningSum<double> sum(team.transport(), group, numbers.data(), std::ssize(numbers), tag);
  team.transport().wait_until([&] { return sum.progress(); });
}

Control::Control(schedule::Transport& transport, const schedule::Schedule& schedule, const document::BpOptions& options)
    : transport_(transport),
      agreement_(agreement_of(schedule)),
      group_(schedule.groups[static_cast<std::size_t>(agreement_.group)]),
      options_(options),
      words_(static_cast<std::size_t>(agreement_.count)),
      compute_s_(group_.members.size()) {}

bool Control::go_on(const Told& told) {
  finish();
  std::fill(words_.begin(), words_.end(), 0);
  words_[agreed_error] = told.finite ? told.error : not_finite;
  words_[agreed_signal] = runner::stop_requested();
  words_[agreed_time] = options_.max_seconds && told.seconds >= *options_.max_seconds;
  words_[static_cast<std::size_t>(agreed_words + group_.rank())] = told.compute_s;
  sum_ = std::make_unique<schedule::RunningSum<double>>(transport_, group_, words_.data(), agreement_.count,
                                                        agreement_.tag);
  if (options_.target_error) finish();
  return !stopped_ && !diverged_ && !(options_.target_error && error_.back() <= *options_.target_error);
}

void Control::push_along() {
  if (sum_) sum_->progress();
}

void Control::finish() {
  if (!sum_) return;
  transport_.wait_until([&] { return sum_->progress(); });
  sum_.reset();
  error_.push_back(words_[agreed_error]);
  if (!diverged_ && !std::isfinite(words_[agreed_error])) diverged_ = error_.size();
  for (std::size_t i = 0; i < compute_s_.size(); ++i) compute_s_[i] += words_[agreed_words + i];
  if (words_[agreed_signal] > 0)
    stopped_ = "signal";
  else if (words_[agreed_time] > 0)
    stopped_ = "time";
}

InputError divergence(std::size_t iteration, double learning_rate) {
  return InputError("the training diverged in iteration " + std::to_string(iteration) +
                    ", where the error or a weight is not finite; expected a smaller --learning-rate than " +
                    shortest(learning_rate));
}

}  // namespace uneven::bp
