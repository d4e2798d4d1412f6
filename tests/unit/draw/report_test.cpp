// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "draw/picture.hpp"

BOOST_AUTO_TEST_SUITE(report_text)

using namespace uneven;

BOOST_AUTO_TEST_CASE(the_first_lines_tell_whether_a_run_settled) {
  const auto shown = [](std::optional<bool> converged, std::optional<std::string> stopped) {
    document::Report report;
    report.of = "kmeans";
    report.processors.resize(1);
    report.converged = converged;
    report.stopped = std::move(stopped);
    const std::string all = draw::text(report, {.width = 200});
    return all.substr(0, all.find('\n'));
  };
  const auto ends = [](const std::string& line, const std::string& end) {
    BOOST_TEST(line.ends_with(end), line << " does not end in " << end);
  };
  ends(shown(true, "tolerance"), " each, settled");
  ends(shown(false, "iterations"), ", not settled when the iterations ran out");
  ends(shown({}, "iterations"), ", all iterations done");
  ends(shown({}, "target"), ", target reached");
  ends(shown(false, "time"), ", stopped by time before it settled");
  ends(shown({}, "max-seconds"), ", stopped by max-seconds");
  ends(shown({}, {}), " each");
}

BOOST_AUTO_TEST_SUITE_END()
