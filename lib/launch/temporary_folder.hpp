// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace uneven::launch {

/// Where Open MPI keeps its files, and the variable that says so, such as TMPDIR; "" of /tmp, the default.
struct TemporaryFolder {
  std::filesystem::path path;
  std::string variable;
};

TemporaryFolder temporary_folder();

/// What keeps Open MPI from starting there: without room for its files mpirun waits for ever. "" if nothing does.
/// Cost: some system calls; a file of some MiB is made for a moment, without being written where the file system can.
std::string fault_of(const TemporaryFolder& folder);

}  // namespace uneven::launch
