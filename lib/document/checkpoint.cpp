// SPDX-License-Identifier: MIT
#include "document/checkpoint.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <limits>
#include <vector>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"

namespace uneven::document {

namespace {

constexpr std::string_view magic{"\x89uneven\n", 8};
constexpr std::array<std::string_view, 2> beginnings_of_0_1{R"({"kind":"checkpoint")", R"({"kind":"bsp-checkpoint")"};
constexpr std::uint64_t version = 2;

/// What the file begins with.
struct Prefix {
  std::array<char, 8> first;
  std::uint64_t version, header, body;
};
constexpr std::int64_t prefix_bytes = sizeof(Prefix), seal_bytes = sizeof(std::uint64_t);
static_assert(prefix_bytes == 32);

[[noreturn]] void damaged(const std::string& path, const std::string& how) {
  throw InputError(path + ": the checkpoint is damaged: " + how);
}

/// As many as tell what a file is.
std::string first_bytes(std::istream& file) {
  std::string bytes(32, '\0');
  file.seekg(0);
  file.read(bytes.data(), std::ssize(bytes));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

/// In words, of a file that does not begin as a checkpoint.
std::string what_else(std::string_view first) {
  const bool old = std::ranges::any_of(beginnings_of_0_1, [&](auto text) { return first.starts_with(text); });
  return old ? "is a checkpoint of version 0.1, which has no checksum to tell damage by" : "is no checkpoint";
}

}  // namespace

CheckpointOutput::CheckpointOutput(const std::string& path, std::string_view header, std::int64_t body_bytes)
    : file_(path), left_(prefix_bytes + std::ssize(header) + body_bytes) {
  Prefix prefix{{}, version, header.size(), static_cast<std::uint64_t>(body_bytes)};
  std::ranges::copy(magic, prefix.first.begin());
  write(&prefix, sizeof prefix);
  write(header.data(), header.size());
}

void CheckpointOutput::write(const void* bytes, std::size_t count) {
  left_ -= static_cast<std::int64_t>(count);
  sum_.add(bytes, count);
  if (!file_.stream().write(static_cast<const char*>(bytes), static_cast<std::streamsize>(count)))
    file_.commit();  // throws, with the reason
}

void CheckpointOutput::commit() {
  assert(left_ == 0);
  const std::uint64_t seal = sum_.value();
  file_.stream().write(reinterpret_cast<const char*>(&seal), sizeof seal);
  file_.commit();
}

CheckpointInput::CheckpointInput(const std::string& path) : path_(path) {
  if (is_special(path)) throw OpenError(path + ": is no regular file; expected a checkpoint");
  errno = 0;
  stream_.open(path, std::ios::binary);
  if (!stream_) throw OpenError(path + ": cannot open the checkpoint: " + std::strerror(errno));
  stream_.seekg(0, std::ios::end);
  const auto size = static_cast<std::int64_t>(stream_.tellg());
  if (const std::string first = first_bytes(stream_); !first.starts_with(magic))
    throw InputError(path + ": " + (first.empty() ? "is empty; expected a checkpoint" : what_else(first)));
  if (size < prefix_bytes + seal_bytes) damaged(path, "it has only " + std::to_string(size) + " bytes");
  Prefix prefix;
  read_at(0, prefix_bytes, &prefix);
  if (prefix.version != version)
    throw InputError(path + ": has version " + std::to_string(prefix.version) +
                     " of the layout of checkpoints; expected " + std::to_string(version));
  const auto inside = static_cast<std::uint64_t>(size - prefix_bytes - seal_bytes);
  if (prefix.header > inside || prefix.body != inside - prefix.header)
    damaged(path, "it has " + std::to_string(size) + " bytes, not as many as it says");
  read_at(size - seal_bytes, seal_bytes, &seal_);
  if (sum_of(size - seal_bytes) != seal_) damaged(path, "its checksum is that of other bytes");
  body_ = prefix_bytes + static_cast<std::int64_t>(prefix.header);
  bytes_ = static_cast<std::int64_t>(prefix.body);
  header_.resize(prefix.header);
  read_at(prefix_bytes, std::ssize(header_), header_.data());
}

void CheckpointInput::read(std::int64_t offset, std::int64_t count, void* to) {
  assert(0 <= offset && 0 <= count && count <= bytes_ - offset);
  read_at(body_ + offset, count, to);
}

void CheckpointInput::read_at(std::int64_t offset, std::int64_t count, void* to) {
  stream_.clear();
  stream_.seekg(offset);
  stream_.read(static_cast<char*>(to), count);
  if (stream_.gcount() != count) throw IoError(path_ + ": cannot read the checkpoint");
}

std::uint64_t CheckpointInput::sum_of(std::int64_t count) {
  constexpr std::int64_t piece = 1 << 20;
  std::vector<char> bytes(static_cast<std::size_t>(std::min(piece, count)));
  Checksum sum;
  for (std::int64_t at = 0; at < count; at += piece) {
    const std::int64_t now = std::min(piece, count - at);
    read_at(at, now, bytes.data());
    sum.add(bytes.data(), static_cast<std::size_t>(now));
  }
  return sum.value();
}

void require_checkpoint_place(const std::string& path, bool force) {
  if (is_special(path)) throw IoError(path + ": is no regular file; expected the name of a file for the checkpoint");
  require_replaceable(path, magic, "a checkpoint of this version, which ends in a checksum", force);
  require_writable(path);
}

namespace {

std::string dumped(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// A value of the run's own.
std::string quoted(const Json& value) { return shown(dumped(value)); }

/// A value that the checkpoint's file holds.
std::string quoted_data(const Json& value) { return shown_data(dumped(value)); }

}  // namespace

std::string checkpoint_header(const std::string& kind, const Json& identity, const OrderedJson& more) {
  OrderedJson header{{"kind", kind}, {"uneven", UNEVEN_VERSION}, {"identity", identity}};
  for (const auto& [key, value] : more.items()) header[key] = value;
  return header.dump();
}

Json read_checkpoint_header(const std::string& text, const std::string& kind, const Json& identity) {
  const Json header = Json::parse(text);
  if (header.at("kind") != kind)
    throw InputError("is a " + quoted_data(header.at("kind")) + "; expected a \"" + kind + "\"");
  const Json& found = header.at("identity");
  for (const auto& [key, value] : identity.items()) {
    const Json other = found.value(key, Json());
    if (other != value)
      throw InputError("is of another run: its " + key + " is " + quoted_data(other) + ", not " + quoted(value));
  }
  return header;
}

std::int64_t count_in(const Json& header, const std::string& key, std::int64_t least) {
  const Json& found = header.at(key);
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  const bool whole = found.is_number_unsigned() ? found.get<std::uint64_t>() <= most : found.is_number_integer();
  if (!whole || found.get<std::int64_t>() < least)
    throw InputError("its " + key + " is " + quoted_data(found) +
                     "; expected a whole number >= " + std::to_string(least));
  return found.get<std::int64_t>();
}

std::string no_checkpoint(const std::string& path) { return path + ": no checkpoint here yet; the run starts afresh"; }

}  // namespace uneven::document
