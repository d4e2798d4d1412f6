#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "base/error.hpp"

namespace uneven::elements {

/// Plain numbers one after the other, as messages and checkpoints hold them.
class ByteWriter {
 public:
  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  template <class T>
  void put(const std::vector<T>& values) {
    put(static_cast<std::int64_t>(values.size()));
    put(values.data(), values.size());
  }
  template <class T>
  void put(const T* values, std::size_t count) {
    if (count > 0) bytes.append(reinterpret_cast<const char*>(values), count * sizeof(T));
  }
  std::string bytes;
};

/// Reads them back in the same order. @throws InputError  where fewer are left.
class ByteReader {
 public:
  explicit ByteReader(const std::string& bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}
  template <class T>
  T get() {
    T value;
    get(&value, 1);
    return value;
  }
  template <class T>
  std::vector<T> get_vector() {
    const auto count = static_cast<std::size_t>(get<std::int64_t>());
    require(count, sizeof(T));
    std::vector<T> values(count);
    get(values.data(), values.size());
    return values;
  }
  template <class T>
  void get(T* values, std::size_t count) {
    require(count, sizeof(T));
    if (count > 0) std::memcpy(values, at_, count * sizeof(T));
    at_ += count * sizeof(T);
  }
  bool at_end() const { return at_ >= end_; }
  void require_at_end() const {
    if (!at_end()) throw InputError("its numbers go on too long");
  }

 private:
  void require(std::size_t count, std::size_t size) const {
    if (count > static_cast<std::size_t>(end_ - at_) / size) throw InputError("its numbers end too early");
  }

  const char *at_, *end_;
};

}  // namespace uneven::elements
