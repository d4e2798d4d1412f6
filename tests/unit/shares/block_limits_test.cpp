// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <tuple>

#include "../cases.hpp"
#include "../processors.hpp"
#include "base/error.hpp"
#include "shares/block_search.hpp"
#include "shares/blocks.hpp"

BOOST_AUTO_TEST_SUITE(shares_block_limits)

using namespace uneven;
using namespace uneven::shares;
using document::ArrayShares;

namespace {

/// Whether an array can be cut from side to side, again and again, into pieces that keep the limits, each for another
/// processor: by trying all. Tiny arrays only.
class Cuts {
 public:
  Cuts(std::int64_t least, std::vector<std::int64_t> most) : least_(least), most_(std::move(most)) {}

  bool exist(std::int64_t rows, std::int64_t columns) { return exist(rows, columns, (1U << most_.size()) - 1); }

 private:
  bool exist(std::int64_t rows, std::int64_t columns, unsigned processors) {
    const auto [known, is_new] = known_.try_emplace({rows, columns, processors}, false);
    if (!is_new) return known->second;
    bool found = false;
    for (std::size_t i = 0; i < most_.size(); ++i)
      found = found || ((processors >> i & 1U) && rows * columns >= least_ && rows * columns <= most_[i]);
    for (unsigned some = (processors - 1) & processors; some > 0; some = (some - 1) & processors) {
      for (std::int64_t cut = 1; cut < rows && !found; ++cut)
        found = exist(cut, columns, some) && exist(rows - cut, columns, processors & ~some);
      for (std::int64_t cut = 1; cut < columns && !found; ++cut)
        found = exist(rows, cut, some) && exist(rows, columns - cut, processors & ~some);
    }
    return known_[{rows, columns, processors}] = found;
  }

  std::int64_t least_;
  std::vector<std::int64_t> most_;
  std::map<std::tuple<std::int64_t, std::int64_t, unsigned>, bool> known_;
};

/// Cells within `halo` of those of a block, counted one by one.
std::int64_t cells_with_halo(const document::MatrixPart& block, const ArrayShares& plan) {
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < plan.rows; ++i)
    for (std::int64_t j = 0; j < plan.columns; ++j)
      count += i >= block.rows.first - plan.halo && i < block.rows.end() + plan.halo &&
               j >= block.columns.first - plan.halo && j < block.columns.end() + plan.halo;
  return count;
}

std::optional<ArrayShares> planned(const ArrayRequest& request, const std::vector<double>& speed, std::string& said) {
  try {
    return plan_array(request, test::speeds_of(speed), false);
  } catch (const InputError& e) {
    said = e.what();
    return {};
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(blocks_keep_their_cells_and_are_found_where_cuts_exist) {
  int found = 0, missed = 0, none = 0;
  test::for_seeds(400, [&](std::mt19937& random) {
    const auto speed = test::drawn(random, 1 + random() % 4, 1, 5);
    ArrayRequest request{{1 + static_cast<std::int64_t>(random() % 6), 1 + static_cast<std::int64_t>(random() % 6)}};
    const std::int64_t cells = request.size.rows * request.size.columns;
    if (random() % 2) request.wanted.least = 1 + random() % 6;
    request.wanted.most.assign(speed.size(), cells);
    for (auto& most : request.wanted.most)
      if (random() % 2) most = random() % (cells + 1);
    Cuts cuts(request.wanted.least, request.wanted.most);
    const bool exist = cuts.exist(request.size.rows, request.size.columns);
    std::string said;
    const auto plan = planned(request, speed, said);
    (plan ? found : exist ? missed : none) += 1;
    if (!plan) {
      BOOST_TEST((said.find(" fit") != std::string::npos || said.find("too few") != std::string::npos), said);
      return;
    }
    BOOST_TEST(exist);
    for (const auto& block : plan->blocks) {
      BOOST_TEST(block.cells.cells() >= request.wanted.least);
      BOOST_TEST(block.cells.cells() <= request.wanted.most[static_cast<std::size_t>(block.cells.processor)]);
    }
  });
  BOOST_TEST_MESSAGE(found << " found, " << missed << " missed, " << none << " impossible");
  BOOST_TEST(found > 200);
  BOOST_TEST(missed * 10 < found);
}

BOOST_AUTO_TEST_CASE(memory_holds_the_block_and_its_halo) {
  const unsigned cases = uneven::test::cases(50);
  unsigned found = 0;
  test::for_seeds(cases, [&](std::mt19937& random) {
    const auto speed = test::drawn(random, 2 + random() % 6, 1, 5);
    ArrayRequest request{{20 + static_cast<std::int64_t>(random() % 60), 20 + static_cast<std::int64_t>(random() % 60)},
                         static_cast<std::int64_t>(random() % 4)};
    request.wanted.memory_per_unit_bytes = 10;
    request.wanted.memory_fixed_bytes = 100;
    for (std::size_t i = 0; i < speed.size(); ++i) {
      request.wanted.memory_bytes.emplace_back();
      if (random() % 2)
        request.wanted.memory_bytes.back() = static_cast<std::int64_t>(
            100 + 10 * request.size.cells() * (1.0 + random() % 10) / (5 * static_cast<double>(speed.size())));
    }
    std::string said;
    const auto plan = planned(request, speed, said);
    if (!plan) return;
    ++found;
    for (const auto& block : plan->blocks) {
      const auto memory = request.wanted.memory_bytes[static_cast<std::size_t>(block.cells.processor)];
      const std::int64_t bytes = 100 + 10 * cells_with_halo(block.cells, *plan);
      BOOST_TEST((!memory || bytes <= *memory));
      const BlockMemory counted{request.size, request.halo, 10, 100};
      BOOST_TEST(counted.bytes(block.cells) == static_cast<double>(bytes));
    }
  });
  BOOST_TEST(found > cases / 2);
}

BOOST_AUTO_TEST_CASE(what_would_fit_is_said) {
  std::string said;
  ArrayRequest request{{100, 100}};
  request.wanted.most = {3000, 4000};
  BOOST_TEST(!planned(request, {1, 1}, said));
  BOOST_TEST(said == "10000 cells do not fit: --most allows 7000 (processor 0: 3000, processor 1: 4000)");
  request.wanted.most = {};
  request.wanted.least = 10001;
  BOOST_TEST(!planned(request, {1, 1}, said));
  BOOST_TEST(said == "10000 cells are too few for at least 10001 of a processor");
  // Halos need more than the cells: of 50 x 50 twice, with 5 rows beside it.
  request.wanted = {};
  request.halo = 5;
  request.wanted.memory_per_unit_bytes = 1;
  request.wanted.memory_bytes = {5100, 5100};
  BOOST_TEST(!planned(request, {1, 1}, said));
  BOOST_TEST(said.starts_with("found no blocks of 100x100 cells that fit: memory holds those of "), said);
  const std::int64_t fitting = std::stoll(said.substr(said.rfind(' ') + 1));
  request.size = {fitting, fitting};
  BOOST_TEST(planned(request, {1, 1}, said).has_value());
  BOOST_TEST(fitting >= 90);
}

BOOST_AUTO_TEST_SUITE_END()
