// SPDX-License-Identifier: MIT
#pragma once

#include <sysexits.h>

#include <functional>
#include <memory>
#include <string>

#include "base/error.hpp"
#include "elements/program.hpp"

namespace uneven::elements {

/// Looks at the headers of a shared object. The loader maps files without this, and dies where a page has no file
/// behind it. Files for another machine are left to the loader, which says so.
/// @throws OpenError   if the file cannot be opened.
/// @throws InputError  if it is no shared object, or shorter than its headers say.
void require_whole_shared_object(const std::string& path);

/// Opens a shared object made with UNEVEN_PROGRAM; it stays open until the process ends.
/// @return  makes the program.
/// @throws OpenError   if it cannot be loaded.
/// @throws InputError  if it is no shared object, is cut off, has no entry point or was built for another interface.
std::function<std::unique_ptr<Program>(const Settings&)> load_user_program(const std::string& path);

/// Does work in which `program`, if it is not empty, may throw: that is an error of the program, unless it is one that
/// says whose it is.
/// @throws InputError
template <class Work>
auto in_user_program(const std::string& program, Work work) {
  try {
    return work();
  } catch (...) {
    if (program.empty() || exit_code_of_current_exception() != EX_SOFTWARE) throw;
    throw InputError(program + ": " + message_of_current_exception());
  }
}

}  // namespace uneven::elements
