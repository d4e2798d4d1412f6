// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "document/common.hpp"
#include "document/describe/type.hpp"
#include "document/json.hpp"

namespace uneven::document {

/// Extents of the matrices of a product C = A B: A is rows x inner, B is inner x columns, C is rows x columns.
struct ProductSize {
  std::int64_t rows = 0, inner = 0, columns = 0;

  ProductSize() = default;
  ProductSize(std::int64_t n) : ProductSize(n, n, n) {}
  ProductSize(std::int64_t rows_, std::int64_t inner_, std::int64_t columns_)
      : rows(rows_), inner(inner_), columns(columns_) {}

  /// Whether all matrices are n x n.
  bool is_square() const { return rows == inner && inner == columns; }
};

/// The largest extent: its square is an exact double.
inline constexpr std::int64_t largest_extent = 94906265;

/// How a matrix lies on the processors: near-square blocks, bands of whole rows, bands of whole columns.
enum class Layout { alpha, beta, gamma };

constexpr auto table_of(Layout) {
  using enum Layout;
  return std::to_array<Name<Layout>>({{alpha, "alpha"}, {beta, "beta"}, {gamma, "gamma"}});
}

/// One of the 27 ways to lay out C = A B.
struct Layouts {
  Layout a = Layout::alpha, b = Layout::alpha, c = Layout::alpha;
  auto operator<=>(const Layouts&) const = default;
};

/// Cost of a choice of layouts on HBSP (methods of the report, section 3 there).
struct LayoutCost {
  Layouts layouts;
  double communication = 0;  ///< elements, for A and B together
  double total = 0;          ///< multiply-adds / s + G communication + L, in operations of the slowest processor
};

/// The block of a matrix that one processor holds.
struct MatrixPart {
  std::int64_t processor = 0;
  Range rows, columns;
  std::int64_t cells() const { return rows.count * columns.count; }
  bool operator==(const MatrixPart&) const = default;
};

/// Where A and B lie before the product.
struct MatrixStarts {
  std::vector<MatrixPart> a, b;
};

struct MatmulPrediction {
  std::optional<double> compute_s;        ///< the busiest processor's multiply-adds, and messages if known
  std::optional<double> communication_s;  ///< the most loaded link; travels beside the computation
  std::int64_t elements = 0;              ///< inner * sum of (rows + columns) over the rectangles
  double lower_bound = 0;                 ///< of elements, for the exact shares of the processors used
  double ratio = 1;                  ///< exact half-perimeters over their lower bound, before rounding and leaving out
  double imbalance = 0;              ///< max_i(w_i / v_i) / (sum w / sum v) - 1 over the processors used
  std::optional<double> seconds;     ///< of the product: both, beside each other as far as they can be
  std::optional<SentBytes> bytes{};  ///< of the product
};

/// One number of processors that was weighed; it means the fastest ones.
struct ProductCandidate {
  std::int64_t processors = 0;      ///< with a block
  std::int64_t elements = 0;        ///< as in MatmulPrediction
  std::optional<double> seconds{};  ///< predicted, of the product
  bool replayed = false;            ///< `seconds` are those of a replay, else of a formula
  bool fits = true;                 ///< each processor has the memory for its block, as far as it is known
};

/// Wide enough for a matrix product to run at full speed, narrow enough that the first panel, which nothing hides,
/// is a small part of the whole.
constexpr std::int64_t default_panel = 384;

/// Document "hbsp-matmul", made by plan-hbsp matmul.
struct HbspMatmul {
  static constexpr const char* kind = "hbsp-matmul";
  ProductSize size;
  std::int64_t panel = default_panel;  ///< columns of A, and rows of B, that travel at a time
  Layouts layout;
  std::optional<double> gap;                 ///< G of `layouts`: one element, in operations of the slowest; absent: 1
  std::optional<double> barrier;             ///< L of `layouts`, in the same unit; absent: 0
  std::vector<LayoutCost> layouts;           ///< all 27, cheapest first
  std::vector<MatrixPart> rectangles;        ///< of C, by processor; left-out processors have none
  std::optional<MatrixStarts> starts;        ///< absent where A and B lie as C does
  std::vector<ProductCandidate> candidates;  ///< descending by processors; empty where their number was not chosen
  MatmulPrediction predicted;
  std::vector<std::int64_t> left_out;
  std::vector<Processor> cluster;
  std::optional<std::string> kernel;  ///< of the speeds; absent where given by hand
  Json kernel_options = Json::object();
  MadeBy made_by;
};

/// The layout of that name, if there is one.
inline std::optional<Layout> layout_named(const std::string& name) { return named<Layout>(name); }

/// Where A lies before the product (B likewise): `starts`, or the rectangles of C.
const std::vector<MatrixPart>& start_of_a(const HbspMatmul& plan);
const std::vector<MatrixPart>& start_of_b(const HbspMatmul& plan);

Object describe(const ProductCandidate&);
Object describe(const HbspMatmul&);

/// Faults beyond the description: that each matrix is tiled exactly, by processors that exist and are not left out.
/// Cost: O(N log N).
Faults faults(const HbspMatmul& plan);

/// A matrix or array that blocks must tile exactly.
struct Tiled {
  std::string pointer;  ///< JSON pointer to the list of blocks
  std::string name;     ///< in messages
  std::int64_t rows = 0, columns = 0;
  std::int64_t processors = 0;  ///< those that exist
  std::set<std::int64_t> left_out{};
};

/// Adds a fault for each block outside the array, of a processor that does not exist, is left out or has two blocks; if
/// there is none, for an overlap or a hole. Cost: O(N log N).
void check_tiles(const Tiled& tiled, const std::vector<MatrixPart>& parts, Faults& faults);

/// Adds a fault for each processor that neither has a block nor is left out, and for each number left out that is none.
void check_accounted_for(const Tiled& tiled, const std::vector<MatrixPart>& parts, Faults& faults);

}  // namespace uneven::document
