// SPDX-License-Identifier: MIT
#include "tables.hpp"

#include <algorithm>

#include "base/file_name.hpp"
#include "data/plain.hpp"

namespace uneven::runner {

void unpack_together(const std::string& names, const comm::Communicator& comm, const Context& context) {
  const auto hosts = comm::all_gather(comm, context.machine.host);
  const auto leader = std::ranges::find(hosts, context.machine.host) - hosts.begin();
  for (const std::string& name : files_of(names)) {
    std::string made;
    comm::all_or_abort(comm, [&] {
      if (leader == comm.rank()) made = data::published(name);
    });
    made = comm::all_gather(comm, made)[static_cast<std::size_t>(leader)];
    // Whoever cannot open it unpacks for itself. The leader keeps it open until all have.
    comm::all_or_abort(comm, [&] {
      if (leader != comm.rank() && !made.empty()) data::adopt(name, made);
    });
  }
}

std::shared_ptr<const data::Table> open_table(const std::string& path, const document::TableOptions& options,
                                              data::LastColumn last, const comm::Communicator& comm,
                                              const Context& context) {
  unpack_together(path, comm, context);
  std::shared_ptr<data::Table> table;
  std::string survey;
  comm::all_or_abort(comm, [&] {
    table = std::make_shared<data::Table>(path, options, last);
    survey = table->survey(comm.rank(), comm.size());
  });
  const auto surveys = comm::all_gather(comm, survey);
  comm::all_or_abort(comm, [&] { table->finish(surveys); });
  if (comm.rank() == 0)
    for (const std::string& line : table->notes()) note(line);
  return table;
}

}  // namespace uneven::runner
