// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "partition/predict/time_model.hpp"

BOOST_AUTO_TEST_SUITE(partition_work_time)

using namespace uneven;
using namespace uneven::partition;

namespace {

constexpr double unit_s = 1e-8, sample_s = 4e-7;
const document::Perceptron network{3, 128, 2};

/// Of a processor that takes sample_s + hidden unit_s for a sample, as measured: parts of 128 hidden units in 512
/// samples, of a half and of a quarter of both.
document::Speeds measured() {
  document::Speeds speeds;
  speeds.kernel = "bp";
  speeds.kernel_options = document::Json::parse(R"({"samples": 512})");
  auto& processor = speeds.processors.emplace_back();
  for (const double hidden : {32, 64, 128})
    processor.curve.push_back({hidden * 4 * hidden, hidden / (sample_s + hidden * unit_s)});
  processor.speed = processor.curve.back().speed;
  processor.sample_s = sample_s;
  return speeds;
}

/// The same of four alike, whose square share has 64 hidden units.
document::Speeds measured_of_four() {
  document::Speeds speeds = measured();
  speeds.processors.resize(4, speeds.processors[0]);
  return speeds;
}

}  // namespace

BOOST_AUTO_TEST_CASE(squares_and_narrow_rectangles_take_what_samples_and_hidden_units_take) {
  const auto speeds = measured();
  const WorkTime work(speeds, network);
  for (const double square : {128, 64, 32})
    for (double hidden = square; hidden >= 16; hidden /= 2) {
      const double samples = 4 * square * square / hidden;
      BOOST_TEST(work.of(0, hidden, samples, false) == samples * (sample_s + hidden * unit_s),
                 boost::test_tools::tolerance(1e-12));
    }
}

BOOST_AUTO_TEST_CASE(hidden_units_count_as_whole_vectors) {
  auto speeds = measured();
  const WorkTime work(speeds, network);
  BOOST_TEST(work.of(0, 1, 500, false) == work.of(0, 16, 500, false));
  BOOST_TEST(work.of(0, 17, 500, true) == work.of(0, 32, 500, true));
  // A square share of 5 hidden units took as long as one of 16.
  speeds.kernel_options["samples"] = 20;
  auto& processor = speeds.processors[0];
  processor.sample_s.reset();
  processor.curve = {{5 * 5 * 20.0 / 128, 1e6}};
  BOOST_TEST(WorkTime(speeds, network).of(0, 3, 10, false) == 16 * 10 / (1e6 * 16 / 5),
             boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(squares_and_all_hidden_units_take_what_was_measured_of_them) {
  const document::Perceptron small{3, 34, 2};
  auto speeds = measured_of_four();
  speeds.kernel_options["samples"] = 68;
  // The square share, 17 in 34, and the whole: 32 and 48 hidden units count.
  for (auto& processor : speeds.processors) {
    processor.curve = {{17 * 34, 2e6}, {34 * 68, 3e6}};
    processor.tall_slowdown = 1.5;
  }
  const auto close = boost::test_tools::tolerance(1e-12);
  const WorkTime work(speeds, small);
  BOOST_TEST(work.of(0, 17, 34, false) == 17 * 34 / 2e6, close);
  BOOST_TEST(work.of(0, 34, 68, false) == 34 * 68 / 3e6, close);
  BOOST_TEST(work.of(0, 16, 34, false) == 16 * 34 / (2e6 * 32 / 17) + 34 * sample_s / 2, close);
  speeds.kernel_options["input"] = "dense";
  for (auto& processor : speeds.processors) processor.tall_slowdown = 1;
  BOOST_TEST(WorkTime(speeds, small).of(0, 17, 34, false) == 17 * 34 / 2e6, close);
  BOOST_TEST(WorkTime(speeds, small).of(0, 18, 17 * 34 / 18.0, false) == 17 * 34 / 2e6, close);
}

BOOST_AUTO_TEST_CASE(samples_may_be_a_signed_number) {
  auto speeds = measured();
  const double seconds = WorkTime(speeds, network).of(0, 16, 1024, false);
  speeds.kernel_options = document::Json{{"samples", 512}, {"more", 0}};
  BOOST_TEST(WorkTime(speeds, network).of(0, 16, 1024, false) == seconds);
}

BOOST_AUTO_TEST_CASE(wide_rectangles_take_no_less_than_squares) {
  const auto speeds = measured();
  const WorkTime work(speeds, network);
  BOOST_TEST(work.of(0, 128, 128, false) == work.of(0, 64, 256, false));
}

BOOST_AUTO_TEST_CASE(without_what_was_measured_only_cells_count) {
  auto speeds = measured();
  speeds.processors[0].sample_s.reset();
  BOOST_TEST(WorkTime(speeds, network).of(0, 16, 1024, false) == WorkTime(speeds, network).of(0, 64, 256, false));
  speeds = measured();
  for (const char* options : {"{}", R"({"samples": "512"})", R"({"samples": 0})"}) {
    speeds.kernel_options = document::Json::parse(options);
    BOOST_TEST(WorkTime(speeds, network).of(0, 16, 1024, false) == WorkTime(speeds, network).of(0, 64, 256, false));
  }
}

BOOST_AUTO_TEST_CASE(the_order_of_messages_slows_low_rectangles_less_than_the_square_share_that_was_measured) {
  auto speeds = measured_of_four();
  speeds.processors[1].pipelined_slowdown = 1.2;
  const WorkTime work(speeds, network);
  const auto close = boost::test_tools::tolerance(1e-12);
  const double square = work.of(1, 64, 256, false), low = work.of(1, 32, 512, false);
  BOOST_TEST(work.of(1, 64, 256, true) == 1.2 * square, close);
  BOOST_TEST(work.of(1, 128, 128, true) == 1.2 * square, close);
  BOOST_TEST(work.of(1, 32, 512, true) == low + 0.1 * square, close);
  BOOST_TEST(work.of(0, 32, 512, true) == low);
}

BOOST_AUTO_TEST_CASE(low_rectangles_fetch_less_again_but_of_dense_inputs) {
  auto speeds = measured_of_four();
  const WorkTime one_hot(speeds, network);
  BOOST_TEST(one_hot.fetched_again(17) == 0.5);
  BOOST_TEST(one_hot.fetched_again(64) == 1);
  BOOST_TEST(one_hot.fetched_again(128) == 1);
  speeds.kernel_options["input"] = "dense";
  BOOST_TEST(WorkTime(speeds, network).fetched_again(17) == 1);
}

BOOST_AUTO_TEST_CASE(tall_rectangles_that_nobody_sums_take_longer_up_to_all_hidden_units) {
  auto speeds = measured_of_four();
  speeds.processors[1].tall_slowdown = 1.4;
  const WorkTime work(speeds, network);
  const auto close = boost::test_tools::tolerance(1e-12);
  const double square = work.of(1, 64, 256, false), tall_s = work.of(1, 128, 128, false);
  BOOST_TEST(tall_s == 1.4 * square, close);
  BOOST_TEST(work.of(1, 96, 64 * 256 / 96.0, false) == (1 + 0.4 * std::log2(1.5)) * square, close);
  BOOST_TEST(work.of(1, 128, 128, true) == square, close);
  BOOST_TEST(work.of(1, 128, 512, false) == work.of(0, 128, 512, false));
}

BOOST_AUTO_TEST_SUITE_END()
