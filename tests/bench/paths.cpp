// SPDX-License-Identifier: MIT
// Shortest paths on a made power-law graph: the example of the typed layer on one thread beside Dijkstra's algorithm
// with a binary heap, for each edge that either relaxes. [million edges]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <queue>
#include <random>

#include "../../share/examples/shortest-paths.cpp"
#include "elements/block.hpp"
#include "elements/serial.hpp"

namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// Edges of a recursive matrix (R-MAT, 0.57 0.19 0.19 0.05), by vertex; weights 1 to 10.
struct Graph {
  Graph(int bits, std::int64_t edges) : vertices(std::int64_t{1} << bits), start(std::size_t(vertices) + 1) {
    std::mt19937_64 random(1);
    std::vector<std::pair<std::int64_t, std::int64_t>> all;
    for (std::int64_t e = 0; e < edges; ++e) {
      std::int64_t from = 0, to = 0;
      for (int bit = 0; bit < bits; ++bit) {
        const auto draw = random() % 100;
        from = 2 * from + (draw >= 76);
        to = 2 * to + ((draw >= 57 && draw < 76) || draw >= 95);
      }
      all.emplace_back(from, to);
      ++start[std::size_t(from) + 1];
    }
    for (std::size_t v = 1; v < start.size(); ++v) start[v] += start[v - 1];
    std::vector<std::int64_t> next(start.begin(), start.end() - 1);
    target.resize(all.size());
    for (const auto& [from, to] : all) target[std::size_t(next[std::size_t(from)]++)] = to;
    for (std::size_t e = 0; e < all.size(); ++e) weight.push_back(double(1 + random() % 10));
  }
  std::int64_t vertices;
  std::vector<std::int64_t> start, target;
  std::vector<double> weight;
};

/// @return  edges relaxed.
std::int64_t dijkstra(const Graph& graph, std::vector<double>& distance) {
  distance.assign(std::size_t(graph.vertices), HUGE_VAL);
  using Entry = std::pair<double, std::int64_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  std::int64_t relaxed = 0;
  queue.emplace(distance[0] = 0, 0);
  while (!queue.empty()) {
    const auto [near, v] = queue.top();
    queue.pop();
    if (near > distance[std::size_t(v)]) continue;
    for (std::int64_t e = graph.start[std::size_t(v)]; e < graph.start[std::size_t(v) + 1]; ++e, ++relaxed) {
      const auto to = std::size_t(graph.target[std::size_t(e)]);
      const double through = near + graph.weight[std::size_t(e)];
      if (through < distance[to]) queue.emplace(distance[to] = through, std::int64_t(to));
    }
  }
  return relaxed;
}

}  // namespace

int main(int argc, char** argv) {
  const std::int64_t edges = 1'000'000 * std::int64_t{argc > 1 ? std::atoi(argv[1]) : 10};
  const Graph graph(20, edges);
  std::vector<double> expected;
  double plain_s = HUGE_VAL, ours_s = HUGE_VAL;
  std::int64_t plain_relaxed = 0, ours_relaxed = 0;
  Settings settings;
  settings.elements = graph.vertices;
  settings.iterations = 1'000'000;
  settings.source = 0;
  const ShortestPaths program(settings);
  for (int round = 0; round < 3; ++round) {
    double start = now();
    plain_relaxed = dijkstra(graph, expected);
    plain_s = std::min(plain_s, now() - start);
    SerialRun run(program, {}, 0);
    for (const auto& block : run.blocks(0)) {
      const auto begin = graph.start.begin() + block->number * elements_of_blocks(graph.vertices);
      const std::int64_t first = *begin, last = begin[block->count];
      block->link_start.assign(begin, begin + block->count + 1);
      for (std::int64_t& at : block->link_start) at -= first;
      block->links.assign(graph.target.begin() + first, graph.target.begin() + last);
      block->link_weights.assign(graph.weight.begin() + first, graph.weight.begin() + last);
    }
    ours_relaxed = 0;
    start = now();
    for (std::int64_t done = 0; run.superstep();)
      if (program.iterations(run.state()) > std::exchange(done, program.iterations(run.state())))
        ours_relaxed += static_cast<std::int64_t>(program.objective(run.state()));
    ours_s = std::min(ours_s, now() - start);
    if (run.output() != expected) return std::fputs("the distances differ\n", stderr), 1;
  }
  std::printf("shortest paths, %lld vertices, %lld edges: ", static_cast<long long>(graph.vertices),
              static_cast<long long>(edges));
  const double plain_ns = 1e9 * plain_s / double(plain_relaxed), ours_ns = 1e9 * ours_s / double(ours_relaxed);
  std::printf("Dijkstra %.2f s, %.1f ns an edge; supersteps %.2f s, %.1f times as many edges, %.1f ns an edge (%.2f)\n",
              plain_s, plain_ns, ours_s, double(ours_relaxed) / double(plain_relaxed), ours_ns, ours_ns / plain_ns);
}
