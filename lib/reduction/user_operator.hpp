// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <type_traits>

// An operator of one's own for run-reduction: an associative function that joins two elements, left before right. An
// element is a number, or a struct of numbers of one type.
//
//     #include <uneven/reduction/user_operator.hpp>
//
//     struct Peak { double height, place; };
//     Peak higher(const Peak& left, const Peak& right) { return left.height < right.height ? right : left; }
//     UNEVEN_OPERATOR(higher, double)
//
//     g++ -std=c++20 -O2 -shared -fPIC -o libpeak.so peak.cpp
//     run-reduction --operator ./libpeak.so --data heights.npy plan.json
//
// The header stands alone.

namespace uneven::reduction {

inline constexpr int operator_interface = 1;

/// Joins elements, left before right. @param joined  may be `left` or `right`. @param numbers  in all elements.
template <class Number>
using JoinElements = void (*)(const Number* left, const Number* right, Number* joined, std::int64_t numbers);

/// What a shared object tells of its operator; one of the functions is there.
struct UserOperator {
  std::int64_t width = 1;  ///< numbers in an element
  JoinElements<float> join_float = nullptr;
  JoinElements<double> join_double = nullptr;
  JoinElements<std::int64_t> join_int64 = nullptr;
};

/// @param join  Element(const Element&, const Element&), or with values.
template <class Number, auto join>
UserOperator user_operator() {
  using Element = decltype([]<class E, class L, class R>(E (*)(L, R)) { return E(); }(join));
  static_assert(std::is_trivially_copyable_v<Element> && sizeof(Element) % sizeof(Number) == 0 &&
                    alignof(Element) == alignof(Number),
                "an element is a number, or a struct of numbers of one type");
  constexpr std::int64_t width = sizeof(Element) / sizeof(Number);
  const auto join_all = [](const Number* left, const Number* right, Number* joined, std::int64_t numbers) {
    const auto *l = reinterpret_cast<const Element*>(left), *r = reinterpret_cast<const Element*>(right);
    auto* j = reinterpret_cast<Element*>(joined);
    for (std::int64_t i = 0; i < numbers / width; ++i) j[i] = join(l[i], r[i]);
  };
  UserOperator found;
  found.width = width;
  if constexpr (std::is_same_v<Number, float>)
    found.join_float = join_all;
  else if constexpr (std::is_same_v<Number, double>)
    found.join_double = join_all;
  else
    found.join_int64 = join_all;
  return found;
}

}  // namespace uneven::reduction

/// Makes `join` the operator of this shared object, on elements of `Number`: float, double or std::int64_t.
#define UNEVEN_OPERATOR(join, Number)                                                          \
  extern "C" int uneven_operator_interface() { return uneven::reduction::operator_interface; } \
  extern "C" uneven::reduction::UserOperator uneven_operator() {                               \
    return uneven::reduction::user_operator<Number, &join>();                                  \
  }
