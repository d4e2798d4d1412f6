// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "search/model.hpp"

namespace uneven::search {

namespace {

/// The least integer that satisfies f2-1 and f2-2, cut off above `most`.
std::int64_t least_unit(std::int64_t processors, const MailboxTimes& t, std::int64_t most) {
  const auto n = static_cast<double>(processors);
  const double f2_1 = 2 * (n - 2) * t.message_s / (t.task_s - (n - 1) * t.entry_s) + (n - 1) * t.message_s / t.task_s;
  const double f2_2 = n * t.message_s / t.task_s;
  const double bound = std::max(f2_1, f2_2);
  return bound < static_cast<double>(most) ? static_cast<std::int64_t>(std::floor(bound)) + 1 : most + 1;
}

constexpr double clearly = 0.5;  // part of the expected time

/// g2, and what a processor may end later than another: Lag = m t_ave + T_receive, with T_receive of h5.
double expected_seconds(const SendUnit& unit, std::int64_t examples, const MailboxTimes& t) {
  const double unit_s = static_cast<double>(unit.examples) * t.task_s;
  const double waiting = 1 - static_cast<double>(unit.processors) * t.message_s / unit_s;
  return mailbox_seconds(unit, examples, t) + unit_s + t.message_s / waiting;
}

bool is_fine(const SendUnit& unit, std::int64_t examples) {
  const std::int64_t n = unit.processors, m = unit.examples;
  return examples / m / n >= 100 && examples > 100 * n * m;  // f3; the quotient keeps the product small
}

/// Where expected_seconds() is least: with s = n T0 / t_ave it is (2 D T0 / n + T0 s) / (m - s) + m t_ave but for what
/// does not depend on m, so m = s + sqrt((2 D / n + s) T0 / t_ave); cut off below `least` and above `most`.
SendUnit least_expected(SendUnit unit, std::int64_t least, std::int64_t most, std::int64_t examples,
                        const MailboxTimes& t) {
  const auto n = static_cast<double>(unit.processors);
  const double message = t.message_s / t.task_s, s = n * message;
  const double best = s + std::sqrt((2 * static_cast<double>(examples) / n + s) * message);
  const auto whole = [&](double m) {
    return m < static_cast<double>(most) ? std::max(least, static_cast<std::int64_t>(m)) : most;
  };
  SendUnit below = unit, above = unit;
  below.examples = whole(std::floor(best));
  above.examples = whole(std::floor(best) + 1);
  SendUnit& better = expected_seconds(above, examples, t) < expected_seconds(below, examples, t) ? above : below;
  better.fine = is_fine(better, examples);
  return better;
}

}  // namespace

SendUnit send_unit(std::int64_t processors, std::int64_t examples, const MailboxTimes& times) {
  if (processors < 2) throw InputError("asynchronous-data needs at least 2 processors");
  std::int64_t n = processors;
  while (n >= 2 && !(times.task_s > static_cast<double>(n - 1) * times.entry_s)) --n;  // f1
  std::int64_t m = 0, most = 0;
  for (; n >= 2; --n) {
    most = examples / (n - 1);  // f4
    m = least_unit(n, times, most);
    if (m <= most) break;
  }
  if (n < 2)
    throw InputError(
        "asynchronous-data: making entries and sending messages take too long beside the examples' own time, even "
        "for 2 processors");
  SendUnit unit{n, m};
  unit.fine = is_fine(unit, examples);
  if (unit.fine) unit.examples = examples / (100 * n);
  unit.of_steps = unit.examples;
  const SendUnit best = least_expected(unit, m, most, examples, times);
  if (!(clearly * expected_seconds(unit, examples, times) <= expected_seconds(best, examples, times))) unit = best;
  return unit;
}

double mailbox_seconds(const SendUnit& unit, std::int64_t examples, const MailboxTimes& t) {
  const auto n = static_cast<double>(unit.processors), m = static_cast<double>(unit.examples);
  const double waiting = 1 - n * t.message_s / (m * t.task_s);
  if (!(waiting > 0)) return std::numeric_limits<double>::infinity();
  return static_cast<double>(examples) / n * (t.task_s + 2 * t.message_s / (m * waiting) + t.entry_s);
}

}  // namespace uneven::search
