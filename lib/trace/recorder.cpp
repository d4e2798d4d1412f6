// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstring>

#include "trace/trace.hpp"

namespace uneven::trace {

std::string_view name_of(Phase phase) {
  static constexpr std::array<std::string_view, phases> names{
      "prepare",  "iteration",  "round",      "superstep",  "batch",   "call",        "replan", "new plan",
      "validate", "checkpoint", "relocation", "MPI_Reduce", "compute", "communicate", "wait"};
  return names[static_cast<std::size_t>(phase)];
}

/// Of equally long ones every second goes if all of them together are too many. Cost: linear in the spans, which are
/// half as many afterwards.
void Recorder::forget() {
  std::vector<double> lengths;
  for (const Span& span : spans_) lengths.push_back(span.seconds());
  const auto middle = lengths.begin() + std::ssize(lengths) / 2;
  std::ranges::nth_element(lengths, middle);
  shortest_s_ = *middle;
  const std::size_t before = spans_.size();
  std::erase_if(spans_, [&](const Span& span) { return span.seconds() < shortest_s_; });
  if (spans_.size() > most_ - most_ / 4)
    std::erase_if(spans_,
                  [&, odd = false](const Span& span) mutable { return span.seconds() == shortest_s_ && (odd = !odd); });
  forgotten_ += static_cast<std::int64_t>(before - spans_.size());
}

void Recorder::fill_gaps(Phase phase, double begin_s, double end_s) {
  std::vector<std::pair<double, double>> covered;
  for (auto span = spans_.rbegin(); span != spans_.rend() && span->end_s + origin_s_ > begin_s; ++span)
    covered.emplace_back(span->begin_s + origin_s_, span->end_s + origin_s_);
  std::ranges::sort(covered);
  for (const auto& [from, to] : covered) {
    add(phase, begin_s, std::min(from, end_s));
    begin_s = std::max(begin_s, to);
  }
  add(phase, begin_s, end_s);
}

std::string Recorder::pack() const {
  std::string bytes(sizeof totals_ + sizeof forgotten_ + spans_.size() * sizeof(Span), '\0');
  std::memcpy(bytes.data(), totals_.data(), sizeof totals_);
  std::memcpy(bytes.data() + sizeof totals_, &forgotten_, sizeof forgotten_);
  std::ranges::copy(spans_, reinterpret_cast<Span*>(bytes.data() + sizeof totals_ + sizeof forgotten_));
  return bytes;
}

Recorder Recorder::unpack(std::string_view bytes) {
  Recorder recorder;
  std::memcpy(recorder.totals_.data(), bytes.data(), sizeof recorder.totals_);
  bytes.remove_prefix(sizeof recorder.totals_);
  std::memcpy(&recorder.forgotten_, bytes.data(), sizeof recorder.forgotten_);
  bytes.remove_prefix(sizeof recorder.forgotten_);
  recorder.spans_.resize(bytes.size() / sizeof(Span));
  if (!bytes.empty()) std::memcpy(recorder.spans_.data(), bytes.data(), recorder.spans_.size() * sizeof(Span));
  return recorder;
}

}  // namespace uneven::trace
