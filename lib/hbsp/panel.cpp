#include "hbsp/panel.hpp"

#include <utility>

namespace uneven::hbsp {

namespace {

/// With each of these a matrix product is slower by itself, by less than the gain that is asked for; with narrower ones
/// by more.
constexpr std::int64_t narrower[] = {256, 192, 128, 64};
constexpr double gain = 0.03;

}  // namespace

document::HbspMatmul plan_with_best_panel(MatmulRequest request, const document::Speeds& speeds) {
  const auto cluster = document::cluster_of(speeds);
  auto best = plan_matmul(request, cluster);
  if (!are_matmul_speeds(speeds) || !speeds.network || !has_quotas(speeds)) return best;
  predict_seconds(best, speeds);
  for (const std::int64_t panel : narrower) {
    request.panel = panel;
    auto plan = plan_matmul(request, cluster);
    predict_seconds(plan, speeds);
    if (*plan.predicted.seconds < (1 - gain) * *best.predicted.seconds) best = std::move(plan);
  }
  return best;
}

}  // namespace uneven::hbsp
