// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <random>

#include "search/placement.hpp"

BOOST_AUTO_TEST_SUITE(chunks)

using namespace uneven;
using namespace uneven::search;

namespace {

document::Search static_process(std::int64_t examples, std::int64_t processors, std::int64_t pieces) {
  document::Search plan;
  plan.method = document::SearchMethod::static_process;
  plan.examples = examples;
  plan.processors = processors;
  plan.pieces = pieces;
  return plan;
}

bool inside(document::Range part, document::Range share) {
  return share.first <= part.first && part.end() <= share.end();
}

}  // namespace

BOOST_AUTO_TEST_CASE(shares_of_static_process_cover_the_examples_in_order) {
  for (unsigned seed = 0; seed < 200; ++seed) BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      const std::int64_t processors = 1 + rng() % 9, examples = processors + rng() % 200;
      const Chunks chunks(static_process(examples, processors, 1 + rng() % 40));
      std::int64_t next = 0;
      for (int rank = 0; rank < processors; ++rank) {
        BOOST_TEST(chunks.share(rank).first == next);
        next = chunks.share(rank).end();
      }
      BOOST_TEST(next == examples);
    }
}

BOOST_AUTO_TEST_CASE(each_example_is_given_once_whoever_asks_and_others_parts_only_when_the_own_are_done) {
  for (unsigned seed = 0; seed < 200; ++seed) BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      const std::int64_t processors = 1 + rng() % 5, examples = processors + rng() % 200;
      Chunks chunks(static_process(examples, processors, 1 + rng() % 9));
      std::vector<int> given(static_cast<std::size_t>(examples));
      std::vector<std::int64_t> own(static_cast<std::size_t>(processors));
      for (int rank = 0; rank < processors; ++rank) own[static_cast<std::size_t>(rank)] = chunks.share(rank).count;
      for (;;) {
        const auto rank = rng() % static_cast<unsigned>(processors);
        const document::Range part = chunks.next(static_cast<int>(rank));
        if (part.count == 0) break;
        for (std::int64_t row = part.first; row < part.end(); ++row) ++given[static_cast<std::size_t>(row)];
        for (std::size_t i = 0; i < own.size(); ++i) {
          if (!inside(part, chunks.share(static_cast<int>(i)))) continue;
          if (i != rank) BOOST_TEST(own[rank] == 0);
          own[i] -= part.count;
        }
      }
      BOOST_TEST(std::ranges::all_of(given, [](int times) { return times == 1; }));
    }
}

BOOST_AUTO_TEST_SUITE_END()
