// SPDX-License-Identifier: MIT
// Format: PKWARE's APPNOTE.TXT 6.3, sections 4.3 to 4.5; numpy.savez writes one NPY file for each array.
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "data/input/inflate.hpp"
#include "data/input/plain.hpp"

namespace uneven::data {

namespace {

constexpr std::int64_t zip_piece = 1 << 18;
constexpr std::size_t longest_list_of_arrays = 8;  // of names in a message

struct ZipEntry {
  std::string name;
  int method = 0;  ///< 0: stored, 8: deflated
  std::uint32_t checksum = 0;
  std::int64_t packed = 0, bytes = 0;
  std::int64_t header = 0;  ///< where its local header begins
};

[[noreturn]] void bad_zip(const InputFile& file, const std::string& what) {
  throw InputError(file.path() + ": damaged or cut off: " + what + "; expected an NPZ file");
}

/// Numbers of a ZIP file, little endian, in bytes that are in memory.
class ZipFields {
 public:
  ZipFields(const InputFile& file, std::string_view bytes) : file_(file), bytes_(bytes) {}

  template <class T>
  T at(std::size_t offset) const {
    static_assert(std::endian::native == std::endian::little);
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) bad_zip(file_, "its directory ends too soon");
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }

  std::string_view text(std::size_t offset, std::size_t length) const {
    if (offset > bytes_.size() || bytes_.size() - offset < length) bad_zip(file_, "its directory ends too soon");
    return bytes_.substr(offset, length);
  }

 private:
  const InputFile& file_;
  std::string_view bytes_;
};

std::string read_part(InputFile& file, std::int64_t offset, std::int64_t count) {
  if (offset < 0 || count < 0 || offset > file.bytes() || count > file.bytes() - offset)
    bad_zip(file, "it names bytes behind its end");
  std::string bytes(static_cast<std::size_t>(count), '\0');
  file.read(offset, count, bytes.data());
  return bytes;
}

struct ZipDirectory {
  std::int64_t entries, bytes, offset;
};

/// The record at the end of the file says where the directory is.
ZipDirectory find_directory(InputFile& file) {
  constexpr std::int64_t record = 22, locator = 20, longest_comment = 65535;
  const std::int64_t first = std::max<std::int64_t>(0, file.bytes() - record - longest_comment);
  const std::string end = read_part(file, first, file.bytes() - first);
  const std::size_t at = end.size() < record ? end.npos : end.rfind(std::string_view("PK\5\6", 4), end.size() - record);
  if (at == end.npos) bad_zip(file, "it has no directory");
  const ZipFields fields(file, std::string_view(end).substr(at));
  ZipDirectory found{fields.at<std::uint16_t>(10), fields.at<std::uint32_t>(12), fields.at<std::uint32_t>(16)};
  if (found.entries != 0xFFFF && found.offset != 0xFFFFFFFF && found.bytes != 0xFFFFFFFF) return found;
  const std::int64_t place = first + static_cast<std::int64_t>(at) - locator;
  if (place < 0) return found;
  const std::string link = read_part(file, place, locator);
  if (!link.starts_with(std::string_view("PK\6\7", 4))) return found;
  const auto large = static_cast<std::int64_t>(ZipFields(file, link).at<std::uint64_t>(8));
  const std::string bytes = read_part(file, large, 56);
  const ZipFields of(file, bytes);
  return {static_cast<std::int64_t>(of.at<std::uint64_t>(32)), static_cast<std::int64_t>(of.at<std::uint64_t>(40)),
          static_cast<std::int64_t>(of.at<std::uint64_t>(48))};
}

/// Sizes and offsets beyond 32 bits stand in an extra field, those that are needed, in this order.
void read_large(const ZipFields& fields, std::size_t extra, std::size_t length, ZipEntry& entry) {
  for (std::size_t at = extra; at + 4 <= extra + length; at += 4 + fields.at<std::uint16_t>(at + 2)) {
    if (fields.at<std::uint16_t>(at) != 1) continue;
    std::size_t next = at + 4;
    for (std::int64_t* value : {&entry.bytes, &entry.packed, &entry.header})
      if (*value == 0xFFFFFFFF) {
        *value = static_cast<std::int64_t>(fields.at<std::uint64_t>(next));
        next += 8;
      }
  }
}

std::vector<ZipEntry> read_directory(InputFile& file) {
  const ZipDirectory place = find_directory(file);
  const std::string bytes = read_part(file, place.offset, place.bytes);
  const ZipFields fields(file, bytes);
  std::vector<ZipEntry> entries;
  for (std::size_t at = 0; at < bytes.size();) {
    if (fields.text(at, 4) != std::string_view("PK\1\2", 4)) bad_zip(file, "its directory has a wrong mark");
    if (fields.at<std::uint16_t>(at + 8) & 1) bad_zip(file, "it is encrypted");
    const std::size_t name = fields.at<std::uint16_t>(at + 28), extra = fields.at<std::uint16_t>(at + 30);
    ZipEntry entry{std::string(fields.text(at + 46, name)), fields.at<std::uint16_t>(at + 10),
                   fields.at<std::uint32_t>(at + 16),       fields.at<std::uint32_t>(at + 20),
                   fields.at<std::uint32_t>(at + 24),       fields.at<std::uint32_t>(at + 42)};
    read_large(fields, at + 46 + name, extra, entry);
    entries.push_back(std::move(entry));
    at += 46 + name + extra + fields.at<std::uint16_t>(at + 32);
  }
  if (std::ssize(entries) != place.entries) bad_zip(file, "its directory has another length than it says");
  return entries;
}

std::string list_of(const std::vector<ZipEntry>& entries) {
  std::string list;
  for (std::size_t i = 0; i < std::min(entries.size(), longest_list_of_arrays); ++i) {
    const std::string& name = entries[i].name;
    list += (i ? ", " : "") + shown_data(name.ends_with(".npy") ? name.substr(0, name.size() - 4) : name);
  }
  return list + (entries.size() > longest_list_of_arrays ? ", ..." : "");
}

const ZipEntry& choose(const InputFile& file, const std::vector<ZipEntry>& entries, const std::string& part) {
  if (entries.empty()) throw InputError(file.path() + ": an NPZ file without arrays; expected one");
  if (part.empty() && entries.size() > 1)
    throw InputError(file.path() + ": " + std::to_string(entries.size()) +
                     " arrays; expected the name of one behind "
                     "the file's and a colon: " +
                     list_of(entries));
  if (part.empty()) return entries.front();
  const auto found =
      std::ranges::find_if(entries, [&](const ZipEntry& e) { return e.name == part || e.name == part + ".npy"; });
  if (found == entries.end())
    throw InputError(file.path() + ": no array '" + shown(part) + "'; expected one of " + list_of(entries));
  return *found;
}

/// Writes unpacked bytes, and checks their number and checksum.
class Checked {
 public:
  Checked(const InputFile& file, const ZipEntry& entry, Spool& to) : file_(file), entry_(entry), to_(to) {}

