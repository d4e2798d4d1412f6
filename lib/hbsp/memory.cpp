#include "hbsp/memory.hpp"

#include <algorithm>

#include "hbsp/exchange.hpp"

namespace uneven::hbsp {

std::int64_t panels_held(const document::HbspMatmul& plan) {
  return std::min(panels_sent + 1, std::ssize(panels(plan)));
}

std::int64_t matmul_memory(const document::HbspMatmul& plan, std::int64_t processor, std::int64_t bytes) {
  std::int64_t elements = 0;
  const auto add = [&](const std::vector<document::MatrixPart>& parts, auto count) {
    const auto part = std::ranges::find(parts, processor, &document::MatrixPart::processor);
    if (part != parts.end()) elements += count(*part);
  };
  const auto cells = [](const document::MatrixPart& part) { return part.cells(); };
  const std::int64_t panel = std::min(plan.panel, plan.size), held = panels_held(plan);
  add(start_of_a(plan), cells);
  add(start_of_b(plan), cells);
  add(plan.rectangles, cells);
  add(plan.rectangles, [&](const auto& part) { return held * panel * (part.rows.count + part.columns.count); });
  add(start_of_a(plan), [&](const auto& part) { return held * part.rows.count * std::min(panel, part.columns.count); });
  return elements * bytes;
}

}  // namespace uneven::hbsp
