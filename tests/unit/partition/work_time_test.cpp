#include "partition/work_time.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

BOOST_AUTO_TEST_SUITE(partition_work_time)

using namespace uneven;
using namespace uneven::partition;

namespace {

constexpr double unit_s = 1e-8, sample_s = 4e-7;
const document::Perceptron network{3, 100, 2};

/// Of a processor that takes sample_s + hidden unit_s for a sample, as measured: parts of 100 hidden units in 400
/// samples, of a half and of a quarter of both.
document::Speeds measured() {
  document::Speeds speeds;
  speeds.kernel = "bp";
  speeds.kernel_options = document::Json::parse(R"({"samples": 400})");
  auto& processor = speeds.processors.emplace_back();
  for (const double hidden : {25, 50, 100})
    processor.curve.push_back({hidden * 4 * hidden, hidden / (sample_s + hidden * unit_s)});
  processor.speed = processor.curve.back().speed;
  processor.sample_s = sample_s;
  return speeds;
}

/// The same of four alike, whose square share has 50 hidden units.
document::Speeds measured_of_four() {
  document::Speeds speeds = measured();
  speeds.processors.resize(4, speeds.processors[0]);
  return speeds;
}

}  // namespace

BOOST_AUTO_TEST_CASE(squares_and_narrow_rectangles_take_what_samples_and_hidden_units_take) {
  const auto speeds = measured();
  const WorkTime work(speeds, network);
  for (const double cells : {100.0 * 400, 50.0 * 200, 25.0 * 100})
    for (const double times_narrower : {1.0, 1.5, 4.0, 20.0}) {
      const double hidden = std::sqrt(cells / 4) / times_narrower, samples = cells / hidden;
      BOOST_TEST(work.of(0, hidden, samples, false) == samples * (sample_s + hidden * unit_s),
                 boost::test_tools::tolerance(1e-12));
    }
}

BOOST_AUTO_TEST_CASE(samples_may_be_a_signed_number) {
  auto speeds = measured();
  const double seconds = WorkTime(speeds, network).of(0, 2, 5000, false);
  speeds.kernel_options = document::Json{{"samples", 400}, {"more", 0}};
  BOOST_TEST(WorkTime(speeds, network).of(0, 2, 5000, false) == seconds);
}

BOOST_AUTO_TEST_CASE(wide_rectangles_take_no_less_than_squares) {
  const auto speeds = measured();
  const WorkTime work(speeds, network);
  BOOST_TEST(work.of(0, 100, 100, false) == work.of(0, 50, 200, false));
}

BOOST_AUTO_TEST_CASE(without_what_was_measured_only_cells_count) {
  auto speeds = measured();
  speeds.processors[0].sample_s.reset();
  BOOST_TEST(WorkTime(speeds, network).of(0, 2, 5000, false) == WorkTime(speeds, network).of(0, 50, 200, false));
  speeds = measured();
  for (const char* options : {"{}", R"({"samples": "400"})", R"({"samples": 0})"}) {
    speeds.kernel_options = document::Json::parse(options);
    BOOST_TEST(WorkTime(speeds, network).of(0, 2, 5000, false) == WorkTime(speeds, network).of(0, 50, 200, false));
  }
}

BOOST_AUTO_TEST_CASE(the_order_of_messages_slows_low_rectangles_less_than_the_square_share_that_was_measured) {
  auto speeds = measured_of_four();
  speeds.processors[1].beside_work = 1.2;
  const WorkTime work(speeds, network);
  const auto close = boost::test_tools::tolerance(1e-12);
  const double square = work.of(1, 50, 200, false), low = work.of(1, 25, 400, false);
  BOOST_TEST(work.of(1, 50, 200, true) == 1.2 * square, close);
  BOOST_TEST(work.of(1, 100, 100, true) == 1.2 * square, close);
  BOOST_TEST(work.of(1, 25, 400, true) == low + 0.1 * square, close);
  BOOST_TEST(work.of(0, 25, 400, true) == low);
}

BOOST_AUTO_TEST_CASE(tall_rectangles_that_nobody_sums_take_longer_up_to_all_hidden_units) {
  auto speeds = measured_of_four();
  speeds.processors[1].tall_work = 1.4;
  const WorkTime work(speeds, network);
  const auto close = boost::test_tools::tolerance(1e-12);
  const double square = work.of(1, 50, 200, false), tall_s = work.of(1, 100, 100, false);
  BOOST_TEST(tall_s == 1.4 * square, close);
  BOOST_TEST(work.of(1, 50 * std::sqrt(2), 200 / std::sqrt(2), false) == 1.2 * square, close);
  BOOST_TEST(work.of(1, 100, 100, true) == square, close);
  BOOST_TEST(work.of(1, 100, 400, false) == work.of(0, 100, 400, false));
}

BOOST_AUTO_TEST_SUITE_END()
