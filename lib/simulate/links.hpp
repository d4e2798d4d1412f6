#pragma once

#include <cstddef>
#include <vector>

#include "simulate/replay.hpp"
#include "simulate/resources.hpp"

namespace uneven::simulate {

/// A message on its way.
struct Transfer {
  int from, to, tag;
  double bytes;
  bool concurrent;
  double ready;                         ///< when both ends know of it
  double leaves = never, left = 0;      ///< its sender
  double begins = never, ends = never;  ///< its arrival; never: it is not there yet
  bool burst = false;                   ///< passes in bursts
};

/// The links of all processors to a network, one for each way.
class Links {
 public:
  /// @param network  must outlive this.
  Links(const Network& network, std::size_t processors, bool rested);

  /// When the sender's link has passed what it was given.
  double free_at(int sender) const { return out_[static_cast<std::size_t>(sender)].free_at(); }

  /// Passes a message over its sender's link. @param written  when its sender has handed on its last byte.
  void leave(Transfer& message, double earliest, double written);

  /// Passes it over its receiver's.
  void arrive(Transfer& message);

 private:
  const Network& network_;
  double full_gap_;
  std::vector<Link> out_, in_;
};

}  // namespace uneven::simulate
