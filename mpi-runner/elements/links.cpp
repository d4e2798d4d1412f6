// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "base/text.hpp"
#include "data/graphs/key_numbers.hpp"
#include "elements/graph.hpp"
#include "elements/mail.hpp"

namespace uneven::elements {

double bytes_of_links(const comm::Communicator& comm, const Graph& graph, bool both_ways, const Store& store) {
  std::vector<std::int64_t> to(static_cast<std::size_t>(comm.size()));
  const auto count = [&](std::int64_t from) {
    ++to[static_cast<std::size_t>(store.owner(from / store.layout.elements))];
  };
  for (const auto [from, target] : graph.edges) {
    count(from);
    if (both_ways && !graph.both_ways && from != target) count(target);
  }
  double sent = 0, received = 0;
  ByteWriter counts;
  for (const std::int64_t links : to) {
    sent += static_cast<double>(links);
    counts.put(links);
  }
  for (const std::string& bytes : comm::all_gather(comm, counts.bytes)) {
    ByteReader in(bytes);
    for (int rank = 0; rank < comm.rank(); ++rank) in.get<std::int64_t>();
    received += static_cast<double>(in.get<std::int64_t>());
  }
  const std::size_t weight = graph.weighted ? sizeof(double) : 0;
  const std::size_t in_message = sizeof(data::Edge) + weight, in_block = sizeof(std::int64_t) + weight;
  return (sent + received) * static_cast<double>(in_message) + received * static_cast<double>(in_block);
}

void place_edges(const comm::Communicator& comm, const Waiting& waiting, const Graph& graph, bool both_ways,
                 Store& store) {
  store.linked = true;
  const std::int64_t in_block = store.layout.elements;
  std::vector<ByteWriter> to(static_cast<std::size_t>(comm.size()));
  const auto put = [&](data::Edge edge, std::size_t i) {
    ByteWriter& out = to[static_cast<std::size_t>(store.owner(edge.from / in_block))];
    out.put(edge);
    if (graph.weighted) out.put(graph.weights[i]);
  };
  for (std::size_t i = 0; i < graph.edges.size(); ++i) {
    const auto [from, target] = graph.edges[i];
    put({from, target}, i);
    if (both_ways && !graph.both_ways && from != target) put({target, from}, i);
  }
  std::vector<std::string> outgoing;
  for (ByteWriter& writer : to) outgoing.push_back(std::move(writer.bytes));
  const std::vector<std::string> incoming = exchange(comm, waiting, std::move(outgoing));
  for (auto& [number, block] : store.blocks) block->link_start.assign(static_cast<std::size_t>(block->count) + 1, 0);
  const auto for_all = [&](const auto& use) {
    for (const std::string& bytes : incoming)
      for (ByteReader in(bytes); !in.at_end();) {
        const auto edge = in.get<data::Edge>();
        const double weight = graph.weighted ? in.get<double>() : 1;
        use(*store.blocks.at(edge.from / in_block), static_cast<std::size_t>(edge.from % in_block), edge.to, weight);
      }
  };
  for_all([](Block& block, std::size_t i, std::int64_t, double) { ++block.link_start[i + 1]; });
  for (auto& [number, block] : store.blocks) {
    for (std::size_t i = 1; i < block->link_start.size(); ++i) block->link_start[i] += block->link_start[i - 1];
    block->links.resize(static_cast<std::size_t>(block->link_start.back()));
    if (graph.weighted) block->link_weights.resize(block->links.size());
  }
  std::map<std::int64_t, std::vector<std::int64_t>> next;
  for (auto& [number, block] : store.blocks) next[number] = block->link_start;
  for_all([&](Block& block, std::size_t i, std::int64_t target, double weight) {
    const auto at = static_cast<std::size_t>(next.at(block.number)[i]++);
    block.links[at] = target;
    if (graph.weighted) block.link_weights[at] = weight;
  });
}

std::vector<double> read_preferences(const comm::Communicator& comm, const Waiting& waiting, const std::string& path,
                                     const Keys& keys, const Store& store) {
  data::KeyNumbers mine;
  comm::all_or_abort(comm, [&] { mine = data::read_key_numbers(path, comm.rank(), comm.size()); });
  const std::vector<std::int64_t> elements = keys.numbers_of(comm, waiting, mine.keys);
  comm::all_or_abort(comm, [&] {
    if (const auto none = std::ranges::find(elements, -1); none != elements.end())
      throw InputError(path + ": '" + shown_data(mine.keys[static_cast<std::size_t>(none - elements.begin())]) +
                       "' is no vertex of the graph");
  });
  const std::int64_t in_block = store.layout.elements;
  std::vector<ByteWriter> to(static_cast<std::size_t>(comm.size()));
  for (std::size_t i = 0; i < elements.size(); ++i) {
    ByteWriter& out = to[static_cast<std::size_t>(store.owner(elements[i] / in_block))];
    out.put(elements[i]);
    out.put(mine.numbers[i]);
  }
  std::vector<std::string> outgoing;
  for (ByteWriter& writer : to) outgoing.push_back(std::move(writer.bytes));
  std::map<std::int64_t, std::size_t> first;
  std::size_t here = 0;
  for (const auto& [number, block] : store.blocks)
    here = (first[number] = here) + static_cast<std::size_t>(block->count);
  std::vector<double> all(here);
  for (const std::string& bytes : exchange(comm, waiting, std::move(outgoing)))
    for (ByteReader in(bytes); !in.at_end();) {
      const auto element = in.get<std::int64_t>();
      all[first.at(element / in_block) + static_cast<std::size_t>(element % in_block)] += in.get<double>();
    }
  return all;
}

}  // namespace uneven::elements
