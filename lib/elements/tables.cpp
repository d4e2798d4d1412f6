#include "elements/tables.hpp"

#include <stdexcept>

#include "elements/contract.hpp"

namespace uneven::elements {

Tables::Tables(const Program& program) : program_(program), groups_(groups_of(program)) {
  for (const Group& group : groups_) {
    start_.push_back(width_);
    if (group.central) width_ += static_cast<std::size_t>(group.count * group.message);
  }
}

std::size_t Tables::start_of(int group) const {
  if (group < 0 || group >= static_cast<int>(groups_.size()) || !groups_[static_cast<std::size_t>(group)].central)
    throw std::logic_error("a table is filled for group " + std::to_string(group) + ", which is not central");
  return start_[static_cast<std::size_t>(group)];
}

BlockLayout Tables::layout_of(const Group& group) const {
  return BlockLayout(group, group.keyed ? block_elements : elements_of_blocks(width_));
}

TreeSum Tables::sum_over(std::int64_t blocks) const {
  return {blocks, width_, [this](double* into, const double* from) {
            for (std::size_t g = 0; g < groups_.size(); ++g)
              if (const std::int64_t size = groups_[g].count * groups_[g].message; groups_[g].central && size > 0)
                program_.combine(static_cast<int>(g), into + start_[g], from + start_[g], size);
          }};
}

}  // namespace uneven::elements
