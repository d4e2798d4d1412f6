// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "document/json.hpp"
#include "trace/trace.hpp"

namespace uneven::trace {

namespace {

/// A span in whole nanoseconds, so that ends meet beginnings in the text, too.
struct Event {
  std::int64_t begin_ns, end_ns;
  Span span;
};

std::int64_t nanoseconds(double seconds) { return std::llround(seconds * 1e9); }

/// Spans of one line, outer ones before those inside; what sticks out of an outer one or begins before the one before
/// it has ended is cut, and goes if nothing is left.
std::vector<Event> nested(std::vector<Event> events) {
  std::ranges::stable_sort(events, [](const Event& a, const Event& b) {
    if (a.begin_ns != b.begin_ns) return a.begin_ns < b.begin_ns;
    return a.end_ns != b.end_ns ? a.end_ns > b.end_ns : a.span.phase < b.span.phase;
  });
  std::vector<Event> kept, open;  // the second: the spans around
  std::int64_t from_ns = 0;       // where the next one may begin
  for (Event event : events) {
    // An account holds nothing; what begins in it begins after it.
    while (!open.empty() && (open.back().end_ns <= event.begin_ns || open.back().span.phase >= event.span.phase)) {
      from_ns = std::max(from_ns, open.back().end_ns);
      open.pop_back();
    }
    event.begin_ns = std::max(event.begin_ns, from_ns);
    if (!open.empty()) event.end_ns = std::min(event.end_ns, open.back().end_ns);
    if (event.end_ns <= event.begin_ns) continue;
    from_ns = event.begin_ns;
    open.push_back(event);
    kept.push_back(event);
  }
  return kept;
}

std::string microseconds(std::int64_t ns) {
  char text[32];
  std::snprintf(text, sizeof text, "%lld.%03lld", static_cast<long long>(ns / 1000), static_cast<long long>(ns % 1000));
  return text;
}

std::string quoted(const std::string& text) {
  return document::Json(text).dump(-1, ' ', true, document::Json::error_handler_t::replace);
}

}  // namespace

Writer::Writer(std::ostream& out, std::vector<std::string> hosts, bool simulated)
    : out_(out), hosts_(std::move(hosts)), simulated_(simulated) {
  out_ << R"({"displayTimeUnit": "ms", "traceEvents": [)";
  for (const std::string& host : hosts_) {
    const auto [at, added] = number_of_host_.try_emplace(host, static_cast<int>(number_of_host_.size()));
    if (added)
      event(R"("ph": "M", "name": "process_name", "pid": )" + std::to_string(at->second) + R"(, "args": {"name": )" +
            quoted(host.empty() ? "host" : host) + "}");
  }
}

void Writer::event(const std::string& members) {
  out_ << (first_ ? "\n{" : ",\n{") << members << '}';
  first_ = false;
}

void Writer::rank(int rank, const Recorder& recorder) {
  const std::string pid = std::to_string(number_of_host_.at(hosts_[static_cast<std::size_t>(rank)]));
  for (const bool moves : {false, true}) {
    std::vector<Event> events;
    for (const Span& span : recorder.spans())
      if ((span.phase == Phase::relocation) == moves)
        events.push_back({std::max<std::int64_t>(0, nanoseconds(span.begin_s)), nanoseconds(span.end_s), span});
    if (moves && events.empty()) continue;
    const std::string place =
        R"(, "pid": )" + pid + R"(, "tid": )" + std::to_string(rank + (moves ? std::ssize(hosts_) : 0));
    event(R"("ph": "M", "name": "thread_name")" + place + R"(, "args": {"name": "rank )" + std::to_string(rank) +
          (moves ? " relocations" : "") + R"("})");
    event(R"("ph": "M", "name": "thread_sort_index")" + place + R"(, "args": {"sort_index": )" +
          std::to_string(2 * rank + moves) + "}");
    for (const Event& one : nested(std::move(events))) {
      std::string members = R"("ph": "X", "name": ")" + std::string(name_of(one.span.phase)) + '"' + place +
                            R"(, "ts": )" + microseconds(one.begin_ns) + R"(, "dur": )" +
                            microseconds(one.end_ns - one.begin_ns);
      if (one.span.first >= 0 && one.span.count < 0)
        members += R"(, "args": {"number": )" + std::to_string(one.span.first) + "}";
      if (one.span.first >= 0 && one.span.count >= 0)
        members += R"(, "args": {"first": )" + std::to_string(one.span.first) + R"(, "count": )" +
                   std::to_string(one.span.count) + "}";
      event(members);
    }
  }
  document::OrderedJson seconds = document::OrderedJson::object(), spans = seconds;
  for (std::size_t i = 0; i < phases; ++i) {
    const auto& [total_s, count] = recorder.totals()[i];
    if (count == 0) continue;
    seconds[std::string(name_of(static_cast<Phase>(i)))] = total_s;
    spans[std::string(name_of(static_cast<Phase>(i)))] = count;
  }
  const document::OrderedJson about{
      {"rank", rank}, {"forgotten_events", recorder.forgotten()}, {"seconds", seconds}, {"phases", spans}};
  about_ += (about_.empty() ? "\n" : ",\n") + about.dump();
}

void Writer::end() {
  out_ << "\n], \"otherData\": {\"made_by\": \"uneven " UNEVEN_VERSION "\", \"simulated\": "
       << (simulated_ ? "true" : "false") << ", \"ranks\": [" << about_ << "\n]}}\n";
}

}  // namespace uneven::trace
