// SPDX-License-Identifier: MIT
#pragma once

// The fields of typed elements, and where they lie.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string_view>
#include <tuple>

#include "elements/program.hpp"

/// In a struct: the fields that last from superstep to superstep, at most one of them Features. Other members live from
/// f to g. Fields are numbers, bool, arrays of them (std::array), Features; of central elements also Numbers.
#define UNEVEN_FIELDS(...)                                     \
  static constexpr std::string_view field_names{#__VA_ARGS__}; \
  auto fields() { return std::tie(__VA_ARGS__); }

namespace uneven::elements {

/// As a field: the numbers of the element's row of the data, x[0] .. x[size() - 1].
class Features {
 public:
  Features() = default;
  Features(const double* first, std::int64_t stride, int count) : first_(first), stride_(stride), count_(count) {}
  double operator[](int j) const { return first_[j * stride_]; }
  int size() const { return count_; }

 private:
  const double* first_ = nullptr;
  std::int64_t stride_ = 0;
  int count_ = 0;
};

/// So many numbers as the program says when it runs: a field of a central element, a message to one, or a multicast.
using Numbers = std::span<double>;
using ConstNumbers = std::span<const double>;

/// As a field: the number of an element of the same group, which outputs write as that element's key.
enum class Key : std::int64_t {};

namespace typed {

template <class T>
concept Number = std::is_arithmetic_v<T> || std::is_enum_v<T>;

template <class T>
inline constexpr bool is_array = false;
template <class T, std::size_t n>
inline constexpr bool is_array<std::array<T, n>> = true;

/// The name of a type, as in the source.
template <class T>
std::string name_of() {
  std::string_view text = __PRETTY_FUNCTION__;
  text = text.substr(text.find("T = ") + 4);
  text = text.substr(0, text.find_first_of(";]"));
  return std::string(text.substr(text.rfind(':') == text.npos ? 0 : text.rfind(':') + 1));
}

template <class E>
using FieldsOf = decltype(std::declval<E&>().fields());
template <class E>
inline constexpr std::size_t fields_of = std::tuple_size_v<FieldsOf<E>>;
template <class E, std::size_t n>
using FieldOf = std::remove_reference_t<std::tuple_element_t<n, FieldsOf<E>>>;

/// The name of a field, from the text of all.
template <class E>
std::string field_name(std::size_t n) {
  std::string_view left = E::field_names;
  for (; n > 0; --n) left.remove_prefix(left.find(',') + 1);
  left = left.substr(0, left.find(','));
  left.remove_prefix(std::min(left.size(), left.find_first_not_of(' ')));
  return std::string(left);
}

/// Calls use(std::integral_constant<std::size_t, n>) for the numbers below `count`.
template <std::size_t count, class Use>
constexpr void for_each_below(const Use& use) {
  [&]<std::size_t... n>(std::index_sequence<n...>) { (use(std::integral_constant<std::size_t, n>()), ...); }
  (std::make_index_sequence<count>());
}

/// Bytes of each lane of a field, for data of `columns` columns.
template <class T>
std::vector<int> lanes_of(int columns) {
  if constexpr (std::is_same_v<T, Features>)
    return std::vector<int>(static_cast<std::size_t>(columns), 8);
  else if constexpr (is_array<T>)
    return std::vector<int>(std::tuple_size_v<T>, sizeof(typename T::value_type));
  else
    return {sizeof(T)};
}

/// Writes a field as its lanes, one after the other. @return  where they end.
template <class T>
std::byte* put_lanes(const T& field, int columns, std::byte* to) {
  if constexpr (std::is_same_v<T, Features>) {
    for (int j = 0; j < columns; ++j, to += sizeof(double)) {
      const double x = j < field.size() ? field[j] : 0;
      std::memcpy(to, &x, sizeof x);
    }
    return to;
  } else {
    (void)columns;
    std::memcpy(to, &field, sizeof field);
    return to + sizeof field;
  }
}

/// Where a field of the elements of a batch lies.
template <class T>
struct LanesOfField {
  static_assert(Number<T>, "a field is a number, bool, std::array of them, or Features");
  T* at;
  LanesOfField(const Batch& batch, int lane, int) : at(batch.lane<T>(lane)) {}
  void load(std::int64_t i, T& to) const { to = at[i]; }
  void store(std::int64_t i, const T& from) const { at[i] = from; }
};
template <class T, std::size_t n>
struct LanesOfField<std::array<T, n>> {
  static_assert(Number<T>, "a field is a number, bool, std::array of them, or Features");
  std::array<T*, n> at;
  LanesOfField(const Batch& batch, int lane, int) {
    for (std::size_t j = 0; j < n; ++j) at[j] = batch.lane<T>(lane + static_cast<int>(j));
  }
  void load(std::int64_t i, std::array<T, n>& to) const {
    for (std::size_t j = 0; j < n; ++j) to[j] = at[j][i];
  }
  void store(std::int64_t i, const std::array<T, n>& from) const {
    for (std::size_t j = 0; j < n; ++j) at[j][i] = from[j];
  }
};
template <>
struct LanesOfField<Features> {
  const double* at = nullptr;
  std::int64_t stride = 0;
  int columns;
  LanesOfField(const Batch& batch, int lane, int columns_) : columns(columns_) {
    if (columns > 0) at = batch.lane<double>(lane);
    if (columns > 1) stride = batch.lane<double>(lane + 1) - at;
  }
  void load(std::int64_t i, Features& to) const { to = {at + i, stride, columns}; }
  void store(std::int64_t, const Features&) const {}
};

/// All fields of the elements of a batch.
template <class E, class = std::make_index_sequence<fields_of<E>>>
class Lanes;
template <class E, std::size_t... n>
class Lanes<E, std::index_sequence<n...>> {
 public:
  Lanes(const Batch& batch, int columns) : Lanes(batch, columns, starts(columns)) {}

  static std::array<int, sizeof...(n) + 1> starts([[maybe_unused]] int columns) {
    std::array<int, sizeof...(n) + 1> start{};
    ((start[n + 1] = start[n] + static_cast<int>(lanes_of<FieldOf<E, n>>(columns).size())), ...);
    return start;
  }
  void load([[maybe_unused]] std::int64_t i, E& to) const {
    [[maybe_unused]] auto fields = to.fields();
    (std::get<n>(lanes_).load(i, std::get<n>(fields)), ...);
  }
  void store([[maybe_unused]] std::int64_t i, E& from) const {
    [[maybe_unused]] auto fields = from.fields();
    (std::get<n>(lanes_).store(i, std::get<n>(fields)), ...);
  }

 private:
  Lanes(const Batch& batch, int columns, const std::array<int, sizeof...(n) + 1>& start)
      : lanes_{LanesOfField<FieldOf<E, n>>(batch, start[n], columns)...} {
    (void)batch, (void)columns, (void)start;
  }
  std::tuple<LanesOfField<FieldOf<E, n>>...> lanes_;
};

}  // namespace typed
}  // namespace uneven::elements
