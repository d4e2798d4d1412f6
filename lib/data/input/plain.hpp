// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/input/file.hpp"

namespace uneven::data {

/// A file of data, or a part of one: `x.npz:weights`, `x.h5:/group/set`. A name that is a file's as it stands has no
/// part.
struct DataName {
  std::string file;
  std::string part;  ///< empty: none is named
};

DataName split_part(const std::string& name);

/// Whether a file can be read only once: "-", which is standard input, and pipes.
bool is_pipe(const std::string& name);

/// The file that holds what `name` names, packed as it is; of a pipe what this process keeps of it.
std::string file_of(const std::string& name);

/// Where the plain bytes of a file of data are.
struct Plain {
  std::string path;     ///< the file itself, or what this process has made of it
  std::string packing;  ///< form of the file: gzip, zstd, NPZ (joined by ", "), or nothing
};

/// Finds the plain bytes of `name`; "-" is standard input.
///
/// The bytes of a file packed by gzip or zstd (told by its first bytes), of an array in an NPZ file, of a pipe and of
/// standard input are written once into a file without a name in TMPDIR (/tmp), which this process keeps open. It keeps
/// the sixteen files used last, and makes one again if its source has changed; it keeps all pipes.
/// @throws OpenError   if the file cannot be opened.
/// @throws InputError  if it is cut off or damaged, or packed in a way that is not read (bzip2, xz).
/// @throws IoError     if it cannot be read or TMPDIR has no room.
Plain plain(const std::string& name);

/// The plain bytes of `name`, by which messages call them.
InputFile open_plain(const std::string& name);

/// How other processes of this host find what plain() has made of `name`, as text; empty if they can open the file.
std::string published(const std::string& name);

/// Keeps what comes from standard input and pipes among some lists of files, such as "x.npy,-", for processes that are
/// started then.
/// @return  an argument of mpi-runner, --pipes=: for each its name as text, a tab and published(), on a line; none if
///   all are files.
std::vector<std::string> kept_pipes(const std::vector<std::optional<std::string>>& lists);

/// Takes what another process of this host has published as the plain bytes of `name`.
/// @return  whether it is there; otherwise plain() makes its own.
bool adopt(const std::string& name, const std::string& published);

/// Appends bytes to a file without a name.
class Spool {
 public:
  /// @throws IoError  if TMPDIR takes no file.
  explicit Spool(std::string name);
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;
  ~Spool();

  /// @throws IoError
  void write(std::string_view bytes);

  const std::string& name() const { return name_; }
  int descriptor() const { return descriptor_; }

  /// The descriptor becomes the caller's.
  int release();

 private:
  std::string name_;
  int descriptor_;
};

/// Whether this process has the bytes of the pipe `name`.
bool is_kept(const std::string& name);

/// From now on the plain bytes of the pipe `name` are these, as if this process had read it.
void keep_pipe(const std::string& name, Spool& bytes, const std::string& packing);

/// Unpacks all of `file`; several packed files, one behind the other, are one. @throws InputError, IoError
void unpack_gzip(InputFile& file, Spool& to);
void unpack_zstd(InputFile& file, Spool& to);

/// Unpacks an array of an NPZ file: `part`, with or without ".npy", or the only one.
/// @throws InputError  if it is damaged, there is none of that name, or several and no name.
void unpack_npz(InputFile& file, const std::string& part, Spool& to);

}  // namespace uneven::data
