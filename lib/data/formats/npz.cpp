// SPDX-License-Identifier: MIT
// Format: PKWARE's APPNOTE.TXT 6.3, sections 4.3.7, 4.3.12 and 4.3.16, members stored as they are.
#include "data/formats/npz.hpp"

#include <zlib.h>

#include <limits>
#include <ostream>
#include <string>

#include "base/error.hpp"

namespace uneven::data {

namespace {

/// Numbers of a ZIP file, little endian.
template <class Number>
void put(std::string& to, Number number) {
  for (std::size_t byte = 0; byte < sizeof number; ++byte)
    to += static_cast<char>(static_cast<unsigned char>(number >> (8 * byte)));
}

constexpr std::uint16_t version = 20, stored = 0, midnight = 0, first_of_1980 = 1 << 5 | 1;

/// What the header before a member and its entry in the directory have in common.
std::string common_fields(const NpzMember& member) {
  std::string fields;
  put(fields, version);
  put(fields, std::uint16_t{0});
  put(fields, stored);
  put(fields, midnight);
  put(fields, first_of_1980);
  const auto size = static_cast<std::uint32_t>(member.bytes.size());
  put(fields, static_cast<std::uint32_t>(
                  ::crc32_z(0, reinterpret_cast<const Bytef*>(member.bytes.data()), member.bytes.size())));
  put(fields, size);
  put(fields, size);
  put(fields, static_cast<std::uint16_t>(member.name.size()));
  put(fields, std::uint16_t{0});
  return fields;
}

}  // namespace

void write_npz(OutputFile& file, const std::vector<NpzMember>& members) {
  std::string directory;
  std::uint64_t at = 0;
  for (const NpzMember& member : members) {
    if (at + member.bytes.size() + member.name.size() + 30 > std::numeric_limits<std::uint32_t>::max())
      throw InputError(member.name + ": the arrays of an NPZ file would be 4 GiB or more; expected a smaller network");
    const std::string fields = common_fields(member);
    file.stream() << std::string_view("PK\3\4", 4) << fields << member.name << member.bytes;
    directory += std::string_view("PK\1\2", 4);
    put(directory, version);
    directory += fields;
    put(directory, std::uint16_t{0});  // bytes of the comment
    put(directory, std::uint32_t{0});  // disk and internal attributes
    put(directory, std::uint32_t{0});  // external attributes
    put(directory, static_cast<std::uint32_t>(at));
    directory += member.name;
    at += 30 + member.name.size() + member.bytes.size();
  }
  std::string end("PK\5\6", 4);
  put(end, std::uint32_t{0});  // disks
  put(end, static_cast<std::uint16_t>(members.size()));
  put(end, static_cast<std::uint16_t>(members.size()));
  put(end, static_cast<std::uint32_t>(directory.size()));
  put(end, static_cast<std::uint32_t>(at));
  put(end, std::uint16_t{0});
  file.stream() << directory << end;
}

}  // namespace uneven::data
