// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace uneven::launch {

/// Folder of Open MPI's temporary files, and the variable that sets it, such as TMPDIR; "" for the default, /tmp.
struct TemporaryFolder {
  std::filesystem::path path;
  std::string variable;
};

TemporaryFolder temporary_folder();

/// A file without a name in a folder, deleted when it is closed. @return  its descriptor, or -1 with the reason in
/// errno.
int unnamed_file(const std::filesystem::path& folder);

/// Makes an empty folder in the folder of temporary files. @param name  its beginning. @throws SystemError
std::string fresh_folder(const std::string& name);

/// Reason why Open MPI cannot start with this folder, or "". Without room for its files mpirun would hang.
/// Cost: some system calls. Reserves a file of some MiB for a moment, unwritten if the file system can.
std::string fault_of(const TemporaryFolder& folder);

}  // namespace uneven::launch
