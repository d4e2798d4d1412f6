#pragma once

#include <array>
#include <streambuf>

#include "base/write_bytes.hpp"

namespace uneven {

/// The buffer of a stream that writes to a descriptor, which stays its owner's. Unlike std::filebuf it knows why a
/// write failed.
class DescriptorBuffer : public std::streambuf {
 public:
  explicit DescriptorBuffer(int descriptor) : descriptor_(descriptor) { empty(); }

  /// errno of the first write that failed, or 0.
  int error() const { return error_; }

 protected:
  int sync() override {
    if (!error_) error_ = write_bytes(descriptor_, pbase(), static_cast<std::size_t>(pptr() - pbase()));
    empty();
    return error_ ? -1 : 0;
  }

  int_type overflow(int_type next) override {
    if (sync() != 0) return traits_type::eof();
    if (!traits_type::eq_int_type(next, traits_type::eof())) sputc(traits_type::to_char_type(next));
    return traits_type::not_eof(next);
  }

 private:
  void empty() { setp(bytes_.data(), bytes_.data() + bytes_.size()); }

  int descriptor_, error_ = 0;
  std::array<char, 1 << 16> bytes_;
};

}  // namespace uneven
