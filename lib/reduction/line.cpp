#include "reduction/line.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "base/error.hpp"

namespace uneven::reduction {

Line fastest_first(const Model& model, std::int64_t processors) {
  if (processors > most_processors)
    throw InputError("the tree needs " + std::to_string(processors) + " processors; expected at most " +
                     std::to_string(most_processors));
  Line line;
  line.ranks.resize(model.operation_times.empty() ? processors : model.operation_times.size());
  std::iota(line.ranks.begin(), line.ranks.end(), 0);
  std::ranges::stable_sort(line.ranks, {}, [&](std::int64_t rank) { return model.operation_time(rank); });
  line.ranks.resize(processors);
  for (const auto rank : line.ranks) line.times.push_back(model.operation_time(rank));
  return line;
}

void improve(Line& line, const std::function<double(const Line&)>& cost) {
  const std::size_t p = line.ranks.size();
  if (p > 64 || line.times.front() == line.times.back()) return;
  const auto swap = [&](std::size_t a, std::size_t b) {
    std::swap(line.ranks[a], line.ranks[b]);
    std::swap(line.times[a], line.times[b]);
  };
  double least = cost(line);
  bool better = true;
  for (int round = 0; round < 8 && better; ++round) {
    better = false;
    for (std::size_t a = 0; a + 1 < p; ++a) {
      for (std::size_t b = a + 1; b < p; ++b) {
        if (line.times[a] == line.times[b]) continue;
        swap(a, b);
        const double found = cost(line);
        if (found < least - 1e-12 * std::abs(least)) {
          least = found;
          better = true;
        } else {
          swap(a, b);
        }
      }
    }
  }
}

}  // namespace uneven::reduction
