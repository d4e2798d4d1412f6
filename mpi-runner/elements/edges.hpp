#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "elements/messages.hpp"
#include "elements/store.hpp"

namespace uneven::elements {

/// An edge of a directed graph; vertices are whole numbers from 0.
struct Edge {
  std::int64_t from, to;
};

/// One of `parts` nearly equal parts of a list of edges, a line each: two numbers between tabs, blanks or a comma, what
/// follows them being ignored, as lines that are empty or begin with '#' or '%'. A line belongs to the part in which
/// it begins.
/// @throws InputError  at another line, naming its first byte.
std::vector<Edge> read_edges(const std::string& path, int part, int parts);

/// Edges go to the process that has the vertex they leave, and become the links of its blocks. Collective.
void place_edges(const comm::Communicator& comm, const Waiting& waiting, const std::vector<Edge>& edges, Store& store);

}  // namespace uneven::elements
