#include "matmul/stop.hpp"

#include <algorithm>

#include "context.hpp"

namespace uneven::matmul {
namespace {

constexpr std::size_t most_panels_between_words = 8;
/// How often a product can end early, if it has as many panels.
constexpr std::size_t ends = 8;

}  // namespace

Stop::Stop(const comm::Communicator& comm, const comm::Patience& patience, const std::vector<int>& members,
           std::optional<double> max_seconds, int tag, std::size_t panels)
    : comm_(comm),
      patience_(patience),
      group_(comm::sum_group(members, comm.rank(), cluster::Collective::tree)),
      max_seconds_(max_seconds),
      tag_(tag),
      panels_between_words_(std::clamp(panels / ends, std::size_t{1}, most_panels_between_words)) {}

bool Stop::before_panel(std::size_t t) {
  if (t % panels_between_words_ != 0) return false;
  finish();
  if (words_[word_signal] > 0)
    reason_ = "signal";
  else if (words_[word_time] > 0)
    reason_ = "max-seconds";
  if (reason_) return true;
  words_[word_signal] = runner::stop_requested();
  words_[word_time] = max_seconds_ && seconds() >= *max_seconds_;
  sum_ = std::make_unique<comm::Sum<double>>(comm_, group_, words_, words, tag_);
  return false;
}

bool Stop::progress() {
  if (!sum_) return false;
  if (!sum_->progress()) return true;
  sum_.reset();
  return true;
}

void Stop::finish() {
  if (!sum_) return;
  patience_.wait_until([&] { return sum_->progress(); });
  sum_.reset();
}

}  // namespace uneven::matmul
