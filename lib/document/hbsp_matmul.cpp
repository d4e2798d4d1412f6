// SPDX-License-Identifier: MIT
#include "document/hbsp_matmul.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "document/field_groups.hpp"
#include "document/writer.hpp"

namespace uneven::document {

const std::vector<MatrixPart>& start_of_a(const HbspMatmul& plan) {
  return plan.starts ? plan.starts->a : plan.rectangles;
}

const std::vector<MatrixPart>& start_of_b(const HbspMatmul& plan) {
  return plan.starts ? plan.starts->b : plan.rectangles;
}

namespace {

Type extent() { return integer_from(1, "an integer from 1 to " + std::to_string(largest_extent), largest_extent); }

bool is_square(const void* plan) { return static_cast<const HbspMatmul*>(plan)->size.is_square(); }
bool is_not_square(const void* plan) { return !is_square(plan); }

}  // namespace

Object describe(const Layouts&) {
  return Object({
      field<&Layouts::a>("A", one_of<Layout>()),
      field<&Layouts::b>("B", one_of<Layout>()),
      field<&Layouts::c>("C", one_of<Layout>()),
  });
}

Object describe(const LayoutCost&) {
  return Object({
      field<&LayoutCost::layouts, &Layouts::a>("A", one_of<Layout>()),
      field<&LayoutCost::layouts, &Layouts::b>("B", one_of<Layout>()),
      field<&LayoutCost::layouts, &Layouts::c>("C", one_of<Layout>()),
      field<&LayoutCost::communication>("communication", amount()).in("elements"),
      field<&LayoutCost::total>("total", amount()).in("operations of the slowest processor"),
  });
}

Object describe(const MatrixPart&) {
  return Object({
      field<&MatrixPart::processor>("processor", count()),
      field<&MatrixPart::rows>("rows", range()),
      field<&MatrixPart::columns>("columns", range()),
  });
}

namespace {

Type blocks() {
  return list_of(object<MatrixPart>("an object with processor, rows and columns"), "a list of at least one block", 1);
}

}  // namespace

Object describe(const MatrixStarts&) {
  return Object({
      field<&MatrixStarts::a>("A", blocks()),
      field<&MatrixStarts::b>("B", blocks()),
  });
}

Object describe(const MatmulPrediction&) {
  using P = MatmulPrediction;
  return Object({
      always<&P::compute_s>("compute_s", or_null(amount()),
                            "The busiest processor, with messages where their cost is known."),
      always<&P::communication_s>("communication_s", or_null(amount()), "The busiest link."),
      maybe<&P::elements>("elements", count(), "Columns of A times the rows and columns of all blocks of C, added."),
      maybe<&P::lower_bound>("lower_bound", amount(), "Of the elements, for any blocks of these areas."),
      maybe<&P::ratio>("ratio", amount(),
                       "Sum of half-perimeters of the blocks over that of squares of the same areas."),
      maybe<&P::imbalance>("imbalance", number()),
      always<&P::seconds>("seconds", or_null(amount()), "The product: both, beside each other as far as they can be."),
      maybe<&P::bytes>("bytes", or_null(object<SentBytes>(), "an object or null"), "Sent in the product."),
  });
}

Object describe(const ProductCandidate&) {
  using C = ProductCandidate;
  return Object(joined({
      field<&C::processors>("processors", size(), "How many of the fastest have a block."),
      field<&C::elements>("elements", count(), "Sent and held, as in\n.BR predicted ."),
      judgement<C>("of the product.", "a formula does."),
  }));
}

Object describe(const HbspMatmul&) {
  using P = HbspMatmul;
  const Type starts = object<MatrixStarts>("an object with A and B");
  return Object(
      joined({
          field<&P::size, &ProductSize::rows>("size", extent(), "n, where all matrices are n x n.")
              .unless(is_not_square),
          field<&P::size, &ProductSize::rows>("rows", extent(), "Rows of A and C, where there is no\n.BR size .")
              .unless(is_square),
          field<&P::size, &ProductSize::inner>("inner", extent(), "Columns of A and rows of B.").unless(is_square),
          field<&P::size, &ProductSize::columns>("columns", extent(), "Columns of B and C.").unless(is_square),
          maybe<&P::panel>("panel", extent(), "Columns of A, and rows of B, that travel at a time; default 384."),
          maybe<&P::layout>("layout", object<Layouts>("an object with the layouts of A, B and C"),
                            "How they lie:\n.B alpha\n(blocks),\n.B beta\n(bands of rows) or\n.B gamma\n(bands of "
                            "columns)."),
          maybe<&P::gap>("gap", or_null(amount()), "What the totals of\n.B layouts\ncount for an element; default 1.")
              .in("operations of the slowest processor"),
          maybe<&P::barrier>("barrier", or_null(amount()), "What they count for a barrier; default 0.")
              .in("operations of the slowest processor"),
          always<&P::layouts>("layouts",
                              list_of(object<LayoutCost>("an object with A, B, C, communication and total"),
                                      "a list of layouts with their costs"),
                              "All 27 ways, cheapest first."),
          field<&P::rectangles>("rectangles", blocks(), "By processor: its block of C."),
          maybe<&P::starts>("starts", or_null(starts, starts.expected),
                            "Where A and B lie before the product, where that is not as C does."),
          maybe<&P::candidates>(
              "candidates",
              list_of(object<ProductCandidate>("an object with processors, elements and seconds"),
                      "a list of candidates"),
              "Numbers of processors that were weighed by seconds, the most first; absent where all are used without\n"
              "a choice."),
          maybe<&P::predicted>("predicted", object<MatmulPrediction>()),
          always<&P::left_out>("left_out", processor_numbers()),
          always<&P::cluster>("cluster", processors()),
          origin<P>(),
      }),
      [](void* to, const Node& node, std::size_t) {
        auto& plan = *static_cast<HbspMatmul*>(to);
        if (const Node size = node["size"]; !size.is_null()) plan.size = size.integer();
        if (plan.cluster.empty()) plan.cluster.resize(plan.rectangles.size() + plan.left_out.size());
      });
}

namespace {

/// Whether all extents are there and positive; else adds the fault.
bool has_size(const ProductSize& size, Faults& faults) {
  const auto [rows, inner, columns] = size;
  if (rows > 0 && inner > 0 && columns > 0) return true;
  const bool none = rows == 0 && inner == 0 && columns == 0;
  const char* missing = none ? "size" : rows == 0 ? "rows" : inner == 0 ? "inner" : "columns";
  faults.add("/", "lacks \"" + std::string(missing) + "\"");
  return false;
}

}  // namespace

Faults faults(const HbspMatmul& plan) {
  Faults found;
  if (!has_size(plan.size, found)) return found;
  if (plan.cluster.empty()) found.add("/cluster", "no processors");
  const auto [rows, inner, columns] = plan.size;
  const auto tiled = [&](const char* pointer, std::int64_t height, std::int64_t width) {
    return Tiled{
        pointer, "matrix", height, width, std::ssize(plan.cluster), {plan.left_out.begin(), plan.left_out.end()}};
  };
  const Tiled c = tiled("/rectangles", rows, columns);
  check_tiles(c, plan.rectangles, found);
  if (plan.starts) {
    check_tiles(tiled("/starts/A", rows, inner), plan.starts->a, found);
    check_tiles(tiled("/starts/B", inner, columns), plan.starts->b, found);
  } else if (!plan.size.is_square()) {
    found.add("/", "lacks \"starts\", where A and B lie, whose extents differ from C's");
  }
  check_accounted_for(c, plan.rectangles, found);
  for (std::size_t i = 0; i < plan.candidates.size(); ++i) {
    const std::string pointer = "/candidates/" + std::to_string(i) + "/processors";
    const std::int64_t processors = plan.candidates[i].processors;
    if (processors > std::ssize(plan.cluster))
      found.add(pointer, "found " + std::to_string(processors) + "; expected at most the " +
                             std::to_string(plan.cluster.size()) + " of the cluster");
    if (i > 0 && processors >= plan.candidates[i - 1].processors)
      found.add(pointer, "found " + std::to_string(processors) + " after " +
                             std::to_string(plan.candidates[i - 1].processors) + "; expected descending numbers");
  }
  return found;
}

namespace {

/// A place where the sweep of `first_overlap` meets the left or right side of a block.
struct TileSide {
  std::int64_t column;
  bool opens;
  std::size_t part;
};

/// The first block found to share a cell with another: sweeps the columns, keeping the rows of the open blocks.
std::optional<std::size_t> first_overlap(const std::vector<MatrixPart>& parts) {
  std::vector<TileSide> sides;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    sides.push_back({parts[i].columns.first, true, i});
    sides.push_back({parts[i].columns.end(), false, i});
  }
  // At one column, blocks close before others open.
  std::ranges::sort(sides, {}, [](const TileSide& s) { return std::tuple(s.column, s.opens, s.part); });
  std::map<std::int64_t, std::int64_t> open;  // first row -> end of rows
  for (const TileSide& side : sides) {
    const Range& rows = parts[side.part].rows;
    if (!side.opens) {
      open.erase(rows.first);
      continue;
    }
    const auto next = open.lower_bound(rows.first);
    if (next != open.end() && next->first < rows.end()) return side.part;
    if (next != open.begin() && std::prev(next)->second > rows.first) return side.part;
    open[rows.first] = rows.end();
  }
  return {};
}

void check_tile_range(const std::string& pointer, const Range& range, std::int64_t extent, Faults& faults) {
  if (range.first >= 0 && range.count > 0 && range.count <= extent && range.first <= extent - range.count) return;
  faults.add(pointer, std::to_string(range.count) + " from " + std::to_string(range.first) + " is not a part of 0 .. " +
                          std::to_string(extent - 1));
}

}  // namespace

