#include "hbsp/traffic.hpp"

#include <algorithm>

namespace uneven::hbsp {
namespace {

using document::MatrixPart;
using document::Range;
using Side = Range MatrixPart::*;

/// covered[r]: how many (line, processor of C) pairs have a line below r. `side` picks rows or columns.
std::vector<double> covered_below(const std::vector<MatrixPart>& c, Side side, std::int64_t n) {
  std::vector<double> change(n + 1, 0.0);
  for (const MatrixPart& part : c) {
    change[(part.*side).first] += 1;
    change[(part.*side).end()] -= 1;
  }
  std::vector<double> below(n + 1, 0.0);
  double depth = 0;
  for (std::int64_t r = 0; r < n; ++r) {
    depth += change[r];
    below[r + 1] = below[r] + depth;
  }
  return below;
}

double common(const Range& x, const Range& y) {
  return static_cast<double>(std::max<std::int64_t>(0, std::min(x.end(), y.end()) - std::max(x.first, y.first)));
}

/// A matrix that starts as `start` and whose lines (rows of A, columns of B) are needed where C has the same lines.
void add(const std::vector<MatrixPart>& start, const std::vector<MatrixPart>& c, Side line, Side across, std::int64_t n,
         std::vector<Traffic>& traffic) {
  std::vector<Range> needed(traffic.size());
  for (const MatrixPart& part : c) {
    needed[part.processor] = part.*line;
    traffic[part.processor].received += static_cast<double>((part.*line).count) * static_cast<double>(n);
  }
  const auto below = covered_below(c, line, n);
  for (const MatrixPart& part : start) {
    const Range& lines = part.*line;
    const double width = static_cast<double>((part.*across).count);
    const double own = common(lines, needed[part.processor]);
    traffic[part.processor].received -= width * own;
    traffic[part.processor].sent += width * (below[lines.end()] - below[lines.first] - own);
  }
}

}  // namespace

std::vector<Traffic> traffic(const document::HbspMatmul& plan) {
  std::vector<Traffic> result(plan.cluster.size());
  add(start_of_a(plan), plan.rectangles, &MatrixPart::rows, &MatrixPart::columns, plan.size, result);
  add(start_of_b(plan), plan.rectangles, &MatrixPart::columns, &MatrixPart::rows, plan.size, result);
  return result;
}

}  // namespace uneven::hbsp
