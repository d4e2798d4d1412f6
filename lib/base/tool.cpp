// SPDX-License-Identifier: MIT
#include "base/tool.hpp"

#include <fcntl.h>
#include <sysexits.h>
#include <unistd.h>

#include <iostream>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/temporary_file.hpp"
#include "base/text.hpp"

namespace uneven {

namespace {

/// A closed standard stream is replaced by one that fails, so that no file of ours takes its number.
void occupy_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0) [[maybe_unused]]
      const int opened = ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

std::string one_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  for (char& c : text)
    if (c == '\n') c = ' ';
  return text;
}

/// The arguments that shape the output, joined: not where it goes, nor how it looks.
std::string shaping_options(int argc, char** argv) {
  std::string joined;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "-o" || word == "--output") {
      ++i;
      continue;
    }
    if (word == "-q" || word == "--quiet" || word == "--compact" || word.starts_with("--output=") ||
        word.starts_with("-o"))
      continue;
    joined += (joined.empty() ? "" : " ") + word;
  }
  return joined;
}

/// In one write, so that under mpirun no other rank's words come between.
void write_line(const std::string& program, const std::string& text) {
  std::cerr << program + ": " + text + "\n" << std::flush;
}

}  // namespace

Tool::Tool(const std::string& name, const std::string& description) : app(name, description) {
  app.add_option("-o,--output", output, "Write to FILE, whole or not at all, instead of standard output")
      .check([](const std::string& path) { return path.empty() ? "expected the name of a file" : ""; })
      .type_name("FILE");
  app.add_flag("-q,--quiet", quiet, "No words on standard error but errors");
  app.add_flag("--compact", compact, "The document on one line");
}

int Tool::run(int argc, char** argv, const std::function<void()>& work) {
  occupy_closed_streams();
  report_file_limits();
  std::ios::sync_with_stdio(false);
  options_ = shaping_options(argc, argv);
  try {
    if (const auto text = app.parse(argc, argv)) {
      std::cout << *text;
      if (!std::cout.flush()) throw IoError("standard output: cannot write");
      return EX_OK;
    }
    work();
    return EX_OK;
  } catch (...) {
    const std::string text = message_of_current_exception();
    if (!text.empty()) write_line(app.name(), text);
    return exit_code_of_current_exception();
  }
}

void Tool::note(const std::string& text) const {
  if (!quiet) write_line(app.name(), cleaned(one_line(text)));
}

void Tool::require_apart(const std::string& input, bool list) const {
  require_own_files({{"the input", input, list}}, {{"-o", output}});
}

MadeBy Tool::made_by() const { return {app.name(), UNEVEN_VERSION, options_}; }

}  // namespace uneven
