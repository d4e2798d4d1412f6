// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <variant>
#include <vector>

#include "collective/allreduce.hpp"
#include "document/common.hpp"

namespace uneven::schedule {

/// Ranks that sum vectors, again and again, from the point of view of one of them.
struct SumGroup {
  std::vector<int> members;  ///< ranks, in the same order at each
  int me = 0;                ///< position of this rank among them
  collective::Collective collective = collective::Collective::tree;
  collective::Neighbours tree;  ///< positions; for Collective::tree

  /// What this rank does to sum `count` numbers, in messages that leave in one piece.
  std::vector<collective::Round> rounds(std::int64_t count, std::int64_t element_bytes) const;

  int rank() const { return members[static_cast<std::size_t>(me)]; }
  int rank_of(const collective::Message& message) const { return members[static_cast<std::size_t>(message.member)]; }
};

/// Members that each know their place, `rank` being this one's. The tree is binomial.
SumGroup sum_group(std::vector<int> members, int rank, collective::Collective collective);

/// Position of `rank` among the members. Cost: O(k).
int position_of(int rank, const std::vector<int>& members);

/// A sum over a group of ranks; this rank is a member.
struct Sum {
  int group = 0;                   ///< index in Schedule::groups
  std::int64_t first = 0;          ///< number of the vector that is summed first in its buffer
  std::int64_t count = 0;          ///< numbers
  std::int64_t element_bytes = 4;  ///< of a number
  int buffer = 0;                  ///< where the vector lies; the plan's kind numbers the buffers
  int tag = 0;                     ///< of its messages; sums that are under way together have different ones
};

/// What a piece of work is: it computes, moves numbers to or from a message's buffer, or waits for others.
enum class Account { compute, communicate, wait };

/// What a rank does by itself; the plan's kind gives it a name.
struct Work {
  int name = 0;
  std::int64_t index = 0;  ///< of a chunk, panel or piece
  int part = -1;           ///< of a communication group; -1: all
  Account account = Account::compute;
  int empties = -1;  ///< buffer whose received blocks are not needed after it; -1: none
};

/// In place of the columns of a message whose length follows from the run only.
inline constexpr std::int64_t unknown_length = -1;

/// A block of a buffer that travels between two ranks. A vector is a block of one row.
struct Message {
  int partner = 0;
  int tag = 0;
  int buffer = 0;
  std::int64_t index = 0;  ///< of the panel or piece that it belongs to
  document::Range rows{0, 1}, columns;
  std::int64_t numbers() const { return columns.count == unknown_length ? unknown_length : rows.count * columns.count; }
};

/// Leaves once earlier blocks of another index have left the same buffer; buffer -1 holds blocks of every index.
struct Send {
  Message message;
};

/// The next block comes into the same buffer once this one has been joined, or else once a Work empties the buffer.
struct Receive {
  Message message;
  bool add = false;  ///< joined at once with the block here
};

/// Begins the sums [first, first + count) of Schedule::sums.
struct StartSums {
  int first = 0, count = 1;
};

/// Waits until those sums are complete.
struct FinishSums {
  int first = 0, count = 1;
};

/// Waits for the agreement of the time before, if there was one, and begins the next: its sum travels beside the
/// following performance of the list.
struct Agree {
  int sum = 0;
};

using Operation = std::variant<Work, Send, Receive, StartSums, FinishSums, Agree>;

/// What one rank does in one iteration, product or round, in this order.
struct Schedule {
  std::vector<SumGroup> groups;
  std::vector<Sum> sums;
  std::vector<Operation> operations;
  std::int64_t element_bytes = 4;  ///< of a number in Send and Receive
};

/// The rounds of a sum, as this rank goes about it.
std::vector<collective::Round> rounds_of(const Schedule& schedule, const Sum& sum);

/// What one rank sends to another.
struct Sent {
  std::int64_t messages = 0;
  std::int64_t bytes = 0;  ///< of the messages whose lengths are known
  bool all_known = true;   ///< whether these are all
  bool operator==(const Sent&) const = default;
};

/// By sender and receiver; pairs without messages are absent.
using Traffic = std::map<std::pair<int, int>, Sent>;

/// Adds what a rank sends in one performance. An agreement counts once.
/// Cost: O(messages log pairs).
void add_traffic(const Schedule& schedule, int rank, Traffic& traffic);

/// Bytes of one performance.
struct Bytes {
  std::int64_t largest = 0;  ///< sent by the busiest rank
  std::int64_t sum = 0;      ///< sent by all ranks
  bool all_known = true;     ///< whether the lengths of all messages are known
};
Bytes bytes_of(const Traffic& traffic);

}  // namespace uneven::schedule
