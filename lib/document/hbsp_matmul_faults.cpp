#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "document/hbsp_matmul.hpp"

namespace uneven::document {
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
    if (plan_.cluster.empty()) fault("/cluster", "no processors");
    check_matrix("/rectangles", plan_.rectangles);
    if (plan_.starts) {
      check_matrix("/starts/A", plan_.starts->a);
      check_matrix("/starts/B", plan_.starts->b);
    }
    check_everybody_accounted_for();
    return std::move(faults_);
  }

 private:
  void fault(const std::string& pointer, const std::string& text) { faults_.add(pointer, text); }

  bool exists(std::int64_t processor) const { return processor >= 0 && processor < std::ssize(plan_.cluster); }

  void check_matrix(const std::string& pointer, const std::vector<MatrixPart>& parts) {
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
      check_range(here + "/rows", rows);
      check_range(here + "/columns", columns);
      cells += static_cast<double>(rows.count) * static_cast<double>(columns.count);
    }
    if (faults_.size() != before) return;
    const double all = static_cast<double>(plan_.size) * static_cast<double>(plan_.size);
    if (const auto part = overlap(parts))
      fault(pointer + "/" + std::to_string(*part), "overlaps another block");
    else if (cells != all)
      fault(pointer, "the blocks leave a hole in the matrix");
  }

  void check_range(const std::string& pointer, const Range& range) {
    if (range.first >= 0 && range.count > 0 && range.count <= plan_.size && range.first <= plan_.size - range.count)
      return;
    fault(pointer, std::to_string(range.count) + " from " + std::to_string(range.first) + " is not a part of 0 .. " +
                       std::to_string(plan_.size - 1));
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
