// SPDX-License-Identifier: MIT
#pragma once

#include <poll.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/temporary_file.hpp"
#include "command/work.hpp"
#include "document/common.hpp"
#include "launch/process.hpp"

namespace uneven::command {

enum class Stream { output, errors };

/// The command, environment and streams of a call of the user's program.
struct CallSetup {
  std::vector<std::string> words;
  std::vector<std::string> environment;  ///< NAME=VALUE, added
  std::string input;                     ///< file of lines; empty: nothing to read
  Bytes input_bytes;                     ///< of that file, its standard input
  std::string output;                    ///< file that its standard output becomes if it ends well; empty: take it
};

/// A running call. Its owner waits with poll() and then calls step().
class Call {
 public:
  /// Takes bytes of a stream: whole lines, unless a line is longer than 64 KiB or the last one is not ended.
  using Take = std::function<void(Stream, std::string_view)>;

  /// @throws StartError   if the program cannot be started.
  /// @throws OpenError    if there is no input.
  /// @throws IoError      if the output cannot be made.
  explicit Call(const CallSetup& setup);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// Adds what to wait for: output, room for input, the end of the program.
  void add_to(std::vector<pollfd>& waits) const;

  /// Writes input and reads output as far as that blocks neither. @return  whether there was anything to do.
  bool step(const Take& take);

  /// How the program ended, once it has and all its output was taken.
  std::optional<launch::ChildEnd> ended();

  /// Gives the output file its name, after a good end. @throws IoError
  void keep_output();

  /// The last lines of its standard error.
  std::string last_words() const { return last_words_.text(); }

 private:
  struct Reader {
    int descriptor = -1;
    std::string unfinished;
  };

  launch::ChildCommand command_of(const CallSetup& setup) const;
  void start_input(const CallSetup& setup);
  bool feed();
  bool read_from(Stream stream, const Take& take);
  void hand_out(Stream stream, const Take& take, bool all);
  Reader& reader(Stream stream) { return stream == Stream::output ? output_ : errors_; }

  std::optional<TemporaryFile> file_;
  launch::Pipe input_pipe_, output_pipe_, errors_pipe_;
  std::optional<data::InputFile> lines_;
  Bytes unread_;           ///< of the file of lines
  std::string unwritten_;  ///< read, but not in the pipe yet
  Reader output_, errors_;
  launch::LastWords last_words_;
  std::optional<launch::Child> child_;
  bool drained_ = false;
};

/// Prefixes of the variables that MPI launchers set for their ranks. Calls remove these variables, or an MPI program
/// would take itself for a rank.
extern const std::vector<std::string> variables_of_ranks;

/// A call that did not end well.
struct Failure {
  document::Range units;
  int rank = 0;
  std::string host;
  int code = 0;       ///< exit status of the program, or 128 + signal
  int signal = 0;     ///< that ended it; 0: none
  int error = 0;      ///< errno of a program that could not be started; -1: something else, which `words` tell
  std::string words;  ///< the last ones of its standard error, or what could not be done; may be empty
  std::optional<document::Range> rows{}, columns{};  ///< of the block, if the units are the cells of one
};

/// "rank 2 on node1: units 10 to 19: exit code 3: no such scene"; "rows 0 to 4, columns 3 to 8" of a block
std::string message_of(const Failure& failure);

/// The exit code of a run with this failure, as of xargs: 123 if the program exited with 1 to 254, 124 with 255, 125 if
/// a signal ended it, 126 if it could not be started, 127 if it was not found; 74 if its output could not be kept.
int exit_code_of(const Failure& failure);

}  // namespace uneven::command
