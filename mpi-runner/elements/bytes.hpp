#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace uneven::elements {

/// Plain numbers one after the other, as messages and checkpoints hold them.
class ByteWriter {
 public:
  template <class T>
  void put(const T& value) {
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

/// Reads them back in the same order.
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
    std::vector<T> values(static_cast<std::size_t>(get<std::int64_t>()));
    get(values.data(), values.size());
    return values;
  }
  template <class T>
  void get(T* values, std::size_t count) {
    if (count > 0) std::memcpy(values, at_, count * sizeof(T));
    at_ += count * sizeof(T);
  }
  bool at_end() const { return at_ >= end_; }
  std::string rest() const { return {at_, end_}; }

 private:
  const char *at_, *end_;
};

}  // namespace uneven::elements
