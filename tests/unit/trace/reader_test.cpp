// SPDX-License-Identifier: MIT
#include "trace/reader.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <numeric>
#include <random>
#include <sstream>

#include "../data/temporary.hpp"
#include "base/error.hpp"
#include "trace/trace.hpp"

BOOST_AUTO_TEST_SUITE(trace_reader)

using namespace uneven;
using namespace uneven::trace;

namespace {

std::string written(const std::vector<Recorder>& ranks, const std::vector<std::string>& hosts, bool simulated) {
  std::ostringstream out;
  Writer writer(out, hosts, simulated);
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) writer.rank(static_cast<int>(rank), ranks[rank]);
  writer.end();
  return out.str();
}

Question rows_of(std::size_t ranks) {
  Question question{std::vector<std::size_t>(ranks), ranks};
  std::iota(question.row_of_rank.begin(), question.row_of_rank.end(), 0);
  return question;
}

Answer read_text(const std::string& text, const Question& question) {
  const TemporaryDirectory folder;
  folder.write("t", text);
  return read(folder.path("t"), question);
}

std::string refusal(const std::string& text, std::size_t ranks = 2) {
  try {
    read_text(text, rows_of(ranks));
  } catch (const InputError& e) {
    const std::string what = e.what();
    return what.substr(what.find("/t:") + 3);
  }
  return "accepted";
}

/// Two ranks that compute and wait by turns, in whole nanoseconds.
std::vector<Recorder> two_ranks(unsigned seed, std::vector<std::array<double, 2>>& sums_ns) {
  std::mt19937 rng(seed);
  std::vector<Recorder> ranks(2);
  sums_ns.assign(2, {});
  for (std::size_t rank = 0; rank < 2; ++rank) {
    double now_ns = 1000.0 * static_cast<double>(rng() % 5);
    ranks[rank].add(Phase::prepare, 0, now_ns * 1e-9);
    for (int i = 1; i < 40; ++i) {
      const double compute_ns = 1 + rng() % 100'000, wait_ns = 1 + rng() % 1000;
      const double middle_ns = now_ns + compute_ns, end_ns = middle_ns + wait_ns;
      ranks[rank].add(Phase::iteration, now_ns * 1e-9, end_ns * 1e-9, i);
      ranks[rank].add(Phase::compute, now_ns * 1e-9, middle_ns * 1e-9);
      ranks[rank].add(Phase::wait, middle_ns * 1e-9, end_ns * 1e-9);
      if (i == 7) ranks[rank].add(Phase::relocation, now_ns * 1e-9, end_ns * 1e-9);
      sums_ns[rank][0] += compute_ns;
      sums_ns[rank][1] += wait_ns;
      now_ns = end_ns;
    }
  }
  return ranks;
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_was_written_is_read) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::vector<std::array<double, 2>> sums_ns;
      const auto ranks = two_ranks(seed, sums_ns);
      Question question = rows_of(2);
      question.iterations = {3, 39, 40};
      const Answer answer = read_text(written(ranks, {"a", "b\"\xff"}, seed % 2), question);
      const auto& time = answer.timeline;
      double compute_s = 0;
      for (std::size_t rank = 0; rank < 2; ++rank) {
        BOOST_TEST(time.ns(rank, 0, 0, time.columns()) == sums_ns[rank][0]);
        BOOST_TEST(time.ns(rank, 1, 0, time.columns()) == 0);
        BOOST_TEST(time.ns(rank, 2, 0, time.columns()) == sums_ns[rank][1]);
        BOOST_TEST(answer.compute_s[rank] == sums_ns[rank][0] * 1e-9, boost::test_tools::tolerance(1e-9));
        compute_s += answer.compute_s[rank];
      }
      BOOST_TEST((answer.hosts == std::vector<std::string>{"a", "b\"\xef\xbf\xbd"}));
      BOOST_TEST(answer.simulated == (seed % 2 == 1));
      BOOST_TEST(answer.iteration_ends_ns.size() == 2u);
      BOOST_TEST(answer.iteration_ends_ns.at(39) == time.end_ns());
      BOOST_TEST(answer.superstep_ends_ns.empty());
      question.row_of_rank = {0, 0};
      question.rows = 1;
      const Answer together = read_text(written(ranks, {"a", "a"}, false), question);
      BOOST_TEST(together.timeline.ns(0, 0, 0, together.timeline.columns()) == sums_ns[0][0] + sums_ns[1][0]);
    }
  }
}

