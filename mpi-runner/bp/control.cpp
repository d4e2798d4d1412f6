#include "bp/control.hpp"

#include "context.hpp"

namespace uneven::bp {

Control::Control(const comm::Communicator& comm, const comm::Patience& patience, const std::vector<int>& members,
                 const document::BpOptions& options)
    : comm_(comm.split(0, comm.rank())),
      patience_(patience),
      group_(comm::sum_group(members, comm.rank(), comm::Algorithm::tree)),
      options_(options) {}

bool Control::go_on(double local_error, double seconds) {
  finish();
  words_[word_error] = local_error;
  words_[word_signal] = runner::stop_requested();
  words_[word_time] = options_.max_seconds && seconds >= *options_.max_seconds;
  sum_ = std::make_unique<comm::Sum<double>>(comm_, group_, words_, words, 0);
  if (options_.target_error) finish();
  return !stopped_ && !(options_.target_error && error_.back() <= *options_.target_error);
}

void Control::push_along() {
  if (sum_) sum_->progress();
}

void Control::finish() {
  if (!sum_) return;
  patience_.wait_until([&] { return sum_->progress(); });
  sum_.reset();
  error_.push_back(words_[word_error]);
  if (words_[word_signal] > 0)
    stopped_ = "signal";
  else if (words_[word_time] > 0)
    stopped_ = "max-seconds";
}

}  // namespace uneven::bp
