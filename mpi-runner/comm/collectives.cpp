// SPDX-License-Identifier: MIT
#include "comm/collectives.hpp"

#include <limits>
#include <numeric>
#include <utility>

#include "base/error.hpp"

namespace uneven::comm {

namespace {

constexpr int text_tag = 0;

}  // namespace

std::string broadcast(const Communicator& comm, std::string text, int root) {
  auto size = static_cast<std::int64_t>(text.size());
  broadcast(comm, &size, 1, root);
  text.resize(static_cast<std::size_t>(size));
  broadcast(comm, text.data(), size, root);
  return text;
}

std::vector<std::string> all_gather(const Communicator& comm, const std::string& text) {
  const auto wanted = all_gather(comm, static_cast<std::int64_t>(text.size()));
  if (std::accumulate(wanted.begin(), wanted.end(), std::int64_t{0}) > std::numeric_limits<std::int32_t>::max())
    throw SystemError("2 GiB of text and more to gather");
  const std::vector<std::int32_t> sizes(wanted.begin(), wanted.end());
  std::vector<std::int32_t> offsets(sizes.size(), 0);
  std::partial_sum(sizes.begin(), sizes.end() - 1, offsets.begin() + 1);
  std::string all(static_cast<std::size_t>(offsets.back() + sizes.back()), '\0');
  check(MPI_Allgatherv(text.data(), sizes[static_cast<std::size_t>(comm.rank())], MPI_CHAR, all.data(), sizes.data(),
                       offsets.data(), MPI_CHAR, comm.handle()));
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    texts.push_back(all.substr(static_cast<std::size_t>(offsets[i]), static_cast<std::size_t>(sizes[i])));
  return texts;
}

std::string at_first(const Communicator& comm, std::string text) {
  const std::vector<std::int64_t> sizes = all_gather(comm, static_cast<std::int64_t>(text.size()));
  const auto owner = static_cast<int>(
      std::find_if(sizes.begin(), sizes.end(), [](std::int64_t size) { return size > 0; }) - sizes.begin());
  if (owner == 0 || owner == comm.size()) return text;
  if (comm.rank() == 0) text.resize(static_cast<std::size_t>(sizes[static_cast<std::size_t>(owner)]));
  if (comm.rank() == 0) receive(comm, text.data(), std::ssize(text), owner, text_tag);
  if (comm.rank() == owner) send(comm, text.data(), std::ssize(text), 0, text_tag);
  return comm.rank() == 0 ? std::move(text) : std::string();
}

void barrier(const Communicator& comm) { check(MPI_Barrier(comm.handle())); }

}  // namespace uneven::comm
