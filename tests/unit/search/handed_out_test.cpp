// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "search/placement.hpp"
#include "search/predict.hpp"

BOOST_AUTO_TEST_SUITE(search_handed_out)

using namespace uneven;
using namespace uneven::search;

namespace {

/// Parts of one second for two equal processors.
HandOut seconds_for_two(int parts, Pauses pauses) {
  HandOut scan;
  scan.task_s = {1, 1};
  scan.start_s = {0, 0};
  scan.pauses = pauses;
  scan.next = [left = parts](std::size_t) mutable { return left-- > 0 ? 1.0 : 0.0; };
  return scan;
}

document::Search quota_plan(double share, double burst_s) {
  PlanRequest request;
  request.examples = 1024;
  request.cluster = {{{}, {}, 1, 1, share, burst_s}, {{}, {}, 1, 1}};
  request.times.task_s = 1e-3;
  return plan(request);
}

double seconds_of(const document::Search& plan, const std::string& method) {
  for (const auto& m : plan.methods)
    if (name_of(m.name) == method) return m.seconds.value();
  throw std::out_of_range(method);
}

}  // namespace

BOOST_AUTO_TEST_CASE(who_hands_out_without_pauses_keeps_all_busy) {
  BOOST_TEST(handed_out_seconds(seconds_for_two(8, {})) == 4);
  BOOST_TEST(handed_out_seconds(seconds_for_two(7, {})) == 4);
  HandOut others_only = seconds_for_two(8, {});
  others_only.master_scans = false;
  BOOST_TEST(handed_out_seconds(others_only) == 8);
}

BOOST_AUTO_TEST_CASE(who_asks_during_a_pause_waits_for_its_end) {
  // Awake from 0 to 0.5, 3 to 3.5 and so on. The other asks at 1 and has nothing to do until 3; then it asks ahead, as
  // early as that answer took, and has its next part at once.
  HandOut scan = seconds_for_two(8, {0.5, 2.5});
  BOOST_TEST(handed_out_seconds(scan) == 5);
  scan.ahead = false;
  BOOST_TEST(handed_out_seconds(scan) == 6);
  scan.master_scans = false;  // and only answers: there is no work to be paused for
  BOOST_TEST(handed_out_seconds(scan) == 8);
}

BOOST_AUTO_TEST_CASE(answers_keep_who_hands_out_from_its_own_parts) {
  const auto seconds = [](int parts, double answer_s) {
    HandOut scan = seconds_for_two(parts, {});
    scan.task_s[0] = 4;
    scan.answer_s = answer_s;
    return handed_out_seconds(scan);
  };
  BOOST_TEST(seconds(4, 0) == 4);
  BOOST_TEST(seconds(4, 0.5) == 5.5);  // the other asks at 1, 2 and 3
  BOOST_TEST(seconds(6, 0) == 8);
  BOOST_TEST(seconds(6, 0.5) == 6.5);  // and at 4 has the part that is otherwise not begun before 6
}

BOOST_AUTO_TEST_CASE(a_processor_starts_once) {
  HandOut scan = seconds_for_two(4, {});
  scan.start_s = {10, 0.25};
  scan.part_s = 0.5;
  BOOST_TEST(handed_out_seconds(scan) == 11.5);  // one part there, three here: 0.25 + 3 x 1.5
}

namespace {

/// Parts of one example for the others: messages take 0.2 s, and their ends work 0.1 s for each.
HandOut queue_of(std::vector<double> task_s, int parts) {
  HandOut scan;
  scan.start_s.assign(task_s.size(), 0);
  scan.messages.assign(task_s.size(), {0.2, 0.1});
  scan.task_s = std::move(task_s);
  scan.master_scans = scan.ahead = false;
  scan.next = [left = parts](std::size_t) mutable { return Part(left-- > 0 ? 1 : 0); };
  return scan;
}

const auto nearly = boost::test_tools::tolerance(1e-12);

}  // namespace

