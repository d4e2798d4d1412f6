#include "hbsp/matmul.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "hbsp/arrangement.hpp"
#include "hbsp/cost.hpp"
#include "hbsp/layouts.hpp"
#include "hbsp/share.hpp"
#include "hbsp/tiles.hpp"
#include "hbsp/traffic.hpp"

namespace uneven::hbsp {
namespace {

using document::HbspMatmul;
using document::Layout;
using document::MatrixPart;

std::vector<double> speeds_of_used(const HbspMatmul& plan) {
  std::vector<double> speed;
  for (const MatrixPart& part : plan.rectangles) speed.push_back(plan.cluster[part.processor].speed);
  return speed;
}

/// Where a matrix of another layout than C's lies: on the processors that have a block of C.
std::vector<MatrixPart> start(const HbspMatmul& plan, Layout layout) {
  if (layout == plan.layout.c) return plan.rectangles;
  auto parts = tiles(layout, plan.size, speeds_of_used(plan)).parts;
  for (MatrixPart& part : parts) part.processor = plan.rectangles[part.processor].processor;
  return parts;
}

std::vector<std::int64_t> without_block(const HbspMatmul& plan) {
  std::vector<std::int64_t> left_out;
  auto used = plan.rectangles.begin();
  for (std::int64_t i = 0; i < std::ssize(plan.cluster); ++i) {
    if (used != plan.rectangles.end() && used->processor == i)
      ++used;
    else
      left_out.push_back(i);
  }
  return left_out;
}

document::MatmulPrediction prediction(const HbspMatmul& plan) {
  const double n = static_cast<double>(plan.size);
  const auto speed = speeds_of_used(plan);
  std::vector<double> work;
  double lines = 0;
  for (const MatrixPart& part : plan.rectangles) {
    work.push_back(static_cast<double>(part.cells()));
    lines += static_cast<double>(part.rows.count + part.columns.count);
  }
  if (n * lines > 0x1p53) throw InputError("size and number of processors are too large: elements would exceed 2^53");

  document::MatmulPrediction result;
  result.imbalance = imbalance(work, speed);
  result.elements = static_cast<std::int64_t>(n * lines);
  result.lower_bound = n * n * half_perimeter_bound(exact_shares(speed));
  return result;
}

}  // namespace

HbspMatmul plan_matmul(const MatmulRequest& request, std::vector<document::Processor> cluster) {
  const auto speed = speeds_of(cluster);
  const auto relative = relative_speeds(speed);
  HbspMatmul plan;
  plan.size = request.size;
  plan.panel = std::min(request.panel, request.size);
  plan.layout = request.layout;
  plan.layouts =
      layout_costs(request.size, std::accumulate(relative.begin(), relative.end(), 0.0), request.gap, request.barrier);
  plan.cluster = std::move(cluster);
  Tiling tiling = tiles(request.layout.c, request.size, speed);
  plan.rectangles = std::move(tiling.parts);
  plan.left_out = without_block(plan);
  if (request.layout.a != request.layout.c || request.layout.b != request.layout.c)
    plan.starts = document::MatrixStarts{start(plan, request.layout.a), start(plan, request.layout.b)};
  plan.predicted = prediction(plan);
  plan.predicted.ratio = tiling.ratio;
  return plan;
}

bool are_matmul_speeds(const document::Speeds& speeds) { return speeds.kernel == "matmul"; }

void predict_seconds(HbspMatmul& plan, const document::Speeds& speeds) {
  const std::size_t p = plan.cluster.size();
  const double n = static_cast<double>(plan.size);
  Machine machine{speeds_of(plan.cluster), std::vector<double>(p, 0.0), 0};
  Superstep step{std::vector<double>(p, 0.0), std::vector<double>(p, 0.0)};
  for (const MatrixPart& part : plan.rectangles) step.work[part.processor] = n * static_cast<double>(part.cells());
  plan.predicted.compute_s = superstep_cost(machine, step);
  if (!speeds.network) return;

  const bool is_single = speeds.kernel_options.value("precision", "double") == "single";
  std::ranges::fill(machine.gap, speeds.network->gap_s_per_byte * (is_single ? 4 : 8));
  machine.barrier = speeds.network->latency_s * std::ceil(n / static_cast<double>(plan.panel));
  std::ranges::fill(step.work, 0.0);
  const auto load = traffic(plan);
  for (std::size_t i = 0; i < p; ++i) step.traffic[i] = std::max(load[i].sent, load[i].received);
  plan.predicted.communication_s = superstep_cost(machine, step);
}

std::optional<double> predicted_seconds(const HbspMatmul& plan) {
  const auto& predicted = plan.predicted;
  if (!predicted.compute_s || !predicted.communication_s) return {};
  const double panels = std::ceil(static_cast<double>(plan.size) / static_cast<double>(plan.panel));
  return std::max(*predicted.compute_s, *predicted.communication_s) + *predicted.communication_s / panels;
}

}  // namespace uneven::hbsp
