#include "partition/stretch.hpp"

namespace uneven::partition {

std::vector<double> Stretch::end(const std::vector<double>& compute_s, std::size_t iterations) {
  compute_s_.resize(compute_s.size());
  std::vector<double> each;
  for (std::size_t i = 0; i < compute_s.size(); ++i)
    each.push_back((compute_s[i] - compute_s_[i]) / static_cast<double>(length(iterations)));
  compute_s_ = compute_s;
  iterations_ = iterations;
  return each;
}

}  // namespace uneven::partition
