// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <random>

#include "hbsp/matmul.hpp"
#include "hbsp/schedule.hpp"

BOOST_AUTO_TEST_SUITE(hbsp_traffic)

using namespace uneven;
using namespace uneven::hbsp;
using document::Layout;
using document::MatrixPart;

namespace {

const MatrixPart* part_of(const std::vector<MatrixPart>& parts, std::int64_t processor) {
  for (const auto& part : parts)
    if (part.processor == processor) return &part;
  return nullptr;
}

bool has(const document::Range& range, std::int64_t x) { return range.first <= x && x < range.end(); }

/// Cell by cell: who holds it, who needs it. @param counts  whether messages between two processors count.
template <class Counts>
std::vector<Traffic> traffic_by_cells(const document::HbspMatmul& plan, Counts counts) {
  std::vector<Traffic> result(plan.cluster.size());
  const auto move = [&](const std::vector<MatrixPart>& start, std::int64_t i, std::int64_t j, auto needs) {
    for (const auto& holder : start) {
      if (!has(holder.rows, i) || !has(holder.columns, j)) continue;
      for (std::int64_t q = 0; q < std::ssize(plan.cluster); ++q) {
        const MatrixPart* c = part_of(plan.rectangles, q);
        if (q == holder.processor || !c || !needs(*c) || !counts(q, holder.processor)) continue;
        ++result[holder.processor].sent;
        ++result[q].received;
      }
    }
  };
  for (std::int64_t k = 0; k < plan.size.inner; ++k) {
    for (std::int64_t i = 0; i < plan.size.rows; ++i)
      move(start_of_a(plan), i, k, [&](const MatrixPart& c) { return has(c.rows, i); });
    for (std::int64_t j = 0; j < plan.size.columns; ++j)
      move(start_of_b(plan), k, j, [&](const MatrixPart& c) { return has(c.columns, j); });
  }
  return result;
}

}  // namespace

BOOST_AUTO_TEST_CASE(equals_the_count_cell_by_cell_for_all_27_layouts) {
  const Layout all[] = {Layout::alpha, Layout::beta, Layout::gamma};
  for (Layout a : all)
    for (Layout b : all)
      for (Layout c : all)
        for (std::size_t p : {1u, 3u, 6u}) {
          const document::ProductSize size = p == 1   ? document::ProductSize(11, 5, 3)
                                             : p == 3 ? document::ProductSize(4, 17, 9)
                                                      : document::ProductSize(11);
          std::vector<document::Processor> cluster(p);
          for (std::size_t i = 0; i < p; ++i) cluster[i].speed = 1 + static_cast<double>(i * i);
          const auto plan = plan_matmul({.size = size, .layout = {a, b, c}}, cluster);
          BOOST_TEST_CONTEXT(document::name_of(a) << ' ' << document::name_of(b) << ' ' << document::name_of(c)) {
            const auto compare = [&](const std::vector<Traffic>& fast, const std::vector<Traffic>& slow) {
              for (std::size_t i = 0; i < p; ++i) {
                BOOST_TEST(fast[i].sent == slow[i].sent);
                BOOST_TEST(fast[i].received == slow[i].received);
              }
            };
            compare(traffic(plan), traffic_by_cells(plan, [](auto, auto) { return true; }));
            const std::vector<int> host{0, 1, 0, 2, 1, 0};
            const auto together = [&](std::int64_t q, std::int64_t r) {
              return host[static_cast<std::size_t>(q)] == host[static_cast<std::size_t>(r)];
            };
            compare(traffic_within_hosts(plan, host), traffic_by_cells(plan, together));
          }
        }
}

BOOST_AUTO_TEST_SUITE_END()
