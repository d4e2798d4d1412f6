#include "hbsp/matmul.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>
#include <set>

#include "base/error.hpp"

using namespace uneven;
using namespace uneven::hbsp;
using document::Layout;

namespace {

std::vector<document::Processor> processors(const std::vector<double>& speed) {
  std::vector<document::Processor> cluster(speed.size());
  for (std::size_t i = 0; i < speed.size(); ++i) cluster[i].speed = speed[i];
  return cluster;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(hbsp_matmul)

BOOST_AUTO_TEST_CASE(four_equal_processors_have_four_squares) {
  const auto plan = plan_matmul({.size = 4096}, processors({1, 1, 1, 1}));
  BOOST_TEST(plan.layouts[0].communication == 16777216.0);
  BOOST_TEST(plan.layouts[0].total == 17196646400.0);
  BOOST_TEST(plan.predicted.elements == 67108864);
  BOOST_TEST(plan.predicted.lower_bound == 67108864.0);
  BOOST_TEST(plan.predicted.ratio == 1.0);
  BOOST_TEST(plan.predicted.imbalance == 0.0);
  for (const auto& part : plan.rectangles) {
    BOOST_TEST(part.rows.count == 2048);
    BOOST_TEST(part.columns.count == 2048);
  }
  BOOST_TEST(!plan.starts.has_value());
}

BOOST_AUTO_TEST_CASE(sound_for_every_layout_and_size_also_with_too_many_processors) {
  const Layout all[] = {Layout::alpha, Layout::beta, Layout::gamma};
  for (unsigned seed = 0; seed < 12; ++seed) {
    std::mt19937 rng(seed);
    std::vector<double> speed(1 + rng() % 30);
    for (double& s : speed) s = std::exp2(static_cast<double>(rng() % 10));
    for (std::int64_t n : {1, 3, 4, 13, 101})
      for (Layout a : all)
        for (Layout b : all)
          for (Layout c : all) {
            BOOST_TEST_CONTEXT("seed " << seed << " n " << n) {
              const auto plan = plan_matmul({.size = n, .layout = {a, b, c}}, processors(speed));
              BOOST_TEST(document::faults(plan).empty());
              BOOST_TEST(plan.rectangles.size() + plan.left_out.size() == speed.size());
              BOOST_TEST(plan.starts.has_value() == !(a == c && b == c));
              double lines = 0;
              for (const auto& part : plan.rectangles)
                lines += static_cast<double>(part.rows.count + part.columns.count);
              BOOST_TEST(static_cast<double>(plan.predicted.elements) == lines * static_cast<double>(n));
              BOOST_TEST(plan.predicted.imbalance >= -1e-12);
            }
          }
  }
}

BOOST_AUTO_TEST_CASE(seconds_follow_from_measured_speeds_and_network) {
  document::Speeds speeds;
  speeds.kernel = "matmul";
  auto plan = plan_matmul({.size = 400, .layout = {Layout::beta, Layout::beta, Layout::beta}, .panel = 100},
                          processors({3e9, 1e9}));
  predict_seconds(plan, speeds);
  // Rows 300 and 100: 400^2 * 300 multiply-adds at 3e9/s.
  BOOST_TEST(*plan.predicted.compute_s == 0.016, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(!plan.predicted.communication_s.has_value());
  BOOST_TEST(!predicted_seconds(plan).has_value());

  // A lies where it is used. Of B, processor 0 sends its 300 rows and processor 1 its 100; four panels start up.
  speeds.network = document::NetworkSpeeds{.latency_s = 1e-3, .gap_s_per_byte = 1e-8};
  predict_seconds(plan, speeds);
  BOOST_TEST(*plan.predicted.communication_s == 300 * 400 * 8 * 1e-8 + 4e-3, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(*predicted_seconds(plan) == 0.016 + 0.0136 / 4, boost::test_tools::tolerance(1e-12));

  speeds.kernel_options["precision"] = "single";
  predict_seconds(plan, speeds);
  BOOST_TEST(*plan.predicted.communication_s == 300 * 400 * 4 * 1e-8 + 4e-3, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_planned_is_refused) {
  BOOST_CHECK_THROW(plan_matmul({.size = 10}, processors({1, std::nan("")})), InputError);
  BOOST_CHECK_THROW(plan_matmul({.size = 10}, processors({})), InputError);
  BOOST_CHECK_THROW(plan_matmul({.size = 90'000'000}, processors({1, 1})), InputError);
}

BOOST_AUTO_TEST_SUITE_END()
