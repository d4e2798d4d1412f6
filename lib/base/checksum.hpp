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