BOOST_AUTO_TEST_CASE(who_asks_together_is_answered_in_turn) {
  // 1 asks at 0, 0.3 there, answered at 0.5, heard at 0.8; 2 is answered at 0.7 and hears at 1. They ask again at 1.8
  // and 2, and hear at 2.6 and 2.8 that nothing is left.
  const HandedOut done = handed_out(queue_of({1, 1, 1}, 2));
  BOOST_TEST(done.scanned_s == 2.0, nearly);
  BOOST_TEST(done.ends_s[0] == 2.5, nearly);
  BOOST_TEST(done.ends_s[1] == 2.6, nearly);
  BOOST_TEST(done.ends_s[2] == 2.8, nearly);
}

BOOST_AUTO_TEST_CASE(who_scans_looks_after_a_step) {
  // The question comes at 0.3, is seen at 2 and answered at 2.2, heard at 2.5. The next one follows at once, for the
  // part takes less time than that answer did: it comes at 2.8, is seen at 4.2, answered at 4.4, heard at 4.7.
  HandOut scan = queue_of({10, 1}, 2);
  scan.master_scans = scan.ahead = true;
  scan.step_s = {2, 2};
  const HandedOut done = handed_out(scan);
  BOOST_TEST(done.ends_s[0] == 10.4, nearly);
  BOOST_TEST(done.ends_s[1] == 4.7, nearly);
}

BOOST_AUTO_TEST_CASE(parts_on_their_way_share_it) {
  // Processor 0 sends examples, too: words are heard at 0.8 and 1.1. The first part passes alone for 0.3 s, with the
  // other until 2.5; that has passed at 2.8. They are here at 2.8 and 3.1.
  HandOut scan = queue_of({1, 1, 1}, 0);
  scan.next = [left = 2](std::size_t) mutable {
    const bool some = left-- > 0;
    return Part(some ? 1 : 0, some);
  };
  scan.example_bytes = scan.byte_s = 1;
  BOOST_TEST(handed_out_seconds(scan) == 4.1, nearly);
  scan.messages[1].own_byte_s = scan.messages[2].own_byte_s = 0.5;  // inside a host each passes by itself
  BOOST_TEST(handed_out_seconds(scan) == 1.1 + 0.5 + 0.2 + 0.1 + 1, nearly);
}

BOOST_AUTO_TEST_CASE(a_quota_pauses_a_processor_for_the_rest_of_its_period) {
  const Pauses pauses = pauses_of({{}, {}, 1, 1, 0.25, 2e-3});
  BOOST_TEST(pauses.awake_s == 2e-3);
  BOOST_TEST(pauses.pause_s == 6e-3);
  BOOST_TEST(mean_wait(pauses) == 36e-6 / 16e-3, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(pauses_of({{}, {}, 1, 1}).pause_s == 0);
  BOOST_TEST(mean_wait({}) == 0);
}

BOOST_AUTO_TEST_CASE(quotas_delay_the_methods_that_send_during_the_scan) {
  const auto free = quota_plan(1, 1), paused = quota_plan(0.25, 3e-3);
  const auto longer = [&](const std::string& method) { return seconds_of(paused, method) - seconds_of(free, method); };
  for (const auto quiet : {"equal-data", "proportional-data", "synchronous-data"})
    BOOST_TEST(longer(quiet) == 0, quiet);
  const auto close = boost::test_tools::tolerance(1e-9);
  BOOST_TEST(longer("stealing") == 9e-3, close);
  BOOST_TEST(longer("dynamic-process") == 81e-6 / 24e-3 / 2 * 9, close);  // one of two; 512, 256, ... 1
  for (const auto handed : {"static-process", "asynchronous-data", "self-scheduling"})
    BOOST_TEST(longer(handed) > 0, handed);
  BOOST_TEST(paused.cluster[0].cpu_share.value() == 0.25);
}

BOOST_AUTO_TEST_SUITE_END()
