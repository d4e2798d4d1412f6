// SPDX-License-Identifier: MIT
#include "draw/status.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "draw/html/pages.hpp"
#include "launch/progress.hpp"

namespace uneven::draw {

namespace {

constexpr int longest_progress = 60;  // characters

std::string six_digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string state_of(const document::Status& status) {
  return shown(status.tool) + (status.host.empty() ? "" : " on " + shown(status.host)) + ": " + name_of(status.state) +
         ", " + launch::clock_text(status.seconds);
}

/// "120 of 500 iterations, error 310.2, 0:29 left"
std::string amount_of(const document::Status& status) {
  std::string text = six_digits(status.done);
  if (status.total) text += " of " + six_digits(*status.total);
  if (!status.unit.empty()) text += " " + shown(status.unit) + (status.total.value_or(status.done) == 1 ? "" : "s");
  if (status.value) text += ", " + (status.label ? shown(*status.label) + " " : "") + six_digits(*status.value);
  if (status.seconds_left) text += ", " + launch::clock_text(*status.seconds_left) + " left";
  return text;
}

/// Of the whole as far as it is known: "[####....] 50.0 %".
std::string progress_bar(const document::Status& status, int width) {
  if (!status.total || *status.total <= 0) return "";
  const double share = std::clamp(status.done / *status.total, 0.0, 1.0);
  const std::string words = "] " + percent(share);
  const int room = std::clamp(width - 1 - length(words), 4, longest_progress);
  const int full = static_cast<int>(share * room);
  return "[" + std::string(static_cast<std::size_t>(full), '#') +
         std::string(static_cast<std::size_t>(room - full), '.') + words + "\n";
}

Bars bars_of(const document::Status& status) {
  const bool all = std::ranges::all_of(status.ranks, [](const auto& r) { return r.communicate_s && r.wait_s; });
  Bars chart{{}, "s of computing", {}};
  if (all) chart.kinds = {"compute", "communicate", "wait"}, chart.unit = "s";
  for (const document::RankStatus& rank : status.ranks) {
    std::vector<double> parts{rank.compute_s};
    if (all) parts.insert(parts.end(), {*rank.communicate_s, *rank.wait_s});
    const std::string name = "P" + std::to_string(rank.rank);
    const std::string value = seconds(rank.compute_s);
    chart.bars.push_back({name, std::move(parts), value, name + ": computed " + value});
  }
  return chart;
}

}  // namespace

std::string status_line(const document::Status& status) { return state_of(status) + ", " + amount_of(status); }

std::string text(const document::Status& status, TextOptions options) {
  const auto wrapped = [&](const std::string& words) { return wrap(printable(words, options.ascii), options.width); };
  std::string result = wrapped(state_of(status)) + progress_bar(status, options.width) + wrapped(amount_of(status));
  if (status.message) result += wrapped(shown(*status.message, 1000));
  if (!status.ranks.empty()) result += "\n" + text(bars_of(status), options);
  if (!status.events.empty()) result += "\n";
  for (const document::StatusEvent& event : status.events)
    result += wrapped(launch::clock_text(event.seconds) + "  " + shown(event.text, 1000));
  return result;
}

Svg svg(const document::Status& status) { return svg(bars_of(status), status_line(status)); }

Notes notes_of(const document::Status& status) {
  Notes notes;
  if (status.message) notes.sentences.push_back(shown(*status.message, 1000));
  for (const document::StatusEvent& event : status.events)
    notes.sentences.push_back(launch::clock_text(event.seconds) + "  " + shown(event.text, 1000));
  return notes;
}

Page page_of(const document::Status& status) {
  Page page("status", status_line(status));
  page.lead(state_of(status) + ".");
  page.lead(amount_of(status) + ".");
  if (status.message) page.lead(*status.message);
  if (!status.ranks.empty())
    page.section("ranks", "Time of each rank", inline_picture(svg(status), "Seconds of each rank"));
  std::vector<std::string> events;
  for (const document::StatusEvent& event : status.events)
    events.push_back(launch::clock_text(event.seconds) + "  " + event.text);
  page.section("events", "What happened", html_list(events));
  return page;
}

}  // namespace uneven::draw
