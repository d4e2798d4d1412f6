#include "hbsp/replayed_product.hpp"

#include <algorithm>
#include <vector>

#include "cluster/platform.hpp"
#include "cluster/replay.hpp"
#include "hbsp/exchange.hpp"
#include "hbsp/memory.hpp"

namespace uneven::hbsp {
namespace {

using cluster::Step;
using document::MatrixPart;

constexpr double most_messages = 1e6;
enum Tag { of_a, of_b };

/// What one processor does, panel by panel.
class Steps {
 public:
  Steps(const document::HbspMatmul& plan, const MatrixPart& block, std::int64_t element_bytes)
      : processor_(block.processor), element_bytes_(element_bytes) {
    for (const document::Range& panel : panels(plan)) traffic_.push_back(exchange(plan, processor_, panel));
  }

  /// @param work_s  CPU seconds of each panel.
  std::vector<Step> of(const std::vector<double>& work_s) {
    send_until(panels_first);
    for (std::size_t t = 0; t < traffic_.size(); ++t) {
      add(Step::Kind::receive, traffic_[t].a_received, of_a);
      add(Step::Kind::receive, traffic_[t].b_received, of_b);
      send_until(t + panels_held);
      steps_.push_back({Step::Kind::compute, work_s[t]});
    }
    return std::move(steps_);
  }

 private:
  void send_until(std::size_t end) {
    for (; sent_ < std::min(end, traffic_.size()); ++sent_) {
      add(Step::Kind::send, traffic_[sent_].b_sent, of_b);
      add(Step::Kind::send, traffic_[sent_].a_sent, of_a);
    }
  }

  void add(Step::Kind kind, const std::vector<Piece>& pieces, int tag) {
    for (const Piece& piece : in_segments(pieces, element_bytes_)) {
      if (piece.partner == processor_) continue;
      const auto bytes = static_cast<double>(piece.rows.count * piece.columns.count * element_bytes_);
      steps_.push_back({kind, bytes, static_cast<int>(piece.partner), tag});
    }
  }

  std::int64_t processor_, element_bytes_;
  std::vector<Exchange> traffic_;
  std::size_t sent_ = 0;  ///< panels
  std::vector<Step> steps_;
};

}  // namespace

std::optional<double> replayed_seconds(const document::HbspMatmul& plan, std::span<const double> speed,
                                       const document::Speeds& speeds, std::int64_t element_bytes) {
  const double bytes = static_cast<double>(plan.predicted.elements * element_bytes);
  if (bytes / static_cast<double>(cluster::segment_bytes) > most_messages) return {};
  constexpr bool rested = false, at_once = false;
  std::vector<std::vector<Step>> steps(plan.cluster.size());
  for (const MatrixPart& block : plan.rectangles) {
    const auto p = static_cast<std::size_t>(block.processor);
    std::vector<double> work_s;
    for (const document::Range& panel : panels(plan))
      work_s.push_back(static_cast<double>(block.cells() * panel.count) / speed[p] *
                       speeds.processors[p].cpu_share.value_or(1));
    steps[p] = Steps(plan, block, element_bytes).of(work_s);
  }
  return std::ranges::max(cluster::replay(steps, cluster::platform_of(speeds, at_once), rested));
}

}  // namespace uneven::hbsp
