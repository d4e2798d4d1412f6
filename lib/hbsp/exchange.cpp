#include "hbsp/exchange.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "cluster/replay.hpp"

namespace uneven::hbsp {

using document::MatrixPart;
using document::Range;

Range common(const Range& x, const Range& y) {
  const std::int64_t first = std::max(x.first, y.first);
  return {first, std::max<std::int64_t>(0, std::min(x.end(), y.end()) - first)};
}

namespace {

/// Parts of the first panel, unless they would be narrower than is worth a message.
constexpr std::int64_t parts_of_first = 4, least_part = 16;

/// What a processor with block `c` needs of `held`.
Piece piece_of_a(const MatrixPart& held, const MatrixPart& c, Range panel) {
  return {0, common(held.rows, c.rows), common(held.columns, panel)};
}

Piece piece_of_b(const MatrixPart& held, const MatrixPart& c, Range panel) {
  return {0, common(held.rows, panel), common(held.columns, c.columns)};
}

template <class PieceOf>
void add(const std::vector<MatrixPart>& start, const std::vector<MatrixPart>& blocks, std::int64_t processor,
         Range panel, PieceOf piece_of, std::vector<Piece>& sent, std::vector<Piece>& received) {
  const auto keep = [&](Piece piece, std::int64_t partner, std::vector<Piece>& pieces) {
    piece.partner = partner;
    if (piece.rows.count > 0 && piece.columns.count > 0) pieces.push_back(piece);
  };
  for (const MatrixPart& c : blocks) {
    if (c.processor != processor) continue;
    for (const MatrixPart& held : start) keep(piece_of(held, c, panel), held.processor, received);
  }
  for (const MatrixPart& held : start) {
    if (held.processor != processor) continue;
    for (const MatrixPart& c : blocks)
      if (c.processor != processor) keep(piece_of(held, c, panel), c.processor, sent);
  }
}

}  // namespace

std::vector<Range> panels(const document::HbspMatmul& plan) {
  const std::int64_t count = (plan.size + plan.panel - 1) / plan.panel;
  // Steps of the golden ratio, round and round, are spread evenly at any time.
  std::int64_t step = std::max<std::int64_t>(1, std::llround(static_cast<double>(count) * (std::numbers::phi - 1)));
  while (std::gcd(step, count) != 1) ++step;
  std::vector<Range> result;
  for (std::int64_t t = 0; t < count; ++t) {
    const std::int64_t first = (count - 1 - t * step % count) * plan.panel;
    const std::int64_t width = std::min(plan.panel, plan.size - first);
    const std::int64_t parts = t > 0 ? 1 : std::clamp<std::int64_t>(width / least_part, 1, parts_of_first);
    for (std::int64_t part = parts; part-- > 0;) {
      const std::int64_t begin = width * part / parts;
      result.push_back({first + begin, width * (part + 1) / parts - begin});
    }
  }
  return result;
}

Exchange exchange(const document::HbspMatmul& plan, std::int64_t processor, Range panel) {
  Exchange result;
  add(start_of_a(plan), plan.rectangles, processor, panel, piece_of_a, result.a_sent, result.a_received);
  add(start_of_b(plan), plan.rectangles, processor, panel, piece_of_b, result.b_sent, result.b_received);
  return result;
}

std::vector<Piece> in_segments(const std::vector<Piece>& pieces, std::int64_t element_bytes) {
  std::vector<Piece> segments;
  for (const Piece& piece : pieces) {
    const std::int64_t rows = std::max<std::int64_t>(1, cluster::segment_bytes / (piece.columns.count * element_bytes));
    for (std::int64_t first = piece.rows.first; first < piece.rows.end(); first += rows) {
      segments.push_back(piece);
      segments.back().rows = {first, std::min(rows, piece.rows.end() - first)};
    }
  }
  return segments;
}

}  // namespace uneven::hbsp
