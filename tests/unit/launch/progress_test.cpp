// SPDX-License-Identifier: MIT
#include "launch/progress.hpp"

#include <boost/test/unit_test.hpp>
#include <sstream>

#include "base/error.hpp"

BOOST_AUTO_TEST_SUITE(progress)

using namespace uneven::launch;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_CASE(a_report_in_words) {
  const auto text = [](const std::string& json) { return to_text(*parse_progress(json)); };
  BOOST_TEST(text(R"({"done":12,"total":50,"seconds":12,"label":"error","value":1234.5})") ==
             "12/50, error 1234.5, 0:38 left");
  BOOST_TEST(text(R"({"done":1,"total":3,"seconds":3637.2})") == "1/3, 2:01:15 left");
  BOOST_TEST(text(R"({"done":42,"total":50,"seconds":12,"before":30})") == "42/50, 0:08 left");
  BOOST_TEST(text(R"({"done":50,"total":50,"seconds":12})") == "50/50");
  BOOST_TEST(text(R"({"done":7,"seconds":12,"value":2})") == "7, 2");
  BOOST_TEST(text(R"({"done":0,"total":50,"value":null})") == "0/50");
}

BOOST_AUTO_TEST_CASE(what_is_no_report_is_none) {
  for (const std::string text : {"", "{", "[]", "3", "{}", R"({"done":"x"})", R"({"done":1,"label":3})"})
    BOOST_TEST_CONTEXT(text) BOOST_TEST(!parse_progress(text));
}

BOOST_AUTO_TEST_CASE(auto_is_a_bar_on_a_terminal_alone) {
  BOOST_CHECK(progress_style("auto", Stream::terminal) == ProgressStyle::bar);
  BOOST_CHECK(progress_style("auto", Stream::file) == ProgressStyle::lines);
  BOOST_CHECK(progress_style("bar", Stream::file) == ProgressStyle::bar);
  BOOST_CHECK(progress_style("none", Stream::terminal) == ProgressStyle::none);
  BOOST_CHECK_THROW(progress_style("dots", Stream::terminal), uneven::UsageError);
}

BOOST_AUTO_TEST_CASE(a_dumb_terminal_has_no_bar) {
  for (const std::string style : {"auto", "bar"})
    BOOST_CHECK(progress_style(style, Stream::dumb_terminal) == ProgressStyle::lines);
}

BOOST_AUTO_TEST_CASE(one_line_a_minute) {
  std::ostringstream out;
  ProgressDisplay display("run-bp", ProgressStyle::lines, out);
  const auto start = ProgressDisplay::Clock::now();
  for (int s = 0; s <= 190; ++s) display.update({double(s), 0, double(s), "", {}}, start + s * 1s);
  display.clear();
  BOOST_TEST(out.str() == "run-bp: 60\nrun-bp: 120\nrun-bp: 180\n");
}

BOOST_AUTO_TEST_CASE(a_bar_stays_on_its_line) {
  for (int columns = 1; columns < 120; ++columns) {
    BOOST_TEST_CONTEXT(columns << " columns") {
      std::ostringstream out;
      ProgressDisplay display("run-bp", ProgressStyle::bar, out, [&] { return columns; });
      display.update({12, 50, 12, "error", 1234.5});
      const std::string drawn = out.str();
      BOOST_REQUIRE(drawn.starts_with('\r'));
      BOOST_REQUIRE(drawn.ends_with("\033[K"));
      BOOST_TEST(int(drawn.size()) - 4 < columns);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_bar_fits_a_terminal_that_is_narrowed_while_it_runs) {
  std::ostringstream out;
  int columns = 120;
  ProgressDisplay display("run-bp", ProgressStyle::bar, out, [&] { return columns; });
  const auto start = ProgressDisplay::Clock::now();
  display.update({12, 50, 12, "error", 1234.5}, start);
  const std::size_t first = out.str().size();
  columns = 20;
  display.update({13, 50, 12, "error", 1234.5}, start + 1s);
  BOOST_TEST(out.str().substr(first) == "\rrun-bp: 13/50, erro\033[K");
}

BOOST_AUTO_TEST_CASE(a_label_is_safe_and_its_kanji_wide) {
  const auto report = *parse_progress(R"({"done":1,"label":"誤\u001b差","value":1})");
  BOOST_TEST(report.label == "誤\\x1b差");
  std::ostringstream out;
  ProgressDisplay display("run-bp", ProgressStyle::bar, out, [] { return 14; });
  display.update({1, 0, 0, "誤差", 1});
  BOOST_TEST(out.str() == "\rrun-bp: 1, 誤\033[K");
}

BOOST_AUTO_TEST_CASE(a_bar_is_as_full_as_the_work) {
  std::ostringstream out;
  ProgressDisplay display("run-bp", ProgressStyle::bar, out, [] { return 200; });
  display.update({10, 40, 0, "", {}});
  const std::string drawn = out.str();
  BOOST_TEST(std::count(drawn.begin(), drawn.end(), '#') == 10);
  BOOST_TEST(std::count(drawn.begin(), drawn.end(), '.') == 30);
  display.update({50, 40, 0, "", {}}, ProgressDisplay::Clock::now() + 1s);  // more than all of it: full
  BOOST_TEST(out.str().find(std::string(40, '#')) != std::string::npos);
}

BOOST_AUTO_TEST_CASE(none_is_silent) {
  std::ostringstream out;
  ProgressDisplay display("run-bp", ProgressStyle::none, out);
  display.update({1, 2, 3, "", {}}, ProgressDisplay::Clock::now() + 1h);
  display.clear();
  BOOST_TEST(out.str() == "");
}

BOOST_AUTO_TEST_SUITE_END()
