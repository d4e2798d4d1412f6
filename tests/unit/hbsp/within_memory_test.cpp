// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <numeric>
#include <random>
#include <string>

#include "../cases.hpp"
#include "base/error.hpp"
#include "hbsp/matmul.hpp"

BOOST_AUTO_TEST_SUITE(hbsp_within_memory)

using namespace uneven;
using namespace uneven::hbsp;
using document::HbspMatmul;
using document::Layout;
using document::MatrixPart;

namespace {

document::Speeds speeds_of(const std::vector<double>& speed, const std::vector<double>& memory) {
  document::Speeds speeds;
  for (std::size_t i = 0; i < speed.size(); ++i) {
    auto& processor = speeds.processors.emplace_back();
    processor.speed = speed[i];
    if (memory[i] > 0) processor.memory_bytes = static_cast<std::int64_t>(memory[i]);
  }
  return speeds;
}

const MatrixPart* part_of(const std::vector<MatrixPart>& parts, std::int64_t processor) {
  const auto part = std::ranges::find(parts, processor, &MatrixPart::processor);
  return part == parts.end() ? nullptr : &*part;
}

/// Bytes by the words of the manual: parts of A, B and C, and 17 panels of both inputs, or as many as there are, of
/// which those of A once more where it sends them. Panels are at most as wide as the plan says.
double most_bytes(const HbspMatmul& plan, std::int64_t processor) {
  double elements = 0;
  const auto& a = plan.starts ? plan.starts->a : plan.rectangles;
  const auto& b = plan.starts ? plan.starts->b : plan.rectangles;
  for (const auto* parts : {&a, &b, &plan.rectangles})
    if (const auto* part = part_of(*parts, processor)) elements += static_cast<double>(part->cells());
  const double lines = static_cast<double>(std::min(plan.size.inner + plan.panel, 17 * plan.panel));
  if (const auto* block = part_of(plan.rectangles, processor))
    elements += lines * static_cast<double>(block->rows.count + block->columns.count);
  if (const auto* part = part_of(a, processor)) elements += lines * static_cast<double>(part->rows.count);
  return 8 * elements;
}

double longest(const HbspMatmul& plan) {
  double longest = 0;
  for (const auto& part : plan.rectangles)
    longest = std::max(
        longest, static_cast<double>(part.cells()) / plan.cluster[static_cast<std::size_t>(part.processor)].speed);
  return longest;
}

std::string refusal(const MatmulRequest& request, const document::Speeds& speeds) {
  try {
    plan_within_memory(request, speeds, true);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

}  // namespace

BOOST_AUTO_TEST_CASE(enough_memory_changes_nothing) {
  const MatmulRequest request{.size = {300, 200, 100}};
  const auto free = plan_within_memory(request, speeds_of({1, 2, 4}, {0, 0, 0}), false);
  auto plan = plan_within_memory(request, speeds_of({1, 2, 4}, {1e9, 0, 1e9}), false);
  BOOST_TEST((plan.rectangles == free.rectangles));
  BOOST_TEST(plan.panel == free.panel);
  for (const auto& part : plan.rectangles)
    plan.cluster[static_cast<std::size_t>(part.processor)].memory_bytes =
        static_cast<std::int64_t>(most_bytes(plan, part.processor));
  BOOST_TEST(fits_memory(plan, 8));
  plan.cluster[1].memory_bytes = 8 * plan.rectangles[1].cells();
  BOOST_TEST(!fits_memory(plan, 8));
}

BOOST_AUTO_TEST_CASE(a_processor_with_little_memory_has_a_smaller_block) {
  const MatmulRequest request{.size = 1024, .panel = 64};
  const auto free = plan_within_memory(request, speeds_of({4, 1, 1}, {0, 0, 0}), true);
  const double needed = most_bytes(free, 0);
  const auto plan = plan_within_memory(request, speeds_of({4, 1, 1}, {needed / 2, 0, 0}), true);
  BOOST_TEST(most_bytes(plan, 0) <= needed / 2 * 1.1);
  BOOST_TEST(fits_memory(plan, 8));
  BOOST_TEST(plan.rectangles[0].cells() < free.rectangles[0].cells());
  // The others share the rest evenly.
  BOOST_TEST(static_cast<double>(plan.rectangles[1].cells()) / static_cast<double>(plan.rectangles[2].cells()) == 1,
             boost::test_tools::tolerance(0.05));
}

BOOST_AUTO_TEST_CASE(narrower_panels_leave_room_for_a_larger_block_unless_the_width_is_given) {
  const MatmulRequest request{.size = 4000};
  const auto free = plan_within_memory(request, speeds_of({4, 1, 1}, {0, 0, 0}), true);
  const auto speeds = speeds_of({4, 1, 1}, {most_bytes(free, 0) / 2, 0, 0});
  const auto given = plan_within_memory(request, speeds, true), narrow = plan_within_memory(request, speeds, false);
  BOOST_TEST(given.panel == free.panel);
  BOOST_TEST(narrow.panel < given.panel);
  BOOST_TEST(longest(narrow) < longest(given));
}

BOOST_AUTO_TEST_CASE(plans_fit_in_every_layout_or_say_what_does) {
  int planned = 0, refused = 0;
  test::for_seeds(150, [&](std::mt19937& random, unsigned seed) {
    std::vector<double> speed(1 + random() % 6), memory;
    for (double& s : speed) s = 1 + random() % 9;
    const auto extent = [&] { return static_cast<std::int64_t>(20 + random() % 200); };
    MatmulRequest request{.size = {extent(), extent(), extent()},
                          .panel = 1 + static_cast<std::int64_t>(random() % 40)};
    if (seed % 2) request.size = extent();
    const auto layout = [&] { return static_cast<Layout>(random() % 3); };
    request.layout = {layout(), layout(), layout()};
    const auto free = plan_matmul(request, document::cluster_of(speeds_of(speed, std::vector<double>(speed.size()))));
    for (std::size_t i = 0; i < speed.size(); ++i)
      memory.push_back(random() % 2 ? 0 : most_bytes(free, static_cast<std::int64_t>(i)) * (1 + random() % 15) / 10);
    const auto speeds = speeds_of(speed, memory);
    const std::string said = refusal(request, speeds);
    if (said.empty()) {
      ++planned;
      const auto plan = plan_within_memory(request, speeds, true);
      BOOST_TEST(fits_memory(plan, 8));
      BOOST_TEST(plan.panel <= request.panel);
      double cells = 0;
      for (const auto& part : plan.rectangles) cells += static_cast<double>(part.cells());
      BOOST_TEST(cells == static_cast<double>(request.size.rows) * static_cast<double>(request.size.columns));
      return;
    }
    ++refused;
    BOOST_TEST_REQUIRE(said.find(" does not fit: memory holds ") != std::string::npos, said);
    const auto at = said.find("one of size ");
    if (at == std::string::npos || !request.size.is_square()) return;
    request.size = std::stoll(said.substr(at + 12));
    BOOST_TEST(refusal(request, speeds) == "");
  });
  BOOST_TEST(planned > 60);
  BOOST_TEST(refused > 5);
}

BOOST_AUTO_TEST_SUITE_END()
