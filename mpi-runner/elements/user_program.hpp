#pragma once

#include <functional>
#include <memory>
#include <string>

#include "elements/program.hpp"

namespace uneven::elements {

/// Opens a shared object made with UNEVEN_PROGRAM; it stays open until the process ends.
/// @return  makes the program.
/// @throws OpenError   if it cannot be loaded.
/// @throws InputError  if it has no entry point or was built for another interface.
std::function<std::unique_ptr<Program>(const Settings&)> load_user_program(const std::string& path);

}  // namespace uneven::elements
