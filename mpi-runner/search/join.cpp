#include "search/join.hpp"

#include <algorithm>

#include "comm/look.hpp"
#include "search/messages.hpp"

namespace uneven::search {
namespace {

std::vector<std::int64_t> packed(const std::vector<Nearest>& nearest) {
  std::vector<std::int64_t> numbers;
  for (const Nearest& of_query : nearest) {
    const auto neighbours = of_query.sorted();
    numbers.push_back(static_cast<std::int64_t>(neighbours.size()));
    for (const Neighbour& n : neighbours) numbers.insert(numbers.end(), {n.distance, n.row});
  }
  return numbers;
}

void merge(const std::vector<std::int64_t>& numbers, std::vector<Nearest>& nearest) {
  std::size_t at = 0;
  for (Nearest& of_query : nearest) {
    for (std::int64_t left = numbers.at(at++); left > 0; --left, at += 2)
      of_query.offer({numbers.at(at), numbers.at(at + 1)});
    of_query.settle();
  }
}

}  // namespace

void join(const Scanner& scanner, const std::vector<int>& parents, std::vector<Nearest>& nearest) {
  const int me = scanner.comm.rank();
  for (auto left = std::ranges::count(parents, me); left > 0; --left) {
    std::optional<Received> received;
    scanner.wait_until([&] { return (received = receive(scanner.comm, tag_join)).has_value(); });
    merge(received->numbers, nearest);
  }
  if (scanner.root()) return;
  const std::vector<std::int64_t> numbers = packed(nearest);
  MPI_Request sent = begin_sending(scanner.comm, numbers, parents[static_cast<std::size_t>(me)], tag_join);
  scanner.wait_until([&] { return comm::is_done(sent); });
  ++scanner.tally.messages;
}

}  // namespace uneven::search
