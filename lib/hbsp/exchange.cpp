// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "collective/allreduce.hpp"
#include "hbsp/schedule.hpp"
#include "simulate/replay.hpp"

namespace uneven::hbsp {

using document::MatrixPart;
using document::Range;

Range common(const Range& x, const Range& y) {
  const std::int64_t first = std::max(x.first, y.first);
  return {first, std::max<std::int64_t>(0, std::min(x.end(), y.end()) - first)};
}

namespace {

/// Number of parts of the first panel, and their least width, below which a message does not pay.
constexpr std::int64_t parts_of_first = 4, least_part = 16;

/// The piece of `held`, in a panel, that a processor with block `c` of C needs.
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
  const std::int64_t count = (plan.size.inner + plan.panel - 1) / plan.panel;
  // Steps of the golden ratio, modulo the number of panels, are spread evenly at any time.
  std::int64_t step = std::max<std::int64_t>(1, std::llround(static_cast<double>(count) * (std::numbers::phi - 1)));
  while (std::gcd(step, count) != 1) ++step;
  std::vector<Range> result;
  for (std::int64_t t = 0; t < count; ++t) {
    const std::int64_t first = (count - 1 - t * step % count) * plan.panel;
    const std::int64_t width = std::min(plan.panel, plan.size.inner - first);
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
    const std::int64_t rows =
        std::max<std::int64_t>(1, collective::segment_bytes / (piece.columns.count * element_bytes));
    for (std::int64_t first = piece.rows.first; first < piece.rows.end(); first += rows) {
      segments.push_back(piece);
      segments.back().rows = {first, std::min(rows, piece.rows.end() - first)};
    }
  }
  return segments;
}

namespace {

using document::MatrixPart;
using document::Range;
using Side = Range MatrixPart::*;

/// covered[r]: how many (line, processor of C) pairs have a line below r. `side` picks rows or columns.
std::vector<double> covered_below(const std::vector<MatrixPart>& c, Side side, std::int64_t lines) {
  std::vector<double> change(lines + 1, 0.0);
  for (const MatrixPart& part : c) {
    change[(part.*side).first] += 1;
    change[(part.*side).end()] -= 1;
  }
  std::vector<double> below(lines + 1, 0.0);
  double depth = 0;
  for (std::int64_t r = 0; r < lines; ++r) {
    depth += change[r];
    below[r + 1] = below[r] + depth;
  }
  return below;
}

/// Number of panels that have a line of the range. @param ends  ends of the panels, ascending.
double touched(const Range& range, const std::vector<std::int64_t>& ends) {
  if (range.count == 0) return 0;
  const auto panel_of = [&](std::int64_t line) { return std::ranges::upper_bound(ends, line) - ends.begin(); };
  return static_cast<double>(panel_of(range.end() - 1) - panel_of(range.first) + 1);
}

std::vector<std::int64_t> ends_of_panels(const document::HbspMatmul& plan) {
  std::vector<std::int64_t> ends;
  for (const Range& panel : panels(plan)) ends.push_back(panel.end());
  std::ranges::sort(ends);
  return ends;
}

/// Sums the weights of those parts of a list whose lines meet a range.
class Meeting {
 public:
  template <class Weight>
  Meeting(const std::vector<MatrixPart>& parts, Side line, std::int64_t lines, Weight weight)
      : begun_(lines + 1, 0.0), ended_(lines + 1, 0.0) {
    for (const MatrixPart& part : parts) {
      begun_[(part.*line).first + 1] += weight(part);
      ended_[(part.*line).end()] += weight(part);
    }
    std::partial_sum(begun_.begin(), begun_.end(), begun_.begin());
    std::partial_sum(ended_.begin(), ended_.end(), ended_.begin());
  }

  double operator()(const Range& range) const { return begun_[range.end()] - ended_[range.first]; }

