#include "elements/edges.hpp"

#include <charconv>

#include "base/error.hpp"
#include "data/file.hpp"
#include "elements/bytes.hpp"

namespace uneven::elements {

namespace {

constexpr std::int64_t longest_line = 4096;
constexpr std::int64_t bytes_at_a_time = 1 << 24;
constexpr std::int64_t largest_vertex = (std::int64_t{1} << 40) - 1;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == ',' || c == '\r'; }

const char* take_vertex(const char* at, const char* end, std::int64_t& vertex) {
  while (at < end && is_blank(*at)) ++at;
  const auto [after, error] = std::from_chars(at, end, vertex);
  const bool sound =
      error == std::errc() && vertex >= 0 && vertex <= largest_vertex && (after == end || is_blank(*after));
  return sound ? after : nullptr;
}

void parse_line(const std::string& path, const char* at, const char* end, std::int64_t offset,
                std::vector<Edge>& edges) {
  while (at < end && is_blank(*at)) ++at;
  if (at == end || *at == '#' || *at == '%') return;
  Edge edge{};
  const char* rest = take_vertex(at, end, edge.from);
  if (rest) rest = take_vertex(rest, end, edge.to);
  if (!rest)
    throw InputError(path + ": at byte " + std::to_string(offset) + ": '" +
                     std::string(at, std::min<std::ptrdiff_t>(end - at, 40)) +
                     "' is no edge; expected two vertices, whole numbers from 0");
  edges.push_back(edge);
}

}  // namespace

std::vector<Edge> read_edges(const std::string& path, int part, int parts) {
  data::InputFile file(path);
  const std::int64_t first = file.bytes() / parts * part,
                     last = part + 1 == parts ? file.bytes() : file.bytes() / parts * (part + 1);
  std::vector<Edge> edges;
  std::string text;
  // The part begins after the first end of line at or after byte first - 1.
  bool in_line = first > 0;
  std::int64_t at = first > 0 ? first - 1 : 0;
  while (at < last) {
    text.resize(static_cast<std::size_t>(std::min(bytes_at_a_time + longest_line, file.bytes() - at)));
    file.read(at, std::ssize(text), text.data());
    const char* begin = text.data();
    const char* const end = begin + text.size();
    const bool at_end = at + std::ssize(text) == file.bytes();
    if (in_line) {
      while (begin < end && *begin != '\n') ++begin;
      if (begin < end) ++begin;
      in_line = false;
    }
    const char* line = begin;
    while (line < end && at + (line - text.data()) < last) {
      const char* stop = line;
      while (stop < end && *stop != '\n') ++stop;
      if (stop == end && !at_end) break;
      parse_line(path, line, stop, at + (line - text.data()), edges);
      line = stop < end ? stop + 1 : end;
    }
    if (line == text.data()) throw InputError(path + ": at byte " + std::to_string(at) + ": a line without end");
    at += line - text.data();
  }
  return edges;
}

void place_edges(const comm::Communicator& comm, const Waiting& waiting, const std::vector<Edge>& edges, Store& store) {
  std::vector<ByteWriter> to(static_cast<std::size_t>(comm.size()));
  for (const Edge& edge : edges) to[static_cast<std::size_t>(store.owner(edge.from / block_elements))].put(edge);
  std::vector<std::string> outgoing;
  for (ByteWriter& writer : to) outgoing.push_back(std::move(writer.bytes));
  const std::vector<std::string> incoming = exchange(comm, waiting, std::move(outgoing));
  for (auto& [number, block] : store.blocks) block->link_start.assign(static_cast<std::size_t>(block->count) + 1, 0);
  const auto for_all = [&](const auto& use) {
    for (const std::string& bytes : incoming)
      for (ByteReader in(bytes); !in.at_end();) {
        const Edge edge = in.get<Edge>();
        use(*store.blocks.at(edge.from / block_elements), static_cast<std::size_t>(edge.from % block_elements),
            edge.to);
      }
  };
  for_all([](Block& block, std::size_t i, std::int64_t) { ++block.link_start[i + 1]; });
  for (auto& [number, block] : store.blocks) {
    for (std::size_t i = 1; i < block->link_start.size(); ++i) block->link_start[i] += block->link_start[i - 1];
    block->links.resize(static_cast<std::size_t>(block->link_start.back()));
  }
  std::map<std::int64_t, std::vector<std::int64_t>> next;
  for (auto& [number, block] : store.blocks) next[number] = block->link_start;
  for_all([&](Block& block, std::size_t i, std::int64_t target) {
    block.links[static_cast<std::size_t>(next.at(block.number)[i]++)] = target;
  });
}

}  // namespace uneven::elements