void check_tiles(const Tiled& tiled, const std::vector<MatrixPart>& parts, Faults& faults) {
  const std::size_t before = faults.size();
  std::set<std::int64_t> seen;
  double cells = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto& [processor, rows, columns] = parts[i];
    const std::string here = tiled.pointer + "/" + std::to_string(i);
    const std::string name = std::to_string(processor);
    if (processor < 0 || processor >= tiled.processors)
      faults.add(here + "/processor", "there is no processor " + name);
    if (!seen.insert(processor).second) faults.add(here + "/processor", "processor " + name + " has two blocks");
    if (tiled.left_out.contains(processor)) faults.add(here + "/processor", "processor " + name + " is left out");
    check_tile_range(here + "/rows", rows, tiled.rows, faults);
    check_tile_range(here + "/columns", columns, tiled.columns, faults);
    cells += static_cast<double>(rows.count) * static_cast<double>(columns.count);
  }
  if (faults.size() != before) return;
  if (const auto part = first_overlap(parts))
    faults.add(tiled.pointer + "/" + std::to_string(*part), "overlaps another block");
  else if (cells != static_cast<double>(tiled.rows) * static_cast<double>(tiled.columns))
    faults.add(tiled.pointer, "the blocks leave a hole in the " + tiled.name);
}

void check_accounted_for(const Tiled& tiled, const std::vector<MatrixPart>& parts, Faults& faults) {
  std::set<std::int64_t> known = tiled.left_out;
  for (const std::int64_t processor : tiled.left_out)
    if (processor < 0 || processor >= tiled.processors)
      faults.add("/left_out", "there is no processor " + std::to_string(processor));
  for (const MatrixPart& part : parts) known.insert(part.processor);
  for (std::int64_t i = 0; i < tiled.processors; ++i)
    if (!known.contains(i))
      faults.add(tiled.pointer, "processor " + std::to_string(i) + " has no block and is not left out");
}

}  // namespace uneven::document
