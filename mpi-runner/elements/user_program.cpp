#include "elements/user_program.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <stdexcept>

#include "base/error.hpp"
#include "elements/shared_object.hpp"

namespace uneven::elements {

std::function<std::unique_ptr<Program>(const Settings&)> load_user_program(const std::string& path) {
  require_whole_shared_object(path);
  // Without a slash the loader would search its own places.
  void* object = ::dlopen(std::filesystem::absolute(path).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!object) throw OpenError(std::string(::dlerror()));
  using Interface = int (*)();
  using Make = Program* (*)(const Settings&);
  const auto interface = reinterpret_cast<Interface>(::dlsym(object, "uneven_program_interface"));
  const auto make = reinterpret_cast<Make>(::dlsym(object, "uneven_program"));
  if (!interface || !make) throw InputError(path + ": no program in it; expected UNEVEN_PROGRAM(Type)");
  if (interface() != program_interface)
    throw InputError(path + ": built for interface " + std::to_string(interface()) + "; this is " +
                     std::to_string(program_interface));
  return [make](const Settings& settings) {
    std::unique_ptr<Program> program(make(settings));
    if (!program) throw std::logic_error("makes no program");
    return program;
  };
}

}  // namespace uneven::elements
