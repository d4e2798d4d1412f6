// SPDX-License-Identifier: MIT
#include "launch/temporary_folder.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/error.hpp"

namespace uneven::launch {
namespace {

namespace fs = std::filesystem;

/// Room that Open MPI 4.1 needs for any number of ranks: two files of 4 MiB and some small ones.
constexpr off_t needed_mib = 9;

/// Tries whether the folder has the needed room. @return  0, or the error.
int make_room_for_a_moment(const fs::path& folder) {
  const int file = unnamed_file(folder);
  if (file < 0) return errno;
  // A file system that cannot reserve room without writing counts as having room.
  const int error = ::fallocate(file, 0, 0, needed_mib << 20) == 0 || errno == EOPNOTSUPP ? 0 : errno;
  ::close(file);
  return error;
}

}  // namespace

int unnamed_file(const fs::path& folder) {
  const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR)) return file;
  std::string name = folder / "uneven-XXXXXX";
  const int named = ::mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) ::unlink(name.c_str());
  return named;
}

std::string fresh_folder(const std::string& name) {
  std::string path = temporary_folder().path / (name + "XXXXXX");
  if (!::mkdtemp(path.data())) throw SystemError(path + ": cannot make a folder: " + std::strerror(errno));
  return path;
}

TemporaryFolder temporary_folder() {
  for (const char* variable : {"OMPI_MCA_orte_tmpdir_base", "TMPDIR", "TEMP", "TMP"})
    if (const char* path = std::getenv(variable); path && *path) return {path, variable};
  return {"/tmp", ""};
}

std::string fault_of(const TemporaryFolder& folder) {
  std::error_code unseen;
  fs::path there = fs::absolute(folder.path, unseen);  // mpirun creates missing folders
  while (!fs::exists(there, unseen) && there.has_relative_path()) there = there.parent_path();
  const int error = make_room_for_a_moment(there);
  if (error == 0) return "";
  const std::string name = folder.variable.empty() ? "" : folder.variable + " is ";
  return name + folder.path.string() + ", where Open MPI cannot make its files (" + std::to_string(needed_mib) +
         " MiB): " + std::strerror(error);
}

}  // namespace uneven::launch
