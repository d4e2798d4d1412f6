#include "search/nearest.hpp"

#include <algorithm>
#include <limits>

namespace uneven::search {

Nearest::Nearest(std::int64_t k, bool ties) : k_(static_cast<std::size_t>(k)), ties_(ties), settle_at_(2 * k_) {}

std::int64_t Nearest::limit(std::int64_t row) const {
  if (!full_) return std::numeric_limits<std::int64_t>::max();
  return ties_ || row < worst_.row ? worst_.distance : worst_.distance - 1;
}

void Nearest::offer(Neighbour neighbour) {
  if (full_ && neighbour.distance > limit(neighbour.row)) return;
  kept_.push_back(neighbour);
  if (kept_.size() >= settle_at_) settle();
}

void Nearest::merge(const std::vector<Neighbour>& neighbours) {
  kept_.insert(kept_.end(), neighbours.begin(), neighbours.end());
  settle();
}

void Nearest::settle() {
  if (kept_.size() < k_) return;
  const auto kth = kept_.begin() + static_cast<std::ptrdiff_t>(k_) - 1;
  std::nth_element(kept_.begin(), kth, kept_.end());
  full_ = true;
  worst_ = *kth;
  if (ties_)
    kept_.erase(std::partition(kth + 1, kept_.end(), [&](const Neighbour& n) { return n.distance == worst_.distance; }),
                kept_.end());
  else
    kept_.resize(k_);
  settle_at_ = 2 * kept_.size();
}

std::vector<Neighbour> Nearest::sorted() const {
  Nearest copy = *this;
  copy.settle();
  std::sort(copy.kept_.begin(), copy.kept_.end());
  return std::move(copy.kept_);
}

}  // namespace uneven::search
