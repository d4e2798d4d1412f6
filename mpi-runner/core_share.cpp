// SPDX-License-Identifier: MIT
#include "core_share.hpp"

#include <string>

#include "comm/collectives.hpp"
#include "document/json.hpp"

namespace uneven::runner {

CoreShare share_of_cores(const comm::Communicator& world, const machine::Machine& machine) {
  const std::string own = document::Json(machine.core_numbers).dump();
  const auto hosts = comm::all_gather(world, machine.host), numbers = comm::all_gather(world, own);
  int ranks = 0, place = 0;
  bool common = true;
  for (std::size_t rank = 0; rank < hosts.size(); ++rank) {
    if (hosts[rank] != machine.host) continue;
    if (static_cast<int>(rank) < world.rank()) ++place;
    ++ranks;
    common &= numbers[rank] == own;
  }
  if (!common) return {{}, machine.cores};
  const int each = machine.cores / ranks;
  if (each == 0 || machine.core_numbers.empty()) return {};
  const auto first = machine.core_numbers.begin() + place * each;
  return {{first, first + each}, each};
}

BoundTo::BoundTo(const std::vector<unsigned>& cores) {
  if (cores.empty() || ::sched_getaffinity(0, sizeof before_, &before_) != 0) return;
  cpu_set_t wanted;
  CPU_ZERO(&wanted);
  for (const unsigned core : cores)
    if (core < CPU_SETSIZE) CPU_SET(core, &wanted);
  bound_ = ::sched_setaffinity(0, sizeof wanted, &wanted) == 0;
}

BoundTo::~BoundTo() {
  if (bound_) ::sched_setaffinity(0, sizeof before_, &before_);
}

}  // namespace uneven::runner
