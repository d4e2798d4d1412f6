// SPDX-License-Identifier: MIT
#include "shared_object.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <vector>

#include "base/error.hpp"
#include "data/input/file.hpp"

namespace uneven::runner {

namespace {

using ElfHeader = ElfW(Ehdr);
using Segment = ElfW(Phdr);

constexpr unsigned char native_class = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
constexpr unsigned char native_order = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;

bool is_native(const unsigned char* identification) {
  return identification[EI_CLASS] == native_class && identification[EI_DATA] == native_order;
}

/// Whether bytes [first, first + count) lie in a file of `bytes` bytes.
bool lies_in(std::uint64_t bytes, std::uint64_t first, std::uint64_t count) {
  return count <= bytes && first <= bytes - count;
}

[[noreturn]] void fail_cut_off(const data::InputFile& file) {
  throw InputError(file.path() + ": is cut off: it has " + std::to_string(file.bytes()) +
                   " bytes, fewer than its headers say; expected a whole shared object");
}

[[noreturn]] void fail_no_shared_object(const data::InputFile& file, const std::string& made_with) {
  throw InputError(file.path() + ": is no shared object; expected one, made with " + made_with);
}

std::vector<Segment> segments_of(data::InputFile& file, const ElfHeader& header) {
  const std::size_t size = std::size_t{header.e_phnum} * sizeof(Segment);
  if (!lies_in(static_cast<std::uint64_t>(file.bytes()), header.e_phoff, size)) fail_cut_off(file);
  std::vector<Segment> segments(header.e_phnum);
  file.read(static_cast<std::int64_t>(header.e_phoff), static_cast<std::int64_t>(size), segments.data());
  return segments;
}

/// The loader maps files without looking at their headers, and dies where a page has no file behind it. Files for
/// another machine are left to the loader, which says so.
void require_whole_shared_object(const std::string& path, const std::string& made_with) {
  data::InputFile file(path);
  const auto bytes = static_cast<std::uint64_t>(file.bytes());
  ElfHeader header{};
  const std::size_t present = std::min<std::uint64_t>(bytes, sizeof header);
  file.read(0, static_cast<std::int64_t>(present), &header);
  if (present < SELFMAG || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) fail_no_shared_object(file, made_with);
  if (present < sizeof header) fail_cut_off(file);
  if (!is_native(header.e_ident)) return;
  if (header.e_type != ET_DYN || header.e_phentsize != sizeof(Segment)) fail_no_shared_object(file, made_with);
  if (!lies_in(bytes, header.e_shoff, std::uint64_t{header.e_shnum} * header.e_shentsize)) fail_cut_off(file);
  for (const Segment& segment : segments_of(file, header))
    if (segment.p_type == PT_LOAD && !lies_in(bytes, segment.p_offset, segment.p_filesz)) fail_cut_off(file);
}

}  // namespace

void* load_user_code(const std::string& path, const UserCode& code) {
  require_whole_shared_object(path, code.made_with);
  // Without a slash the loader would search its own places.
  void* const object = ::dlopen(std::filesystem::absolute(path).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!object) throw OpenError(std::string(::dlerror()));
  const std::string symbol = "uneven_" + code.what;
  const auto interface = reinterpret_cast<int (*)()>(::dlsym(object, (symbol + "_interface").c_str()));
  void* const found = ::dlsym(object, symbol.c_str());
  if (!interface || !found) throw InputError(path + ": no " + code.what + " in it; expected " + code.made_with);
  if (interface() != code.interface)
    throw InputError(path + ": built for interface " + std::to_string(interface()) + "; this is " +
                     std::to_string(code.interface));
  return found;
}

}  // namespace uneven::runner
