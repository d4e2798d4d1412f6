// SPDX-License-Identifier: MIT
// Planning reduction trees for a million processors, and what the shape is worth.

#include <chrono>
#include <cstdio>
#include <random>
#include <vector>

#include "reduction/shapes.hpp"

namespace {

using namespace uneven::reduction;

void plan(const char* label, const Model& model, const Goal& goal, bool one_item_each) {
  const auto now = [] { return std::chrono::steady_clock::now(); };
  const auto start = now();
  const auto tree = shaped_tree(model, TreeShape::optimal, goal, one_item_each);
  const auto planned = now();
  const auto others = finish_of_others(model, goal, tree);
  const auto seconds = [](auto span) { return std::chrono::duration<double>(span).count(); };
  std::printf("  %-34s %.3f s, and %.3f s for the others; over its finish:", label, seconds(planned - start),
              seconds(now() - planned));
  for (const auto& [shape, finish] : others) std::printf(" %s %.2f", shape.c_str(), finish / tree.finish);
  std::printf("\n");
}

}  // namespace

int main() {
  constexpr unsigned seed = 1;
  constexpr std::int64_t processors = 1'000'000;
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> time(1, 10);
  std::vector<double> times(processors);
  for (double& t : times) t = time(random);
  std::printf("plan-reduction-tree, %lld processors, seed %u\n", static_cast<long long>(processors), seed);
  const Goal all{.height = {}, .items = {}, .processors = processors};
  const Goal items{.height = {}, .items = 100 * processors, .processors = processors};
  plan("one item each, m = n", {1, 1, 2, {}}, all, true);
  plan("one item each, m = 16 n", {1, 16, 2, {}}, all, true);
  plan("100 items each, m = 16 n", {1, 16, 2, {}}, items, false);
  plan("one item each, unequal speeds", {1, 1, 2, times}, all, true);
  plan("100 items each, unequal speeds", {1, 1, 2, times}, items, false);
}
