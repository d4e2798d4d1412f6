// SPDX-License-Identifier: MIT
#include "matmul/stop.hpp"

#include <algorithm>

#include "context.hpp"
#include "hbsp/schedule.hpp"

namespace uneven::matmul {
namespace {

constexpr std::size_t most_panels_between_words = 8;
/// Least number of questions in a product of as many panels.
constexpr std::size_t least_questions = 8;

/// Questions under way at a time: those of half a product at most, or few panels would end before the first answer.
std::size_t questions(std::size_t panels, std::size_t panels_between_words) {
  const std::size_t ahead = std::min(static_cast<std::size_t>(hbsp::panels_sent), panels / 2);
  return std::max(std::size_t{1}, ahead / panels_between_words);
}

}  // namespace

Stop::Stop(schedule::Transport& transport, int rank, const std::vector<int>& members, std::optional<double> max_seconds,
           int tag, std::size_t panels)
    : transport_(transport),
      group_(schedule::sum_group(members, rank, collective::Collective::tree)),
      max_seconds_(max_seconds),
      tag_(tag),
      panels_between_words_(std::clamp(panels / least_questions, std::size_t{1}, most_panels_between_words)),
      most_questions_(questions(panels, panels_between_words_)),
      start_(transport.now()) {}

bool Stop::before_panel(std::size_t t) {
  if (t % panels_between_words_ != 0) return false;
  if (questions_.size() == most_questions_) take_answer();
  if (answer_[word_signal] > 0)
    reason_ = "signal";
  else if (answer_[word_time] > 0)
    reason_ = "time";
  if (reason_) return true;
  ask();
  return false;
}

void Stop::ask() {
  Question& question = questions_.emplace_back();
  question.said[word_signal] = runner::stop_requested();
  question.said[word_time] = max_seconds_ && seconds() >= *max_seconds_;
  const int tag = tag_ + static_cast<int>(asked_++ % most_questions_);
  question.sum = std::make_unique<schedule::RunningSum<double>>(transport_, group_, question.said, words, tag);
}

void Stop::take_answer() {
  const Question& question = questions_.front();
  transport_.wait_until([&] {
    progress();
    return question.sum->complete();
  });
  std::ranges::copy(question.said, answer_);
  questions_.pop_front();
}

bool Stop::progress() {
  std::vector<schedule::RunningSum<double>*> under_way;
  for (const Question& question : questions_)
    if (!question.sum->complete()) under_way.push_back(question.sum.get());
  if (under_way.empty()) return false;
  while (schedule::RunningSum<double>::progress(transport_, under_way)) continue;
  return true;
}

void Stop::finish() {
  while (!questions_.empty()) take_answer();
}

}  // namespace uneven::matmul
