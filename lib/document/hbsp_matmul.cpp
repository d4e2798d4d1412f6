// SPDX-License-Identifier: MIT
#include "document/hbsp_matmul.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "document/describe/field.hpp"
#include "document/writer.hpp"

namespace uneven::document {

const char* name_of(Layout layout) {
  switch (layout) {
    case Layout::alpha:
      return "alpha";
    case Layout::beta:
      return "beta";
    default:
      return "gamma";
  }
}

std::optional<Layout> layout_named(const std::string& name) {
  for (Layout layout : {Layout::alpha, Layout::beta, Layout::gamma})
    if (name == name_of(layout)) return layout;
  return {};
}

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

Type layout() { return one_of({"alpha", "beta", "gamma"}); }

}  // namespace

static void read_value(const Node& node, Layout& layout) { layout = layout_named(std::string(node.text())).value(); }
static void write_value(std::string& out, const Layout& layout) { append_text(out, name_of(layout)); }

const Object& description_of(const Layouts&) {
  static const Object description({
      field<&Layouts::a>("A", layout(), ""),
      field<&Layouts::b>("B", layout(), ""),
      field<&Layouts::c>("C", layout(), ""),
  });
  return description;
}

const Object& description_of(const LayoutCost&) {
  static const Object description({
      field<&LayoutCost::layouts, &Layouts::a>("A", layout(), ""),
      field<&LayoutCost::layouts, &Layouts::b>("B", layout(), ""),
      field<&LayoutCost::layouts, &Layouts::c>("C", layout(), ""),
      field<&LayoutCost::communication>("communication", amount(), "").in("elements"),
      field<&LayoutCost::total>("total", amount(), "").in("operations of the slowest processor"),
  });
  return description;
}

const Object& description_of(const MatrixPart&) {
  static const Object description({
      field<&MatrixPart::processor>("processor", count(), ""),
      field<&MatrixPart::rows>("rows", range(), ""),
      field<&MatrixPart::columns>("columns", range(), ""),
  });
  return description;
}

namespace {

Type blocks() {
  return list_of(object(description_of(MatrixPart()), "an object with processor, rows and columns"),
                 "a list of at least one block", 1);
}

}  // namespace

const Object& description_of(const MatrixStarts&) {
  static const Object description({
      field<&MatrixStarts::a>("A", blocks(), ""),
      field<&MatrixStarts::b>("B", blocks(), ""),
  });
  return description;
}

const Object& description_of(const MatmulPrediction&) {
  using P = MatmulPrediction;
  static const Object description({
      always<&P::compute_s>("compute_s", or_null(amount()),
                            "The busiest processor, with messages where their cost is known."),
      always<&P::communication_s>("communication_s", or_null(amount()), "The busiest link."),
      maybe<&P::elements>("elements", count(), "Columns of A times the rows and columns of all blocks of C, added."),
      maybe<&P::lower_bound>("lower_bound", amount(), "Of the elements, for any blocks of these areas."),
      maybe<&P::ratio>("ratio", amount(),
                       "Sum of half-perimeters of the blocks over that of squares of the same areas."),
      maybe<&P::imbalance>("imbalance", number(), ""),
      always<&P::seconds>("seconds", or_null(amount()), "The product: both, beside each other as far as they can be."),
      maybe<&P::bytes>("bytes", or_null(object(description_of(SentBytes())), "an object or null"),
                       "Sent in the product."),
  });
  return description;
}

const Object& description_of(const HbspMatmul&) {
  using P = HbspMatmul;
  const Type starts = object(description_of(MatrixStarts()), "an object with A and B");
  static const Object description(
      {
          field<&P::size, &ProductSize::rows>("size", extent(), "n, where all matrices are n x n.")
              .unless(is_not_square),
          field<&P::size, &ProductSize::rows>("rows", extent(), "Rows of A and C, where there is no\n.BR size .")
              .unless(is_square),
          field<&P::size, &ProductSize::inner>("inner", extent(), "Columns of A and rows of B.").unless(is_square),
          field<&P::size, &ProductSize::columns>("columns", extent(), "Columns of B and C.").unless(is_square),
          maybe<&P::panel>("panel", extent(), "Columns of A, and rows of B, that travel at a time; default 384."),
          maybe<&P::layout>("layout", object(description_of(Layouts()), "an object with the layouts of A, B and C"),
                            "How they lie:\n.B alpha\n(blocks),\n.B beta\n(bands of rows) or\n.B gamma\n(bands of "
                            "columns)."),
          maybe<&P::gap>("gap", or_null(amount()), "What the totals of\n.B layouts\ncount for an element; default 1.")
              .in("operations of the slowest processor"),
          maybe<&P::barrier>("barrier", or_null(amount()), "What they count for a barrier; default 0.")
              .in("operations of the slowest processor"),
          always<&P::layouts>(
              "layouts",
              list_of(object(description_of(LayoutCost()), "an object with A, B, C, communication and total"),
                      "a list of layouts with their costs"),
              "All 27 ways, cheapest first."),
          field<&P::rectangles>("rectangles", blocks(), "By processor: its block of C."),
          maybe<&P::starts>("starts", or_null(starts, starts.expected),
                            "Where A and B lie before the product, where that is not as C does."),
          maybe<&P::predicted>("predicted", object(description_of(MatmulPrediction())), ""),
          always<&P::left_out>("left_out", processor_numbers(), ""),
          always<&P::cluster>("cluster", processors(), ""),
          always<&P::kernel>("kernel", kernel(), ""),
          maybe<&P::kernel_options>("kernel_options", kernel_options(), ""),
          maybe<&P::made_by>("made_by", made_by(), ""),
      },
      [](void* to, const Node& node, std::size_t) {
        auto& plan = *static_cast<HbspMatmul*>(to);
        if (const Node size = node["size"]; !size.is_null()) plan.size = size.integer();
        if (plan.cluster.empty()) plan.cluster.resize(plan.rectangles.size() + plan.left_out.size());
      });
  return description;
}

