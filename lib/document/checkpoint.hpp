// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>

#include "base/checksum.hpp"
#include "base/file.hpp"
#include "document/json.hpp"

namespace uneven::document {

/// The file of a checkpoint, as bytes. Its seal tells damage from data: a checksum over all that lies before it.
///
///     byte 0    89 "uneven" 0A, with which no text begins
///          8    version of this layout
///         16    bytes of the header
///         24    bytes of the body
///         32    header, body
///        end    seal: XXH3 of all bytes before it
///
/// Numbers have 64 bits and lie as in memory.
class CheckpointOutput {
 public:
  /// Begins a file beside `path`. @param body_bytes  that will be written. @throws IoError
  CheckpointOutput(const std::string& path, std::string_view header, std::int64_t body_bytes);

  /// The next bytes of the body. @throws IoError  as soon as the disk is full.
  void write(const void* bytes, std::size_t count);

  /// Seals the file, waits for the disk, and puts it into the place of the checkpoint before, which is whole until
  /// then.
  /// @throws IoError
  void commit();

 private:
  OutputFile file_;
  Checksum sum_;
  std::int64_t left_;  ///< bytes of the body that are still to come
};

/// A checkpoint whose seal has been found whole. Cost: the file is read once for the seal, in a few pieces of memory.
class CheckpointInput {
 public:
  /// @throws OpenError   if it cannot be opened or is no regular file.
  /// @throws InputError  if it is no checkpoint, one of another version, or damaged.
  explicit CheckpointInput(const std::string& path);

  const std::string& header() const { return header_; }
  std::int64_t bytes() const { return bytes_; }  ///< of the body
  std::uint64_t seal() const { return seal_; }   ///< tells checkpoints apart

  /// Copies bytes of the body, `offset` counted from its beginning. @throws IoError
  void read(std::int64_t offset, std::int64_t count, void* to);

 private:
  void read_at(std::int64_t offset, std::int64_t count, void* to);
  std::uint64_t sum_of(std::int64_t count);

  std::string path_;
  std::ifstream stream_;
  std::string header_;
  std::int64_t body_ = 0, bytes_ = 0;
  std::uint64_t seal_ = 0;
};

/// Fails before the run where its checkpoint would fail after hours, or would replace a file that is something else.
/// @param force  replace it all the same.
/// @throws IoError     if it cannot be written: no such folder; a folder, a pipe or a device.
/// @throws InputError  if the file holds something and does not begin as a checkpoint.
void require_checkpoint_place(const std::string& path, bool force);

/// The header of a checkpoint: JSON with a kind, the version of the program, the identity of the run, and `more`.
/// @param identity  what must be the same in the run that resumes: program, data, seed, ...
std::string checkpoint_header(const std::string& kind, const Json& identity, const OrderedJson& more);

/// Reads it back.
/// @throws InputError  if it is of another kind, or of another identity, naming what differs; a header that is not as
///                     checkpoint_header() makes it throws as JSON does, see in_document().
Json read_checkpoint_header(const std::string& header, const std::string& kind, const Json& identity);

/// A whole number of the header. @throws InputError  if it is none or below `least`.
std::int64_t count_in(const Json& header, const std::string& key, std::int64_t least = 0);

/// The note of a run that is to resume from a missing checkpoint.
std::string no_checkpoint(const std::string& path);

}  // namespace uneven::document
