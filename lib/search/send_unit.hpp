// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace uneven::search {

/// Costs of the mailbox of asynchronous-data, in s.
struct MailboxTimes {
  double task_s = 0;     ///< t_ave > 0: one example
  double entry_s = 0;    ///< dt >= 0: making one example's entry
  double message_s = 0;  ///< T0 >= 0: one send or receive without contention
};

struct SendUnit {
  std::int64_t processors = 0;  ///< n, including the master; perhaps fewer than given
  std::int64_t examples = 0;    ///< m, per message
  bool fine = true;             ///< f3: ranks end within about 1 % of each other; otherwise warn
  std::int64_t of_steps =
      0;  ///< what the paper's steps take for m; if it is not m, that would take more than twice as long
};

/// The send unit: the number of examples per message of the master, and the number of processors.
///
/// The m of the paper's steps may be near n T0 / t_ave, where processors do nothing but wait for the mailbox. If
/// another m within f2-1, f2-2 and f4 is expected to take less than half the time, the m with the least time is used.
/// Its time is g2 plus that of a unit, by which the ends of processors may differ.
///
/// @param processors  n >= 1.
/// @param examples    D >= 1.
/// @throws InputError if no n >= 2 satisfies f1 and f4.
/// Cost: O(n).
/// Source: Okada 1993, appendix 2, steps 1-4 with f1, f2-1, f2-2, f3, f4 and f5. Where the steps say "change n or end",
/// n is lowered.
SendUnit send_unit(std::int64_t processors, std::int64_t examples, const MailboxTimes& times);

/// Expected seconds of the parallel part.
/// @return  infinity if the mailbox cannot keep up.
/// Source: Okada 1993, appendix 2, g2, as its derivation requires:
/// D/n (t_ave + 2 T0 / (m (1 - n T0 / (m t_ave))) + dt).
double mailbox_seconds(const SendUnit& unit, std::int64_t examples, const MailboxTimes& times);

}  // namespace uneven::search