BOOST_AUTO_TEST_CASE(what_no_writer_wrote_is_refused) {
  std::vector<std::array<double, 2>> sums_ns;
  const auto ranks = two_ranks(1, sums_ns);
  const std::string text = written(ranks, {"a", "b"}, false);
  BOOST_TEST(refusal(text) == "accepted");
  BOOST_TEST(refusal(text, 3) == " /otherData/ranks: found 2 ranks; expected those of the report, 3 ranks");
  BOOST_TEST(refusal(text, 1).starts_with(" /"));
  BOOST_TEST(refusal("{}") == " /otherData/made_by: missing; expected the file of --trace of a run or of simulate-run");
  BOOST_TEST(refusal("[{\"ph\": \"X\"}]").starts_with(" /otherData/made_by: missing"));
  BOOST_TEST(refusal("{\"a\": 1,\n}").starts_with("2:1: syntax error"));
  BOOST_TEST(refusal("").starts_with("1:1: syntax error"));
  BOOST_TEST(refusal("[1e999]").ends_with("number overflow parsing '1e999'"));
  BOOST_TEST(refusal(text + "x").find("syntax error") != std::string::npos);
  BOOST_TEST(refusal(text + std::string(1, '\0')).ends_with(" is NUL; expected a trace"));
  BOOST_TEST(refusal(std::string(101, '[')) == " nested deeper than 100 levels; expected a trace");
  BOOST_TEST(refusal("{\"" + std::string(2 << 20, 'x') + "\": 1}").ends_with("1 MiB; expected a trace"));
  const auto changed = [&](const std::string& what, const std::string& by) {
    std::string other = text;
    return refusal(other.replace(other.find(what), what.size(), by));
  };
  BOOST_TEST(changed("\"ts\": ", "\"ts\": -1").find("/ts: found -1") != std::string::npos);
  BOOST_TEST(changed("\"ts\": ", "\"x\": ").find("/ts: found nothing; expected microseconds") != std::string::npos);
  BOOST_TEST(changed("\"dur\": ", "\"dur\": 9e18, \"x\": ").find("/dur: found 9e+18") != std::string::npos);
  BOOST_TEST(changed("\"ph\": \"X\", \"name\": \"compute\", \"pid\": 0, \"tid\": 0",
                     "\"ph\": \"X\", \"name\": \"compute\", \"pid\": 0, \"tid\": 4")
                 .find("/tid: found 4; expected a rank of the report, which has 2 ranks") != std::string::npos);
  BOOST_TEST(changed("{\"rank\":1", "{\"rank\":0").starts_with(" /otherData/ranks/1: "));
  BOOST_TEST(changed("made_by\": \"uneven", "made_by\": \"other").starts_with(" /otherData/made_by: found other"));
  const TemporaryDirectory folder;
  BOOST_CHECK_THROW(read(folder.path("none"), rows_of(2)), OpenError);
  BOOST_CHECK_THROW(read(folder.path("."), rows_of(2)), IoError);
}

BOOST_AUTO_TEST_CASE(changed_bytes_are_read_or_refused) {
  std::vector<std::array<double, 2>> sums_ns;
  const std::string text = written(two_ranks(2, sums_ns), {"a", "b"}, false);
  for (unsigned seed = 0; seed < 400; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      std::string other = text;
      for (std::size_t i = 0; i < 1 + rng() % 4; ++i) {
        static constexpr std::string_view bytes = "0919-+e.,:\"{}[]\\ xu\n";
        const std::size_t at = rng() % other.size();
        if (rng() % 3 == 0)
          other.erase(at, rng() % 20);
        else
          other[at] = bytes[rng() % bytes.size()];
      }
      BOOST_CHECK_NO_THROW(refusal(other));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
