// SPDX-License-Identifier: MIT
#include "data/input/plain.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <list>
#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/file_name.hpp"
#include "base/temporary_file.hpp"
#include "base/text_stream.hpp"

namespace uneven::data {

namespace {

/// A file by its name, and what the system says of it.
struct FoundFile {
  DataName parts;
  bool is_there = false;
  struct stat status {};
  bool is_pipe() const { return parts.file == "-" || (is_there && S_ISFIFO(status.st_mode)); }
};

FoundFile find_file(const std::string& name) {
  FoundFile found{{name, ""}};
  if (name == "-") return found;
  found.is_there = ::stat(name.c_str(), &found.status) == 0;
  for (std::size_t colon = name.find(':'); !found.is_there && colon != name.npos; colon = name.find(':', colon + 1)) {
    const std::string file = name.substr(0, colon);
    if (::stat(file.c_str(), &found.status) == 0 && S_ISREG(found.status.st_mode))
      return {{file, name.substr(colon + 1)}, true, found.status};
  }
  return found;
}

}  // namespace

DataName split_part(const std::string& name) { return find_file(name).parts; }

Spool::Spool(std::string name) : name_(std::move(name)) {
  const char* folder = std::getenv("TMPDIR");
  std::string path = std::string(folder && *folder ? folder : "/tmp") + "/uneven-data-XXXXXX";
  descriptor_ = ::mkostemp(path.data(), O_CLOEXEC);
  if (descriptor_ < 0) throw IoError(path + ": " + std::strerror(errno) + "; expected a folder for " + name_);
  ::unlink(path.c_str());
}

Spool::~Spool() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

int Spool::release() { return std::exchange(descriptor_, -1); }

void Spool::write(std::string_view bytes) {
  if (const int error = write_bytes(descriptor_, bytes.data(), bytes.size()))
    throw IoError(name_ + ": its bytes cannot be kept in TMPDIR: " + std::strerror(error));
}

namespace {

constexpr std::size_t most_files = 16;

/// What plain() has made of a name.
struct Made {
  std::string name;
  std::string packing;
  int descriptor = -1;  ///< none: the file itself is plain
  bool stays = false;   ///< a pipe, which cannot be read again
  struct stat of {};    ///< the file when it was made
};

bool same_file(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino && a.st_size == b.st_size &&
         a.st_mtim.tv_sec == b.st_mtim.tv_sec && a.st_mtim.tv_nsec == b.st_mtim.tv_nsec;
}

/// Those used last come first.
std::list<Made>& all_made() {
  static std::list<Made> all;
  return all;
}

void keep(Made made) {
  auto& all = all_made();
  all.push_front(std::move(made));
  if (std::ranges::count(all, false, &Made::stays) <= std::ptrdiff_t{most_files}) return;
  const auto oldest = std::find_if(all.rbegin(), all.rend(), [](const Made& m) { return !m.stays; });
  if (oldest->descriptor >= 0) ::close(oldest->descriptor);
  all.erase(std::next(oldest).base());
}

/// @return  the cached entry of `name`; null if there is none or the file has changed.
const Made* find_made(const std::string& name, const struct stat* now) {
  auto& all = all_made();
  const auto found = std::ranges::find(all, name, &Made::name);
  if (found == all.end()) return nullptr;
  if (!found->stays && !(now && same_file(found->of, *now))) {
    if (found->descriptor >= 0) ::close(found->descriptor);
    all.erase(found);
    return nullptr;
  }
  all.splice(all.begin(), all, found);
  return &all.front();
}

std::string path_of(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

void spool_descriptor(int from, Spool& to) {
  std::string bytes(std::size_t{1} << 18, '\0');
  for (;;) {
    const ssize_t count = ::read(from, bytes.data(), bytes.size());
    if (count == 0) return;
    if (count > 0)
      to.write(std::string_view(bytes).substr(0, static_cast<std::size_t>(count)));
    else if (errno != EINTR)
      throw IoError(to.name() + ": " + std::strerror(errno));
  }
}

/// @return  a descriptor of all that comes from a pipe, or from standard input.
int read_pipe(const std::string& path) {
  if (path == "-" && ::isatty(0)) throw UsageError("standard input is a terminal; expected data");
  Spool spool(input_name(path));
  const int from = path == "-" ? 0 : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (from < 0) throw OpenError(path + ": " + std::strerror(errno));
  try {
    spool_descriptor(from, spool);
  } catch (...) {
    if (from != 0) ::close(from);
    throw;
  }
  if (from != 0) ::close(from);
  return spool.release();
}

constexpr std::string_view gzip = "gzip", zstd = "zstd", npz = "NPZ";

/// How a file is packed, by its first bytes; empty if it is not.
std::string_view packing_of(InputFile& file) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> marks{{
      {"\x1f\x8b", gzip},
      {"\x28\xb5\x2f\xfd", zstd},
      {{"PK\3\4", 4}, npz},
      {{"PK\5\6", 4}, npz},
      {"BZh", "bzip2"},
      {{"\xfd\x37zXZ\0", 6}, "xz"},
      {"\x1f\x9d", "compress"},
  }};
  std::string start(static_cast<std::size_t>(std::min<std::int64_t>(file.bytes(), 8)), '\0');
  file.read(0, std::ssize(start), start.data());
  const auto found = std::ranges::find_if(marks, [&](const auto& mark) { return start.starts_with(mark.first); });
  if (found == marks.end()) return {};
  // A header may begin so, too.
  if (found->second == "bzip2" &&
      !(start.size() > 3 && start[3] >= '1' && start[3] <= '9' && start.size() > 4 && start[4] == '1'))
    return {};
  return found->second;
}

/// Unpacks one layer. @return  the descriptor of the unpacked bytes; -1 if the file is not packed.
int unpacked(InputFile& file, const std::string& part, std::string& packing) {
  const std::string_view how = packing_of(file);
  if (how.empty()) return -1;
  packing += (packing.empty() ? "" : ", ") + std::string(how);
  Spool spool(file.path());
  if (how == gzip)
    unpack_gzip(file, spool);
  else if (how == zstd)
    unpack_zstd(file, spool);
  else if (how == npz)
    unpack_npz(file, part, spool);
  else
    throw InputError(file.path() + ": is packed by " + packing + "; expected gzip, zstd or nothing");
  return spool.release();
}

/// Makes plain bytes, unless the file has them.
Made make(const std::string& name, const DataName& parts, bool pipe) {
  Made made;
  made.name = name;
  made.stays = pipe;
  if (pipe) made.descriptor = read_pipe(parts.file);
  // What was packed by gzip or zstd may be an NPZ file.
  for (int turn = 0; turn < 2; ++turn) {
    InputFile file(made.descriptor < 0 ? parts.file : path_of(made.descriptor), input_name(name));
    const int next = unpacked(file, parts.part, made.packing);
    if (next < 0) break;
    if (made.descriptor >= 0) ::close(made.descriptor);
    made.descriptor = next;
    if (made.packing.ends_with(npz)) break;
  }
  return made;
}

}  // namespace

bool is_pipe(const std::string& name) { return find_file(name).is_pipe(); }

bool is_kept(const std::string& name) {
  return std::ranges::any_of(all_made(), [&](const Made& made) { return made.stays && made.name == name; });
}

std::string file_of(const std::string& name) {
  return is_kept(name) || is_pipe(name) ? plain(name).path : split_part(name).file;
}

Plain plain(const std::string& name) {
  const FoundFile now = find_file(name);
  const DataName& parts = now.parts;
  const Made* made = find_made(name, now.is_there ? &now.status : nullptr);
  if (!made) {
    Made fresh = make(name, parts, now.is_pipe());
    fresh.of = now.status;
    keep(std::move(fresh));
    made = &all_made().front();
  }
  return {made->descriptor < 0 ? parts.file : path_of(made->descriptor), made->packing};
}

InputFile open_plain(const std::string& name) { return InputFile(plain(name).path, input_name(name)); }

std::string published(const std::string& name) {
  plain(name);
  const Made& made = all_made().front();
  struct stat own {};
  if (made.descriptor < 0 || ::fstat(made.descriptor, &own) != 0) return "";
  OutputText text;
  text << "/proc/" << ::getpid() << "/fd/" << made.descriptor << ' ' << own.st_dev << ' ' << own.st_ino << ' '
       << made.packing;
  return text.str();
}

void keep_pipe(const std::string& name, Spool& bytes, const std::string& packing) {
  keep({name, packing, bytes.release(), true, {}});
}

std::vector<std::string> kept_pipes(const std::vector<std::optional<std::string>>& lists) {
  std::string lines;
  for (const auto& list : lists)
    for (const std::string& name : list ? files_of(*list) : std::vector<std::string>())
      if (is_pipe(name)) lines += (lines.empty() ? "" : "\n") + text_of_name(name) + "\t" + published(name);
  return lines.empty() ? std::vector<std::string>() : std::vector<std::string>{"--pipes=" + lines};
}

bool adopt(const std::string& name, const std::string& published) {
  InputText text(published);
  std::string path, packing;
  std::uint64_t device = 0, inode = 0;
  text >> path >> device >> inode;
  text.get();
  std::getline(text, packing);
  const int descriptor = path.empty() ? -1 : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat found {
  }, now{};
  if (descriptor < 0) return false;
  if (::fstat(descriptor, &found) != 0 || found.st_dev != device || found.st_ino != inode) {
    ::close(descriptor);
    return false;
  }
  const std::string file = split_part(name).file;
  const bool regular = file != "-" && ::stat(file.c_str(), &now) == 0 && S_ISREG(now.st_mode);
  keep({name, packing, descriptor, !regular, now});
  return true;
}

}  // namespace uneven::data
