// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "elements/program.hpp"
#include "elements/tree_sum.hpp"

namespace uneven::elements {

/// Tags of what travels beside the messages of a superstep: requests for blocks, blocks, and letters that leave early.
enum BlockTag { tag_steal = tag_others, tag_blocks, tag_letters = tag_others + 1000 };

/// How the engine waits: politely, and moving on whatever travels meanwhile.
struct Waiting {
  const comm::WaitPolicy& wait_policy;
  std::function<void()> meanwhile;
  void until(const std::function<bool()>& ready) const {
    // First `ready`: a wait that is over must not be kept by a test of other messages.
    wait_policy.wait_until([&] {
      if (ready()) return true;
      if (meanwhile) meanwhile();
      return false;
    });
  }
};

/// A message that may be under way; owns its bytes.
class Sending {
 public:
  Sending(const comm::Communicator& comm, int to, int tag, std::string bytes);
  /// @param owner  of what lies at `data`, kept until the end.
  Sending(const comm::Communicator& comm, int to, int tag, std::shared_ptr<const void> owner, const void* data,
          std::size_t size);
  Sending(Sending&& other) noexcept;
  Sending& operator=(Sending&& other) noexcept;
  ~Sending();
  bool done();

 private:
  Sending(const comm::Communicator& comm, int to, int tag, const std::shared_ptr<std::string>& bytes);

  std::shared_ptr<const void> owner_;
  MPI_Request request_;
};

/// A message that has begun to arrive; the rest of a long one comes only while the sender too calls MPI.
class Receiving {
 public:
  /// @param from   a rank, or MPI_ANY_SOURCE.
  /// @param space  returns the place for a message of that many bytes, or null: a string of its own, for take().
  static std::optional<Receiving> begin_if_any(
      const comm::Communicator& comm, int from, int tag,
      const std::function<void*(std::size_t)>& space = [](std::size_t) { return nullptr; });
  Receiving(Receiving&& other) noexcept;
  ~Receiving();
  bool done();
  int from() const { return from_; }
  std::string take() { return std::move(*bytes_); }

 private:
  Receiving() = default;
  std::unique_ptr<std::string> bytes_;  ///< stays where it is when this object moves
  MPI_Request request_ = MPI_REQUEST_NULL;
  int from_ = 0;
};

/// A short message of this tag if one is here. @param from  a rank, or MPI_ANY_SOURCE; becomes the sender's.
std::optional<std::string> receive_if_any(const comm::Communicator& comm, int& from, int tag);

/// Waits for it.
std::string receive(const comm::Communicator& comm, int from, int tag, const Waiting& waiting);

/// The part of a rank's schedule of a superstep that goes up to rank 0: takes bytes of its children, then sends what
/// `give` returns. Collective.
void collect(const schedule::Schedule& superstep, const comm::Communicator& comm, const Waiting& waiting,
             const std::function<void(const std::string&)>& take, const std::function<std::string()>& give);

/// The part that comes down: rank 0's bytes to all. Collective.
std::string tell(const schedule::Schedule& superstep, const comm::Communicator& comm, const Waiting& waiting,
                 std::string bytes);

/// One of its exchanges, from all to all: bytes of every process for every other, by rank; a process gets its own back.
/// Collective.
std::vector<std::string> exchange(const schedule::Schedule& superstep, int number, const comm::Communicator& comm,
                                  const Waiting& waiting, std::vector<std::string> outgoing);

/// The same outside supersteps. Collective.
std::vector<std::string> exchange(const comm::Communicator& comm, const Waiting& waiting,
                                  std::vector<std::string> outgoing);

/// The broadcast of rank 0 between two supersteps.
struct Orders {
  std::int32_t next = stop;
  std::int32_t reason = 0;  ///< of stopping early: an index into `reasons`
  std::int32_t checkpoint = 0;
  std::int32_t moving = -1;  ///< group whose elements move
  std::vector<std::int64_t> target;
  std::int64_t unit = 1;
  std::int32_t uncounted = 0;  ///< 1: time and work so far are charged to no iteration
  std::int32_t last = -1;      ///< group of the last superstep, with where its blocks are and how long they took
  std::vector<std::int64_t> counts;
  std::vector<double> seconds;
  std::vector<std::vector<double>> multicast;  ///< to each group
  std::vector<std::string> mail;               ///< of central elements to each group, see Mail::unpack
  std::vector<std::int64_t> made;              ///< elements made in the last superstep, by group; empty: none

  static constexpr const char* reasons[] = {nullptr, "signal", "time"};
};

std::string pack(const Orders& orders);
Orders unpack_orders(const std::string& bytes, std::size_t groups);

}  // namespace uneven::elements
