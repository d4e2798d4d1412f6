#pragma once

#include <vector>

#include "elements/block.hpp"
#include "elements/program.hpp"
#include "elements/tree_sum.hpp"

namespace uneven::elements {

/// The tables of messages to all central groups of a program, one after the other: what one block sends them.
class Tables {
 public:
  explicit Tables(const Program& program);

  std::size_t width() const { return width_; }

  /// Where the table of a central group begins. @throws std::logic_error  if the group is none.
  std::size_t start_of(int group) const;

  /// How a spread group of the program lies in blocks.
  BlockLayout layout_of(const Group& group) const;

  /// An empty sum over the blocks of a spread group.
  TreeSum sum_over(std::int64_t blocks) const;

 private:
  const Program& program_;
  std::vector<Group> groups_;
  std::vector<std::size_t> start_;
  std::size_t width_ = 0;
};

}  // namespace uneven::elements
