#include "search/send_unit.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

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

}  // namespace

SendUnit send_unit(std::int64_t processors, std::int64_t examples, const MailboxTimes& times) {
  if (processors < 2) throw InputError("asynchronous-data needs at least 2 processors");
  std::int64_t n = processors;
  while (n >= 2 && !(times.task_s > static_cast<double>(n - 1) * times.entry_s)) --n;  // f1
  std::int64_t m = 0;
  for (; n >= 2; --n) {
    const std::int64_t most = examples / (n - 1);  // f4
    m = least_unit(n, times, most);
    if (m <= most) break;
  }
  if (n < 2)
    throw InputError(
        "asynchronous-data: making entries and sending messages take too long beside the examples' own time, even "
        "for 2 processors");
  const bool fine = examples / m / n >= 100 && examples > 100 * n * m;  // f3; the quotient keeps the product small
  return {n, fine ? examples / (100 * n) : m, fine};
}

double mailbox_seconds(const SendUnit& unit, std::int64_t examples, const MailboxTimes& t) {
  const auto n = static_cast<double>(unit.processors), m = static_cast<double>(unit.examples);
  const double waiting = 1 - n * t.message_s / (m * t.task_s);
  return static_cast<double>(examples) / n * (t.task_s + 2 * t.message_s / (m * waiting) + t.entry_s);
}

}  // namespace uneven::search
