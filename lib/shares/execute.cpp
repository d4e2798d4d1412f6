// SPDX-License-Identifier: MIT
#include "shares/execute.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/error.hpp"
#include "base/foreign_text.hpp"

namespace uneven::shares {
namespace {

constexpr int cannot_execute = 126, not_found = 127;

void set_environment(const std::vector<Word>& words) {
  for (const Word& word : words) {
    const std::string name = variable_name(word.name);
    const int failed = word.value ? ::setenv(name.c_str(), word.value->c_str(), 1) : ::unsetenv(name.c_str());
    if (failed != 0) throw SystemError(name + ": " + std::strerror(errno));
  }
}

}  // namespace

void execute(const std::vector<std::string>& command, const std::vector<Word>& words) {
  auto arguments = replaced(command, words);
  set_environment(words);
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  ::execvp(pointers[0], pointers.data());
  throw ExitError(errno == ENOENT ? not_found : cannot_execute,
                  "cannot execute " + shown(arguments[0]) + ": " + std::strerror(errno));
}

}  // namespace uneven::shares
