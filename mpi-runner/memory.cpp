// SPDX-License-Identifier: MIT
#include "memory.hpp"

#include <sys/resource.h>

#include "comm/collectives.hpp"
#include "comm/communicator.hpp"
#include "machine/memory.hpp"

namespace uneven::runner {

void require_memory(double needed, const comm::Communicator& comm, const Context& context) {
  const auto hosts = comm::all_gather(comm, context.machine.host);
  const auto needs = comm::all_gather(comm, needed);
  comm::all_or_abort(comm, [&] {
    double here = 0;
    for (std::size_t i = 0; i < hosts.size(); ++i)
      if (hosts[i] == context.machine.host) here += needs[i];
    machine::require_free("the parts of this host need", here, machine::free_host_memory());
    machine::require_free("this rank's part needs", needed, machine::free_address_space(), "left of its limit");
  });
}

std::int64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::int64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace uneven::runner
