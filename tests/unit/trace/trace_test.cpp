// SPDX-License-Identifier: MIT
#include "trace/trace.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

BOOST_AUTO_TEST_SUITE(traces)

using namespace uneven::trace;
using Json = nlohmann::json;

namespace {

Json written(const std::vector<Recorder>& ranks, const std::vector<std::string>& hosts) {
  std::ostringstream out;
  Writer writer(out, hosts, true);
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) writer.rank(static_cast<int>(rank), ranks[rank]);
  writer.end();
  return Json::parse(out.str());
}

/// In nanoseconds, by line; of Json's numbers, which have three decimals.
std::map<int, std::vector<std::pair<long long, long long>>> lines_of(const Json& trace) {
  std::map<int, std::vector<std::pair<long long, long long>>> lines;
  for (const Json& event : trace.at("traceEvents")) {
    if (event.at("ph") != "X") continue;
    const auto begin = std::llround(event.at("ts").get<double>() * 1000);
    lines[event.at("tid")].emplace_back(begin, begin + std::llround(event.at("dur").get<double>() * 1000));
  }
  return lines;
}

/// By trying all pairs.
bool nest(const std::vector<std::pair<long long, long long>>& spans) {
  for (const auto& [a, b] : spans)
    for (const auto& [c, d] : spans)
      if (a < c && c < b && b < d) return false;
  return true;
}

}  // namespace

BOOST_AUTO_TEST_CASE(hosts_are_processes_and_ranks_are_threads) {
  std::vector<Recorder> ranks(3);
  ranks[0].set_origin(100);
  ranks[0].add(Phase::iteration, 100, 101, 7);
  ranks[0].add(Phase::compute, 100.25, 100.5);
  ranks[2].add(Phase::call, 0, 1e-9, 20, 5);
  ranks[2].add(Phase::relocation, 0, 2);
  const Json trace = written(ranks, {"a", "b\"", "a"});
  std::map<std::string, Json> events;
  for (const Json& event : trace["traceEvents"])
    events[event["name"].get<std::string>() + " " + event.value("/args/name"_json_pointer, "")] = event;
  BOOST_TEST(events["process_name a"]["pid"] == 0);
  BOOST_TEST(events["process_name b\""]["pid"] == 1);
  BOOST_TEST(events["thread_name rank 2"]["pid"] == 0);
  BOOST_TEST(events["thread_name rank 2"]["tid"] == 2);
  BOOST_TEST(events["thread_name rank 2 relocations"]["tid"] == 5);
  BOOST_TEST(events["iteration "]["args"]["number"] == 7);
  BOOST_TEST(events["iteration "]["dur"] == 1e6);
  BOOST_TEST(events["compute "]["ts"] == 250000);
  BOOST_TEST(events["call "]["args"]["first"] == 20);
  BOOST_TEST(events["call "]["args"]["count"] == 5);
  BOOST_TEST(events["call "]["dur"] == 0.001);
  BOOST_TEST(events["relocation "]["tid"] == 5);
  BOOST_TEST(trace["otherData"]["ranks"][0]["seconds"]["compute"] == 0.25);
}

BOOST_AUTO_TEST_CASE(spans_nest_whatever_the_clocks_say) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      std::vector<Recorder> ranks(1);
      for (int i = 0; i < 40; ++i) {
        const double begin = rng() % 30, length = rng() % 12;
        const auto phase = static_cast<Phase>(rng() % phases);
        ranks[0].add(phase, begin, begin + length, rng() % 3 ? -1 : 1);
      }
      for (const auto& [line, spans] : lines_of(written(ranks, {"a"}))) BOOST_TEST(nest(spans), "line " << line);
    }
  }
}

BOOST_AUTO_TEST_CASE(memory_is_bounded_and_sums_are_exact) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      const std::size_t most = 2 + rng() % 100;
      const bool alike = seed % 2;
      Recorder recorder(most);
      double now = 0, longest = 0, sum = 0;
      for (int i = 0; i < 2000; ++i) {
        const double length = alike ? 1 : 1 + rng() % 1000;
        recorder.add(Phase::compute, now, now + length);
        now += length + 1;
        longest = std::max(longest, length);
        sum += length;
        BOOST_TEST_REQUIRE(recorder.spans().size() < most);
      }
      BOOST_TEST(recorder.totals()[static_cast<std::size_t>(Phase::compute)].seconds == sum);
      BOOST_TEST(static_cast<std::int64_t>(recorder.spans().size()) + recorder.forgotten() == 2000);
      BOOST_TEST(std::ranges::is_sorted(recorder.spans(), {}, &Span::begin_s));
      BOOST_TEST(std::ranges::max(recorder.spans(), {}, &Span::seconds).seconds() == longest);
      const Recorder again = Recorder::unpack(recorder.pack());
      BOOST_TEST(again.spans().size() == recorder.spans().size());
      BOOST_TEST(again.forgotten() == recorder.forgotten());
    }
  }
}

BOOST_AUTO_TEST_CASE(what_goes_on_is_one_span) {
  Recorder recorder;
  for (int i = 0; i < 10; ++i) recorder.add(Phase::wait, i, i + 1);
  recorder.add(Phase::wait, 11, 11);
  BOOST_TEST(recorder.spans().size() == 1u);
  BOOST_TEST(recorder.spans()[0].end_s == 10);
  recorder.add(Phase::compute, 10, 11);
  recorder.add(Phase::wait, 11, 12, 1);
  recorder.add(Phase::wait, 12, 13, 2);
  BOOST_TEST(recorder.spans().size() == 4u);
}

BOOST_AUTO_TEST_CASE(gaps_are_filled_around_what_is_known) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      Recorder recorder;
      recorder.set_origin(1000);
      recorder.add(Phase::compute, 1000, 1010);
      double now = 1010, known = 0;
      for (int i = 0; i < 5; ++i) {
        now += rng() % 3;
        const double length = rng() % 4;
        recorder.add(Phase::wait, now, now + length);
        known += length;
        now += length;
      }
      now += rng() % 3;
      recorder.add_in_gaps(Phase::compute, 1010, now);
      const auto total = [&](Phase phase) { return recorder.totals()[static_cast<std::size_t>(phase)].seconds; };
      BOOST_TEST(total(Phase::wait) == known);
      BOOST_TEST(total(Phase::compute) == now - 1000 - known);
      double covered = 0;
      for (const Span& span : recorder.spans()) covered += span.seconds();
      BOOST_TEST(covered == now - 1000);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
