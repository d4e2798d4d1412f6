// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "partition/asked.hpp"
#include "partition/chain/chain.hpp"

namespace uneven::partition {

using document::Side;

Problem problem_of(const ChainProblem& chain, std::size_t layer, Side cut) {
  const std::int64_t inputs = chain.units[layer], outputs = chain.units[layer + 1];
  const auto [of_cut, weights] = cut == Side::outputs ? std::pair(outputs, inputs) : std::pair(inputs, outputs);
  const bool sums = cut == Side::inputs || layer > 0;
  return {{sums ? 0 : weights, of_cut, sums ? weights : 0}, chain.samples, chain.collective};
}

namespace {

constexpr std::int64_t every_column_up_to = 64;

/// Partitions in whole numbers: the one of a draft depends on the units and samples that it cuts, not on what they
/// cost, so neighbouring layers share those of the units between them.
class RoundedShapes {
 public:
  explicit RoundedShapes(const ActiveSet& active_set) : active_set_(active_set) {}

  std::shared_ptr<const RoundedShape> of(const Draft& draft, const Problem& problem) {
    const document::Candidate& row = draft.row;
    auto& made = made_[{problem.network.hidden, static_cast<int>(row.method), static_cast<int>(row.order), row.columns,
                        row.processors, draft.joins_close, row.small_group}];
    if (!made) {
      Rounded rounded = round_partition(draft, active_set_.cluster, problem);
      Shape shape(rounded.layout.columns, std::move(rounded.whole), active_set_.speeds.processors.size());
      made = std::make_shared<const RoundedShape>(
          RoundedShape{std::move(rounded.layout), std::move(shape), rounded.small_group});
    }
    return made;
  }

 private:
  const ActiveSet& active_set_;
  std::map<std::tuple<std::int64_t, int, int, std::int64_t, std::int64_t, bool, double>,
           std::shared_ptr<const RoundedShape>>
      made_;
};

Wanted wanted_of(const Options& options, std::int64_t processors, bool first) {
  const bool best = options.method == Method::best;
  Wanted wanted;
  wanted.free_order = (best || options.order == Order::free) && first;
  wanted.grid = best || options.method == Method::grid;
  wanted.equal = (best || options.method == Method::equal) && first;
  wanted.every_column = processors <= every_column_up_to;
  wanted.many_columns = true;
  wanted.columns = options.columns;
  wanted.processors = processors;
  return wanted;
}

bool same(const Shape& a, const Shape& b) {
  return a.columns == b.columns && a.whole.samples == b.whole.samples && a.whole.cuts == b.whole.cuts;
}

}  // namespace

std::vector<std::vector<LayerCandidate>> layer_candidates(const ChainProblem& chain, const Options& options,
                                                          const ActiveSet& active_set) {
  RoundedShapes shapes(active_set);
  std::vector<std::vector<LayerCandidate>> layers(chain.layers());
  const auto counts = processor_counts(options, std::ssize(active_set.speeds.processors));
  for (std::size_t layer = 0; layer < layers.size(); ++layer) {
    const std::int64_t inputs = chain.units[layer], outputs = chain.units[layer + 1];
    for (const Side cut : {Side::outputs, Side::inputs}) {
      if (layer == 0 && cut == Side::inputs) continue;
      const Problem problem = problem_of(chain, layer, cut);
      for (const std::int64_t count : counts)
        for (const Draft& draft :
             drafts(active_set.cluster, problem, wanted_of(options, count, count == counts.front()))) {
          if (!eligible(draft.row, options)) continue;
          std::vector<const Shape*> earlier;
          for (const Draft& joined : with_joining(draft, options)) {
            auto rounded = shapes.of(joined, problem);
            if (std::ranges::any_of(earlier, [&](const Shape* other) { return same(*other, rounded->shape); }))
              continue;  // there was nothing to join
            earlier.push_back(&rounded->shape);
            document::Candidate row = joined.row;
            row.small_group = rounded->small_group;
            const Placement below(rounded->shape, inputs, cut == Side::outputs);
            const Placement above(rounded->shape, outputs, cut == Side::inputs);
            const double elements = row.elements;
            layers[layer].push_back({cut, std::move(row), std::move(rounded), below, above, elements});
          }
        }
    }
    if (layers[layer].empty()) refuse_columns(options);
  }
  return layers;
}

}  // namespace uneven::partition
