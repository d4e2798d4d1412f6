// SPDX-License-Identifier: MIT
#include "base/error.hpp"

#include <sysexits.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <system_error>

#include "base/temporary_file.hpp"
#include "base/text.hpp"

namespace uneven {

namespace {

std::string text_of_current_exception() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return "not enough memory";
  } catch (const std::length_error&) {
    return "not enough memory";
  } catch (const std::exception& e) {
    return e.what();
  } catch (...) {
    return "unknown error";
  }
}

std::string without_memory;  // the line
std::terminate_handler otherwise = nullptr;

[[noreturn]] void end_terminated() {
  try {
    if (std::current_exception()) throw;
  } catch (const std::bad_alloc&) {
    write_bytes(STDERR_FILENO, without_memory.data(), without_memory.size());
    remove_unfinished_files();
    ::_exit(EX_OSERR);
  } catch (...) {
  }
  otherwise();
  std::abort();
}

}  // namespace

void end_well_without_memory(const std::string& name) {
  without_memory = name + ": not enough memory\n";
  otherwise = std::set_terminate(end_terminated);
}

int exit_code_of_current_exception() {
  try {
    throw;
  } catch (const ExitError& e) {
    return e.code;
  } catch (const UsageError&) {
    return EX_USAGE;
  } catch (const InputError&) {
    return EX_DATAERR;
  } catch (const OpenError&) {
    return EX_NOINPUT;
  } catch (const IoError&) {
    return EX_IOERR;
  } catch (const SystemError&) {
    return EX_OSERR;
  } catch (const std::bad_alloc&) {
    return EX_OSERR;
  } catch (const std::length_error&) {  // of a container that was asked to hold more than any memory
    return EX_OSERR;
  } catch (const std::system_error&) {  // no thread, no working folder
    return EX_OSERR;
  } catch (...) {
    return EX_SOFTWARE;
  }
}

std::string message_of_current_exception() {
  std::string text = text_of_current_exception();
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::ranges::replace(text, '\n', ' ');
  return cleaned(text);
}

}  // namespace uneven
