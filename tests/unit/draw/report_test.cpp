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

BOOST_AUTO_TEST_CASE(the_second_line_tells_what_a_run_found) {
  const auto found = [](const std::string& of, const std::string& result) {
    document::Report report;
    report.of = of;
    report.processors.resize(1);
    report.result = document::OrderedJson::parse(result);
    const std::string all = draw::text(report, {.width = 200});
    const auto end = all.find('\n');
    return all.substr(end + 1, all.find('\n', end + 1) - end - 1);
  };
  BOOST_TEST(found("bp", R"({"error": [310.2, 300, 295.81], "accuracy": 0.873, "accuracy_baseline": 0.2})") ==
             "error 295.8, at first 310.2; accuracy 87.3 % (commonest answer: 20.0 %)");
  BOOST_TEST(found("bp", R"({"error": ["inf"]})") == "error inf");
  BOOST_TEST(found("kmeans", R"({"objective": {"name": "inertia", "values": [4, 2.5]}, "error": [1]})") ==
             "inertia 2.5");
  BOOST_TEST(found("logistic", R"({"objective": {"name": "log_likelihood", "values": [-3e9]}, "misclassified": 7})") ==
             "log likelihood -3e+09; misclassified 7");
  BOOST_TEST(found("matmul", R"({"gflop_per_s": 12.34, "check": {"sound": false}})") ==
             "12.3 GFLOP/s; the product is wrong");
  BOOST_TEST(found("reduction", R"({"value": [1, 2, 3, 4, 5],
                                    "mpi": [{"algorithm": "chain", "ratio": 3}, {"algorithm": "own", "ratio": 1.5}]})") ==
             "result 1, 2, 3, 4, ...; MPI_Reduce takes 1.5 times as long (own)");
  BOOST_TEST(found("command", R"({"units": 12, "failed": []})") == "units 12");
  BOOST_TEST(found("search", R"({"queries": 12, "scanned_queries": 3})") == "queries 12; scanned 3");
}

BOOST_AUTO_TEST_CASE(a_result_of_another_form_is_left_out) {
  for (const std::string of : {"bp", "reduction", "matmul", "search", "command", "kmeans"})
    for (const std::string value : {"null", "3", "\"x\"", "[]", "{}", "[{}]", "[null]", "{\"values\": {}}"}) {
      document::Report report;
      report.of = of;
      report.processors.resize(1);
      for (const char* key : {"error", "accuracy", "objective", "check", "mpi", "failed", "value", "units", "queries"})
        report.result[key] = document::OrderedJson::parse(value);
      BOOST_TEST(draw::text(report, {}).find('\n') > 0, of << " " << value);
    }
}

BOOST_AUTO_TEST_SUITE_END()
