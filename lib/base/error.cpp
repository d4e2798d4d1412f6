// SPDX-License-Identifier: MIT
#include "base/error.hpp"

#include <sysexits.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string_view>
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

std::terminate_handler otherwise = nullptr;
std::atomic<bool> no_memory = false;

[[noreturn]] void throw_without_memory() {
  no_memory = true;
  throw std::bad_alloc();
}

/// Whether memory ran out where nothing can be thrown. The system does not tell the type of an exception that leaves a
/// function that throws none, nor of one for which there was no memory.
bool memory_ran_out() {
  try {
    if (std::current_exception()) throw;
  } catch (const std::bad_alloc&) {
    return true;
  } catch (...) {
    return false;
  }
  return no_memory;
}

/// Ends a process whose memory runs out in a destructor, or before or after the frame of main that catches exceptions,
/// with one line and EX_OSERR.
[[noreturn]] void end_terminated() {
  if (memory_ran_out()) {
    constexpr std::string_view text = ": not enough memory\n";
    write_bytes(STDERR_FILENO, program_invocation_short_name, std::strlen(program_invocation_short_name));
    write_bytes(STDERR_FILENO, text.data(), text.size());
    remove_unfinished_files();
    ::_exit(EX_OSERR);
  }
  otherwise();
  std::abort();
}

/// Before global objects, which may allocate.
[[gnu::constructor(101)]] void end_well_without_memory() {
  otherwise = std::set_terminate(end_terminated);
  std::set_new_handler(throw_without_memory);
}

}  // namespace

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
