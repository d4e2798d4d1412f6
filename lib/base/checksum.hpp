// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct XXH3_state_s;

namespace uneven {

/// The checksum of a stream of bytes: XXH3, 64 bits, the same on every machine. It finds damage, not forgery.
class Checksum {
 public:
  Checksum();

  Checksum& add(const void* bytes, std::size_t count);
  Checksum& add(std::string_view bytes) { return add(bytes.data(), bytes.size()); }

  /// Of all bytes added so far.
  std::uint64_t value() const;

  /// The same as 16 hexadecimal digits.
  std::string text() const;

 private:
  struct Free {
    void operator()(XXH3_state_s* state) const;
  };
  std::unique_ptr<XXH3_state_s, Free> state_;
};

}  // namespace uneven

namespace uneven {

/// By which the state of SplitMix64 grows: 2^64 over the golden ratio.
inline constexpr std::uint64_t golden = 0x9e3779b97f4a7c15u;

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014): every bit of the result depends on every bit of z. As a
/// hash it makes numbers that are the same on whatever process.
constexpr std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace uneven
