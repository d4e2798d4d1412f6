// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace uneven::runner {

/// What a user's shared object is to have in it.
struct UserCode {
  std::string what;       ///< such as "program": its symbols are uneven_program() and uneven_program_interface()
  std::string made_with;  ///< the macro that the user's source should end with, for messages
  int interface = 0;      ///< the number that it must be built for
};

/// Opens a shared object, which stays open until the process ends.
/// @return  address of the function uneven_WHAT().
/// @throws OpenError   if it cannot be opened or loaded.
/// @throws InputError  if it is no shared object, shorter than its headers say, without the symbols, or built for
///                     another interface.
void* load_user_code(const std::string& path, const UserCode& code);

}  // namespace uneven::runner
