// SPDX-License-Identifier: MIT
#include "packing.hpp"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>

namespace uneven::fuzz {

namespace {

constexpr std::size_t most_unpacked = 1 << 16;

Bytef* bytes_of(const std::string& text) { return reinterpret_cast<Bytef*>(const_cast<char*>(text.data())); }

/// @param bits  of the window: 31 for gzip, -15 for bare deflate data.
std::string inflated(const std::string& bytes, int bits) {
  z_stream stream{};
  ::inflateInit2(&stream, bits);
  std::string out(most_unpacked, '\0');
  stream.next_in = bytes_of(bytes);
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = bytes_of(out);
  stream.avail_out = static_cast<uInt>(out.size());
  ::inflate(&stream, Z_FINISH);
  out.resize(out.size() - stream.avail_out);
  ::inflateEnd(&stream);
  return out;
}

/// @param bits  as of inflated(), of the smallest window, which is made fast.
std::string deflated(const std::string& bytes, int bits, Random& random) {
  z_stream stream{};
  ::deflateInit2(&stream, static_cast<int>(random() % 3), Z_DEFLATED, bits, 1, Z_DEFAULT_STRATEGY);
  std::string out(::deflateBound(&stream, bytes.size()) + 64, '\0');
  stream.next_in = bytes_of(bytes);
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = bytes_of(out);
  stream.avail_out = static_cast<uInt>(out.size());
  ::deflate(&stream, Z_FINISH);
  out.resize(out.size() - stream.avail_out);
  ::deflateEnd(&stream);
  return out;
}

std::string zstd_packed(const std::string& bytes, Random& random) {
  static ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, 1 + static_cast<int>(random() % 2));
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, static_cast<int>(random() % 2));
  ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, static_cast<int>(random() % 2));
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  out.resize(ZSTD_compress2(context, out.data(), out.size(), bytes.data(), bytes.size()));
  return out;
}

std::string zstd_unpacked(const std::string& bytes) {
  std::string out(most_unpacked, '\0');
  const std::size_t count = ZSTD_decompress(out.data(), out.size(), bytes.data(), bytes.size());
  out.resize(ZSTD_isError(count) ? 0 : count);
  return out;
}

template <class T>
T number_at(const std::string& bytes, std::size_t at) {
  T number{};
  if (at + sizeof number <= bytes.size()) std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

/// By its directory, without the extra fields of large files.
std::vector<Member> unzipped(const std::string& bytes) {
  std::vector<Member> members;
  for (std::size_t at = 0; (at = bytes.find("PK\1\2", at)) != bytes.npos; at += 46) {
    const std::size_t header = number_at<std::uint32_t>(bytes, at + 42),
                      size = number_at<std::uint32_t>(bytes, at + 20);
    const std::size_t first =
        header + 30 + number_at<std::uint16_t>(bytes, header + 26) + number_at<std::uint16_t>(bytes, header + 28);
    if (first > bytes.size() || at + 46 > bytes.size()) return {};
    const std::string data = bytes.substr(first, size);
    members.push_back({bytes.substr(at + 46, number_at<std::uint16_t>(bytes, at + 28)),
                       number_at<std::uint16_t>(bytes, at + 10) == 0 ? data : inflated(data, -15)});
  }
  return members;
}

class ZipWriter {
 public:
  void add(const Member& member, Random& random) {
    const bool stored = random() % 2;
    const std::string data = stored ? member.bytes : deflated(member.bytes, -9, random);
    const auto sum =
        static_cast<std::uint32_t>(::crc32(0, bytes_of(member.bytes), static_cast<uInt>(member.bytes.size())));
    const auto offset = static_cast<std::uint32_t>(files_.size());
    files_ += std::string("PK\3\4\x14\0\0\0", 8);
    put(files_, stored, sum, data.size(), member.bytes.size(), member.name.size());
    files_ += member.name + data;
    directory_ += std::string("PK\1\2\x14\3\x14\0\0\0", 10);
    put(directory_, stored, sum, data.size(), member.bytes.size(), member.name.size());
    directory_ += std::string(10, '\0');
    put_number(directory_, offset);
    directory_ += member.name;
    ++count_;
  }

  std::string finish() const {
    std::string all = files_ + directory_ + std::string("PK\5\6\0\0\0\0", 8);
    put_number(all, count_);
    put_number(all, count_);
    put_number(all, static_cast<std::uint32_t>(directory_.size()));
    put_number(all, static_cast<std::uint32_t>(files_.size()));
    return all + std::string(2, '\0');
  }

 private:
  template <class T>
  static void put_number(std::string& to, T number) {
    to.append(reinterpret_cast<const char*>(&number), sizeof number);
  }
  static void put(std::string& to, bool stored, std::uint32_t sum, std::size_t packed, std::size_t bytes,
                  std::size_t name) {
    put_number(to, static_cast<std::uint16_t>(stored ? 0 : 8));
    put_number(to, std::uint32_t{0});  // the time
    put_number(to, sum);
    put_number(to, static_cast<std::uint32_t>(packed));
    put_number(to, static_cast<std::uint32_t>(bytes));
    put_number(to, static_cast<std::uint16_t>(name));
    put_number(to, std::uint16_t{0});
  }

  std::string files_, directory_;
  std::uint16_t count_ = 0;
};

}  // namespace

Packing packing_of(const std::string& bytes) {
  if (bytes.starts_with("\x1f\x8b")) return Packing::gzip;
  if (bytes.starts_with("\x28\xb5\x2f\xfd")) return Packing::zstd;
  return bytes.starts_with("PK") ? Packing::zip : Packing::none;
}

std::vector<Member> unpacked(const std::string& bytes, Packing packing) {
  switch (packing) {
    case Packing::gzip:
      return {{"", inflated(bytes, 31)}};
    case Packing::zstd:
      return {{"", zstd_unpacked(bytes)}};
    case Packing::zip:
      return unzipped(bytes);
    case Packing::none:
      break;
  }
  return {};
}

std::string packed(const std::vector<Member>& members, Packing packing, Random& random) {
  if (packing == Packing::zip) {
    ZipWriter zip;
    for (const Member& member : members) zip.add(member, random);
    return zip.finish();
  }
  std::string all;
  for (const Member& member : members) {
    const std::size_t cut = random() % 4 ? 0 : random() % (member.bytes.size() + 1);
    const auto add = [&](const std::string& piece) {
      all += packing == Packing::gzip ? deflated(piece, 25, random) : zstd_packed(piece, random);
    };
    if (cut > 0) add(member.bytes.substr(0, cut));
    add(member.bytes.substr(cut));
  }
  return all;
}

}  // namespace uneven::fuzz
