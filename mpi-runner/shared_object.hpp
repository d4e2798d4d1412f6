// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace uneven::runner {

/// A user's shared object; it stays open until the process ends.
class SharedObject {
 public:
  /// @param made_with   the macro that the user's source should end with, for messages.
  /// @throws OpenError   if it cannot be opened or loaded.
  /// @throws InputError  if it is no shared object, or shorter than its headers say.
  SharedObject(const std::string& path, const std::string& made_with);

  /// A symbol as a pointer of type `Pointer`; null if it is not there.
  template <class Pointer>
  Pointer find(const char* symbol) const {
    return reinterpret_cast<Pointer>(address(symbol));
  }

 private:
  void* address(const char* symbol) const;

  void* object_ = nullptr;
};

}  // namespace uneven::runner
