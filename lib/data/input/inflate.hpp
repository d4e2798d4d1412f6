// SPDX-License-Identifier: MIT
#pragma once

#include <zlib.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace uneven::data {

/// A stream that zlib unpacks, piece by piece.
///
///     inflater.give(packed);
///     while (inflater.unused() > 0 || inflater.more()) use(inflater.take());
class Inflater {
 public:
  /// @param window_bits  as of inflateInit2: -15 for bare deflate data, 31 for gzip. @throws std::bad_alloc
  explicit Inflater(int window_bits);
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater();

  /// Packed bytes, which stay where they are until they are used.
  void give(std::string_view bytes);

  /// Unpacked bytes, until the next call.
  std::string_view take();

  /// Bytes of those given that are not used yet.
  std::size_t unused() const { return stream_.avail_in; }
  /// Whether more may come without further input.
  bool more() const { return stream_.avail_out == 0 && !ended_ && !broken_ && !out_.empty(); }
  bool ended() const { return ended_; }
  bool broken() const { return broken_; }
  const char* why() const { return stream_.msg; }

  /// For the next stream behind one that ended.
  void start_again();

 private:
  z_stream stream_{};
  std::string out_;
  bool ended_ = false, broken_ = false;
};

}  // namespace uneven::data
