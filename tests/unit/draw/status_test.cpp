// SPDX-License-Identifier: MIT
#include "draw/status.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(status_text)

using namespace uneven;

namespace {

document::Status status() {
  document::Status status;
  status.tool = "run-bp";
  status.host = "node1";
  status.done = 120;
  status.total = 480;
  status.unit = "iteration";
  status.label = "error";
  status.value = 310.25;
  status.seconds = 75;
  status.seconds_left = 225;
  status.ranks.resize(2);
  status.ranks[1].rank = 1;
  status.ranks[0].compute_s = 60;
  status.ranks[1].compute_s = 30;
  status.events.push_back({61, "iteration 100: a new plan"});
  return status;
}

}  // namespace

BOOST_AUTO_TEST_CASE(at_forty_columns) {
  BOOST_TEST(draw::text(status(), {40, true}) == R"(run-bp on node1: running, 1:15
[#######........................] 25.0 %
120 of 480 iterations, error 310.25,
  3:45 left

P0 ################################ 60 s
P1 ################                 30 s

1:01 iteration 100: a new plan
)");
}

BOOST_AUTO_TEST_CASE(in_a_line) {
  BOOST_TEST(draw::status_line(status()) ==
             "run-bp on node1: running, 1:15, 120 of 480 iterations, error 310.25, 3:45 left");
  document::Status other;
  other.tool = "measure-speeds";
  other.state = document::RunState::failed;
  other.done = 1;
  other.unit = "measurement";
  BOOST_TEST(draw::status_line(other) == "measure-speeds: failed, 0:00, 1 measurement");
}

BOOST_AUTO_TEST_CASE(texts_of_a_document_are_harmless) {
  document::Status bad = status();
  bad.tool = bad.host = bad.unit = *(bad.label = "\033[2J\n");
  bad.message = bad.events[0].text = "\033]0;x\a";
  const std::string text = draw::text(bad, {40, true});
  BOOST_TEST(text.find('\033') == std::string::npos);
  BOOST_TEST(text.find('\a') == std::string::npos);
  for (std::size_t begin = 0, end; begin < text.size(); begin = end + 1) {
    end = text.find('\n', begin);
    BOOST_TEST(end - begin <= 40u);
  }
}

BOOST_AUTO_TEST_SUITE_END()
