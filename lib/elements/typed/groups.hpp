// SPDX-License-Identifier: MIT
#pragma once

// The groups of a typed program.

#include "elements/typed/fields.hpp"

namespace uneven::elements {

/// A link of an element to another.
struct Link {
  std::int64_t key;
  double weight;  ///< 1 where the data have none
};

/// An element that is a row of the data.
struct Row {
  Features x;
  UNEVEN_FIELDS(x)
};

/// A group of elements without keys. @tparam Told  its multicast: a struct of doubles, or Numbers.
template <class E, class Told = Numbers>
struct Spread {
  using Element = E;
  using Message = void;
  using Multicast = Told;
  static constexpr bool central = false, keyed = false, varies = false;
};

/// A group of elements with keys; a message goes to the element of its key.
///
/// @tparam M    trivially copyable; with Join::set also std::string_view.
/// @tparam how  Join::combine: the program's combine(M& into, const M& from) joins messages, the same in any order;
///              Join::ordered: joins them in the order of their senders, so that it need not be the same in any other;
///              Join::set: all messages are kept, in that order.
template <class E, class M, Join how = Join::combine, class Told = Numbers>
struct Keyed {
  static_assert(!joins_numbers(how));
  using Element = E;
  using Message = M;
  using Multicast = Told;
  static constexpr bool central = false, keyed = true, varies = false;
  static constexpr Join join = how;
};

/// A group of few elements in one place. @tparam M  a struct of doubles that is added up, or by the program's
/// combine(M&, const M&); or Numbers, which are added up.
template <class E, class M>
struct Central {
  using Element = E;
  using Message = M;
  using Multicast = void;
  static constexpr bool central = true, keyed = false, varies = false;
};

/// A Spread or Keyed group whose elements come and go (Out::make, Out::remove).
template <class G>
struct Varying : G {
  static_assert(!G::central, "a Central group does not vary");
  static constexpr bool varies = true;
};

namespace typed {

/// Doubles of a struct of doubles; 0: Numbers, known only when the program runs.
template <class T>
constexpr std::size_t doubles_of() {
  if constexpr (std::is_same_v<T, Numbers>) {
    return 0;
  } else {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(double) == 0 && alignof(T) == alignof(double),
                  "a message to a central group, or a multicast, is a struct of doubles, or Numbers");
    return sizeof(T) / sizeof(double);
  }
}

/// Adds the doubles of a message. No copy and no loop: the compiler sees numbers by themselves.
template <class M>
void add(const M& message, double* sums) {
  const auto* numbers = reinterpret_cast<const double*>(&message);
  for_each_below<sizeof(M) / sizeof(double)>([&](auto i) { sums[i] += numbers[i]; });
}

}  // namespace typed
}  // namespace uneven::elements