HbspMatmul hbsp_matmul_from_json(const Tree& json) {
  HbspMatmul plan;
  read_value(json, plan);
  return plan;
}

void write_document(std::ostream& out, const HbspMatmul& plan, bool compact) {
  write_described(out, "hbsp-matmul", description_of(plan), &plan, compact);
}

namespace {

/// A place where the sweep of `overlap` meets the left or right side of a block.
struct Side {
  std::int64_t column;
  bool opens;
  std::size_t part;
};

/// The first block found to share a cell with another: sweeps the columns, keeping the rows of the open blocks.
std::optional<std::size_t> overlap(const std::vector<MatrixPart>& parts) {
  std::vector<Side> sides;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    sides.push_back({parts[i].columns.first, true, i});
    sides.push_back({parts[i].columns.end(), false, i});
  }
  // At one column, blocks close before others open.
  std::ranges::sort(sides, {}, [](const Side& s) { return std::tuple(s.column, s.opens, s.part); });
  std::map<std::int64_t, std::int64_t> open;  // first row -> end of rows
  for (const Side& side : sides) {
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

class Checker {
 public:
  explicit Checker(const HbspMatmul& plan) : plan_(plan), left_out_(plan.left_out.begin(), plan.left_out.end()) {}

  Faults run() {
    if (!check_size()) return std::move(faults_);
    if (plan_.cluster.empty()) fault("/cluster", "no processors");
    const auto [rows, inner, columns] = plan_.size;
    check_matrix("/rectangles", plan_.rectangles, rows, columns);
    if (plan_.starts) {
      check_matrix("/starts/A", plan_.starts->a, rows, inner);
      check_matrix("/starts/B", plan_.starts->b, inner, columns);
    } else if (!plan_.size.is_square()) {
      fault("/", "lacks \"starts\", where A and B lie, whose extents differ from C's");
    }
    check_everybody_accounted_for();
    return std::move(faults_);
  }

 private:
  void fault(const std::string& pointer, const std::string& text) { faults_.add(pointer, text); }

  bool exists(std::int64_t processor) const { return processor >= 0 && processor < std::ssize(plan_.cluster); }

  bool check_size() {
    const auto [rows, inner, columns] = plan_.size;
    if (rows > 0 && inner > 0 && columns > 0) return true;
    const bool none = rows == 0 && inner == 0 && columns == 0;
    const char* missing = none ? "size" : rows == 0 ? "rows" : inner == 0 ? "inner" : "columns";
    fault("/", "lacks \"" + std::string(missing) + "\"");
    return false;
  }

  void check_matrix(const std::string& pointer, const std::vector<MatrixPart>& parts, std::int64_t height,
                    std::int64_t width) {
    const std::size_t before = faults_.size();
    std::set<std::int64_t> seen;
    double cells = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const auto& [processor, rows, columns] = parts[i];
      const std::string here = pointer + "/" + std::to_string(i);
      const std::string name = std::to_string(processor);
      if (!exists(processor)) fault(here + "/processor", "there is no processor " + name);
      if (!seen.insert(processor).second) fault(here + "/processor", "processor " + name + " has two blocks");
      if (left_out_.contains(processor)) fault(here + "/processor", "processor " + name + " is left out");
      check_range(here + "/rows", rows, height);
      check_range(here + "/columns", columns, width);
      cells += static_cast<double>(rows.count) * static_cast<double>(columns.count);
    }
    if (faults_.size() != before) return;
    const double all = static_cast<double>(height) * static_cast<double>(width);
    if (const auto part = overlap(parts))
      fault(pointer + "/" + std::to_string(*part), "overlaps another block");
    else if (cells != all)
      fault(pointer, "the blocks leave a hole in the matrix");
  }

  void check_range(const std::string& pointer, const Range& range, std::int64_t extent) {
    if (range.first >= 0 && range.count > 0 && range.count <= extent && range.first <= extent - range.count) return;
    fault(pointer, std::to_string(range.count) + " from " + std::to_string(range.first) + " is not a part of 0 .. " +
                       std::to_string(extent - 1));
  }

  void check_everybody_accounted_for() {
    for (std::int64_t processor : left_out_)
      if (!exists(processor)) fault("/left_out", "there is no processor " + std::to_string(processor));
    std::set<std::int64_t> known = left_out_;
    for (const MatrixPart& part : plan_.rectangles) known.insert(part.processor);
    for (std::int64_t i = 0; i < std::ssize(plan_.cluster); ++i)
      if (!known.contains(i))
        fault("/rectangles", "processor " + std::to_string(i) + " has no block and is not left out");
  }

  const HbspMatmul& plan_;
  std::set<std::int64_t> left_out_;
  Faults faults_;
};

}  // namespace

Faults faults(const HbspMatmul& plan) { return Checker(plan).run(); }

}  // namespace uneven::document
