#pragma once

#include <functional>
#include <vector>

#include "elements/relocation.hpp"
#include "elements/transit.hpp"

namespace uneven::elements {

/// Blocks of one group on their way between processes (Ito 2012, section 3.4, step 3). Blocks that leave are out of
/// the store at once; those that come are in it when they are here.
class Movement {
 public:
  /// Every process begins the movement of a group with the same target, shape [p]. Keyless: only counts move, each
  /// process giving its last blocks. Keyed: the split table becomes that of `target`, and order holds.
  /// @param unit  keyless: whole multiples of so many blocks go.
  Movement(const comm::Communicator& comm, int group, Store& store, const std::vector<std::int64_t>& target,
           std::int64_t unit);

  /// Sends and receives what can be without waiting. @param arrived  called with each block that comes.
  /// @return whether this process has sent and received all.
  bool progress(const std::function<void(Block*)>& arrived);

  std::int64_t elements_sent() const { return elements_sent_; }
  double seconds() const { return seconds_; }  ///< from the beginning until this process was done

 private:
  void leave(std::int64_t block, int to);

  Store& store_;
  Transit transit_;
  std::int64_t elements_sent_ = 0;
  double start_, seconds_ = 0;
};

}  // namespace uneven::elements
