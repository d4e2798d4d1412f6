// SPDX-License-Identifier: MIT
#pragma once

#include <sstream>
#include <utility>

namespace uneven {

/// A text stream of the standard library that throws std::bad_alloc where memory runs out. The library's own keeps
/// that to itself: the text ends there, and nobody knows.
template <class Stream>
class ThrowingStream : public Stream {
 public:
  template <class... Arguments>
  explicit ThrowingStream(Arguments&&... arguments) : Stream(std::forward<Arguments>(arguments)...) {
    this->exceptions(std::ios::badbit);
  }
};

using InputText = ThrowingStream<std::istringstream>;
using OutputText = ThrowingStream<std::ostringstream>;

}  // namespace uneven