 private:
  std::vector<double> begun_, ended_;  ///< [r]: weight of parts that begin before line r; that end at or before it
};

/// An input as blocks of C need it. The lines of A are its rows, those of B its columns.
struct Input {
  const std::vector<MatrixPart>& start;
  Side line, across;
  std::int64_t lines;
};

/// Adds the messages of a matrix, see add(). @param ends  ends of the panels, ascending.
void add_messages(const Input& input, const std::vector<MatrixPart>& c, const std::vector<std::int64_t>& ends,
                  std::vector<Traffic>& traffic) {
  const auto& [start, line, across, lines] = input;
  const auto panels = [&](const MatrixPart& part) { return touched(part.*across, ends); };
  const Meeting needing(c, line, lines, [](const MatrixPart&) { return 1.0; }), having(start, line, lines, panels);
  std::vector<Range> needed(traffic.size());
  for (const MatrixPart& part : c) {
    needed[part.processor] = part.*line;
    traffic[part.processor].messages += having(part.*line);
  }
  for (const MatrixPart& part : start) {
    const double own = common(part.*line, needed[part.processor]).count > 0 ? 1 : 0;
    // A processor's piece for itself is neither sent nor received.
    traffic[part.processor].messages += panels(part) * (needing(part.*line) - 2 * own);
  }
}

/// Adds the elements of a matrix. Blocks of C with the same lines need them.
/// @param inner  elements of a line.
void add(const Input& input, const std::vector<MatrixPart>& c, std::int64_t inner, std::vector<Traffic>& traffic) {
  const auto& [start, line, across, lines] = input;
  std::vector<Range> needed(traffic.size());
  for (const MatrixPart& part : c) {
    needed[part.processor] = part.*line;
    traffic[part.processor].received += static_cast<double>((part.*line).count) * static_cast<double>(inner);
  }
  const auto below = covered_below(c, line, lines);
  for (const MatrixPart& part : start) {
    const Range& held = part.*line;
    const double width = static_cast<double>((part.*across).count);
    const auto own = static_cast<double>(common(held, needed[part.processor]).count);
    traffic[part.processor].received -= width * own;
    traffic[part.processor].sent += width * (below[held.end()] - below[held.first] - own);
  }
}

}  // namespace

std::vector<Traffic> traffic(const document::HbspMatmul& plan) {
  std::vector<Traffic> result(plan.cluster.size());
  const auto ends = ends_of_panels(plan);
  const Input a{start_of_a(plan), &MatrixPart::rows, &MatrixPart::columns, plan.size.rows},
      b{start_of_b(plan), &MatrixPart::columns, &MatrixPart::rows, plan.size.columns};
  for (const Input* input : {&a, &b}) {
    add(*input, plan.rectangles, plan.size.inner, result);
    add_messages(*input, plan.rectangles, ends, result);
  }
  return result;
}

std::vector<Traffic> traffic_within_hosts(const document::HbspMatmul& plan, std::span<const int> host) {
  std::vector<Traffic> result(plan.cluster.size());
  std::vector<std::vector<const MatrixPart*>> blocks(plan.cluster.size());  // of C, by host
  const auto blocks_of = [&](std::int64_t p) -> auto& {
    return blocks[static_cast<std::size_t>(host[static_cast<std::size_t>(p)])];
  };
  for (const MatrixPart& part : plan.rectangles) blocks_of(part.processor).push_back(&part);
  const auto add_input = [&](const std::vector<MatrixPart>& start, Side line, Side across) {
    for (const MatrixPart& part : start)
      for (const MatrixPart* block : blocks_of(part.processor)) {
        if (block->processor == part.processor) continue;
        const double elements =
            static_cast<double>((part.*across).count) * static_cast<double>(common(part.*line, block->*line).count);
        result[static_cast<std::size_t>(part.processor)].sent += elements;
        result[static_cast<std::size_t>(block->processor)].received += elements;
      }
  };
  add_input(start_of_a(plan), &MatrixPart::rows, &MatrixPart::columns);
  add_input(start_of_b(plan), &MatrixPart::columns, &MatrixPart::rows);
  return result;
}

std::optional<document::SentBytes> sent_bytes(const document::HbspMatmul& plan, std::int64_t element_bytes) {
  const auto bytes = static_cast<double>(element_bytes);
  double largest = 0, sum = 0;
  for (const Traffic& one : traffic(plan)) {
    largest = std::max(largest, one.sent * bytes);
    sum += one.sent * bytes;
  }
  if (sum > 0x1p53) return std::nullopt;
  return document::SentBytes{static_cast<std::int64_t>(largest), static_cast<std::int64_t>(sum)};
}

}  // namespace uneven::hbsp
