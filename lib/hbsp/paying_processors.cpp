// SPDX-License-Identifier: MIT
#include "hbsp/paying_processors.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "hbsp/panels.hpp"
#include "hbsp/prediction.hpp"
#include "hbsp/within_memory.hpp"

namespace uneven::hbsp {

namespace {

using document::HbspMatmul;
using document::ProductCandidate;

constexpr std::size_t numbers_replayed = 3;  // of processors, below all
constexpr std::int64_t all_weighed = 64;     // up to so many processors

bool is_free(const MatmulRequest& request, const document::Speeds& speeds) {
  return !request.processors && are_matmul_speeds(speeds) && speeds.network && speeds.processors.size() > 1;
}

ProductCandidate row_of(const HbspMatmul& plan, bool replayed, bool fits) {
  return {std::ssize(plan.rectangles), plan.predicted.elements, plan.predicted.seconds, replayed, fits};
}

bool is_faster(const ProductCandidate& one, const ProductCandidate& other) {
  return one.fits != other.fits ? one.fits : *one.seconds < *other.seconds;
}

/// Candidates by the number of processors that were to have a block, the most first.
using Rows = std::map<std::int64_t, ProductCandidate, std::greater<>>;

/// Estimates for numbers of processors.
class Estimates {
 public:
  Estimates(MatmulRequest request, const document::Speeds& speeds)
      : request_(std::move(request)), speeds_(speeds), cluster_(document::cluster_of(speeds)) {}

  /// See plan_on_paying_processors().
  Rows of_all() {
    const auto all = std::ssize(cluster_);
    const auto step = [&](std::int64_t number) {
      return all <= all_weighed ? 1 : std::max<std::int64_t>(1, number / 4);
    };
    for (std::int64_t number = all; number > 0; number -= step(number)) add(number);
    while (add_beside_fastest()) continue;
    return rows_;
  }

 private:
  void add(std::int64_t number) {
    request_.processors = number;
    HbspMatmul plan = plan_matmul(request_, cluster_);
    predict_seconds(plan, speeds_, Replay::none);
    rows_[number] = row_of(plan, false, fits_memory(plan, element_bytes_of(speeds_.kernel_options)));
  }

  /// @return  whether a number was left.
  bool add_beside_fastest() {
    const auto fastest = std::ranges::min_element(
        rows_, [](const auto& one, const auto& other) { return is_faster(one.second, other.second); });
    std::vector<std::int64_t> numbers;
    const auto add_between = [&](std::int64_t more, std::int64_t fewer) {
      if (more - fewer > 1) numbers.push_back(fewer + (more - fewer) / 2);
    };
    if (fastest != rows_.begin()) add_between(std::prev(fastest)->first, fastest->first);
    if (std::next(fastest) != rows_.end()) add_between(fastest->first, std::next(fastest)->first);
    for (const std::int64_t number : numbers) add(number);
    return !numbers.empty();
  }

  MatmulRequest request_;
  const document::Speeds& speeds_;
  std::vector<document::Processor> cluster_;
  Rows rows_;
};

/// The numbers of processors below all whose blocks fit, the fastest `most` of them, the most processors first; one for
/// each power of two, since neighbours take nearly the same time.
std::vector<std::int64_t> leading(const Rows& rows, std::size_t most) {
  std::vector<std::pair<std::int64_t, ProductCandidate>> sorted(std::next(rows.begin()), rows.end());
  std::erase_if(sorted, [](const auto& row) { return !row.second.fits; });
  std::ranges::stable_sort(sorted, is_faster, [](const auto& row) { return row.second; });
  std::vector<std::int64_t> numbers;
  for (const auto& [number, row] : sorted) {
    const auto power = std::bit_width(static_cast<std::uint64_t>(number));
    const auto has_power = [&](std::int64_t other) {
      return std::bit_width(static_cast<std::uint64_t>(other)) == power;
    };
    if (numbers.size() < most && std::ranges::none_of(numbers, has_power)) numbers.push_back(number);
  }
  std::ranges::sort(numbers, std::greater());
  return numbers;
}

/// One row for each number of processors that have a block: the fastest, since whole cells may leave some without.
std::vector<ProductCandidate> listed(const Rows& rows) {
  std::vector<ProductCandidate> list;
  for (const auto& [number, row] : rows) {
    const auto same = std::ranges::find(list, row.processors, &ProductCandidate::processors);
    if (same == list.end())
      list.push_back(row);
    else if (is_faster(row, *same))
      *same = row;
  }
  std::ranges::sort(list, std::greater(), &ProductCandidate::processors);
  return list;
}

}  // namespace

HbspMatmul plan_on_paying_processors(const MatmulRequest& request, const document::Speeds& speeds, bool panel_given) {
  HbspMatmul best = plan_within_memory(request, speeds, panel_given);
  const bool replayed = are_matmul_speeds(speeds) && predict_seconds(best, speeds);
  if (!is_free(request, speeds)) return best;
  Rows rows = Estimates(request, speeds).of_all();
  rows.begin()->second = row_of(best, replayed, true);
  for (const std::int64_t number : leading(rows, replayed ? numbers_replayed : 1)) {
    MatmulRequest fewer = request;
    fewer.processors = number;
    HbspMatmul plan = plan_within_memory(fewer, speeds, panel_given);
    const bool replayed_too = predict_seconds(plan, speeds, replayed ? Replay::allowed : Replay::none);
    rows[number] = row_of(plan, replayed_too, true);
    if (replayed_too == replayed && *plan.predicted.seconds < *best.predicted.seconds) best = std::move(plan);
  }
  best.candidates = listed(rows);
  return best;
}

}  // namespace uneven::hbsp
