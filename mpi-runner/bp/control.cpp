#include "bp/control.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "context.hpp"

namespace uneven::bp {

Control::Control(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, const std::vector<int>& members,
                 const document::BpOptions& options)
    : comm_(comm.split(0, comm.rank())),
      wait_policy_(wait_policy),
      group_(comm::sum_group(members, comm.rank(), collective::Collective::tree)),
      options_(options),
      words_(static_cast<std::size_t>(words + comm.size())),
      compute_s_(static_cast<std::size_t>(comm.size())) {}

bool Control::go_on(const Told& told) {
  finish();
  std::fill(words_.begin(), words_.end(), 0);
  words_[word_error] = told.error;
  words_[word_not_finite] = !told.finite;
  words_[word_signal] = runner::stop_requested();
  words_[word_time] = options_.max_seconds && told.seconds >= *options_.max_seconds;
  words_[static_cast<std::size_t>(words + comm_.rank())] = told.compute_s;
  sum_ = std::make_unique<comm::Sum<double>>(comm_, group_, words_.data(), std::ssize(words_), 0);
  if (options_.target_error) finish();
  return !stopped_ && !diverged_ && !(options_.target_error && error_.back() <= *options_.target_error);
}

void Control::push_along() {
  if (sum_) sum_->progress();
}

void Control::finish() {
  if (!sum_) return;
  wait_policy_.wait_until([&] { return sum_->progress(); });
  sum_.reset();
  error_.push_back(words_[word_error]);
  if (!diverged_ && !(words_[word_not_finite] == 0 && std::isfinite(words_[word_error]))) diverged_ = error_.size();
  for (std::size_t i = 0; i < compute_s_.size(); ++i) compute_s_[i] += words_[words + i];
  if (words_[word_signal] > 0)
    stopped_ = "signal";
  else if (words_[word_time] > 0)
    stopped_ = "time";
}

}  // namespace uneven::bp