  void write(std::string_view bytes) {
    left_ -= std::ssize(bytes);
    if (left_ < 0) bad_zip(file_, "an array is longer than its directory says");
    sum_ = ::crc32(sum_, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size()));
    to_.write(bytes);
  }

  void finish() const {
    if (left_ > 0) bad_zip(file_, "an array lacks " + std::to_string(left_) + " bytes");
    if (sum_ != entry_.checksum) bad_zip(file_, "an array has another checksum than its directory says");
  }

 private:
  const InputFile& file_;
  const ZipEntry& entry_;
  Spool& to_;
  std::int64_t left_ = entry_.bytes;
  uLong sum_ = ::crc32(0, nullptr, 0);
};

void extract(InputFile& file, const ZipEntry& entry, Spool& to) {
  const std::string start = read_part(file, entry.header, 30);
  const ZipFields header(file, start);
  if (!start.starts_with(std::string_view("PK\3\4", 4))) bad_zip(file, "an array has a wrong mark");
  const std::int64_t first = entry.header + 30 + header.at<std::uint16_t>(26) + header.at<std::uint16_t>(28);
  if (entry.packed < 0 || first > file.bytes() || entry.packed > file.bytes() - first)
    bad_zip(file, "an array goes on behind its end");
  if (entry.method != 0 && entry.method != 8)
    bad_zip(file, "an array is packed by method " + std::to_string(entry.method) + ", not 0 (stored) or 8 (deflated)");
  Checked out(file, entry, to);
  Inflater inflater(-15);
  for (std::int64_t at = first, end = first + entry.packed; at < end && !inflater.ended();) {
    const std::string piece = read_part(file, at, std::min(zip_piece, end - at));
    at += std::ssize(piece);
    if (entry.method == 0) {
      out.write(piece);
      continue;
    }
    inflater.give(piece);
    while ((inflater.unused() > 0 || inflater.more()) && !inflater.ended()) {
      out.write(inflater.take());
      if (inflater.broken()) bad_zip(file, inflater.why() ? inflater.why() : "wrong data");
    }
  }
  out.finish();
}

}  // namespace

void unpack_npz(InputFile& file, const std::string& part, Spool& to) {
  const std::vector<ZipEntry> entries = read_directory(file);
  extract(file, choose(file, entries, part), to);
}

}  // namespace uneven::data
