// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "command/work.hpp"
#include "document/common.hpp"
#include "document/json.hpp"

namespace uneven::command {

/// A piece whose call has succeeded.
struct Done {
  document::Range units;
  std::vector<Bytes> output;  ///< in the spool, if outputs are kept in order
  std::string checksum{};     ///< of the output's bytes; empty: not known, in logs of older versions
};

/// A piece that was given to a rank. Its call may have left files, whose names tell its units.
struct Begun {
  document::Range units;
  int owner = 0;  ///< see Piece
};

/// What must be the same in the run that resumes.
struct LogIdentity {
  std::int64_t count = 0;   ///< units of the plan
  std::string command;      ///< checksum of the words
  std::string lines;        ///< checksum of the file of lines; empty: none
  bool keep_order = false;  ///< outputs lie in the spool
  std::string blocks{};     ///< checksum of the blocks of an array; empty: none
};

/// Checksum of words that tells "a b" from "a", "b".
std::string checksum_of(const std::vector<std::string>& words);

/// The checkpoint of a command: a line for each piece that begins, and one for each that is finished, which is on the
/// disk before the piece counts as done.
///
///     3f0c6a9d1e2b4c5d {"kind":"command-log","version":1,"count":100,"command":"...","lines":"","keep_order":true}
///     1b2c3d4e5f6a7b8c {"first":0,"count":25,"owner":0}
///     9a8b7c6d5e4f3a2b {"first":0,"count":25,"output":[[0,310]],"checksum":"..."}
///
/// Each line begins with the checksum (XXH3) of its rest. A cut or damaged last line was being written when the run was
/// killed, and is dropped; a damaged line before others is an error. The file is locked while a run uses it. Beside it
/// lies the spool, PATH.outputs, if outputs are kept in order: the log has the position, length and checksum of each
/// output. Of several lines for the same units the last one counts.
class Log {
 public:
  /// Opens the log; without `resume`, or if there is none, begins a new one.
  /// @param force  it may replace anything.
  /// @throws UsageError  if a new one would replace finished pieces of the same run.
  /// @throws InputError  if the file is something else, damaged, or of another run, naming what differs.
  /// @throws IoError     if it cannot be written, or another run still has it after 10 s.
  Log(const std::string& path, const LogIdentity& identity, bool resume, bool force);
  ~Log();
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  /// The pieces that were done before.
  const std::vector<Done>& done() const { return done_; }

  /// Takes a piece for one that began and was not done, because its output is lost.
  void forget(document::Range units);

  /// The pieces that began and were not done: called once more with the same units, a program replaces the files that
  /// it left. Pieces that overlap later ones are not among them.
  std::vector<Begun> unfinished() const;

  /// Adds a piece that begins. @throws IoError
  void begin(const Begun& piece);

  /// Adds a finished piece and waits for the disk. @throws IoError
  void append(const Done& piece);

 private:
  void lock();
  std::string read_all() const;
  void write_line(const document::OrderedJson& json);
  void sync();
  /// @return  bytes of the whole lines; 0: not even the header is whole.
  std::size_t read(const std::string& text, const LogIdentity& identity);
  void add_done(Done piece);
  void require_same(const document::Json& header, const LogIdentity& identity) const;

  std::string path_;
  int descriptor_ = -1;
  std::int64_t count_;
  std::vector<Done> done_;
  std::vector<Begun> begun_;
};

/// What a call has printed, in the spool.
struct Kept {
  std::vector<Bytes> parts;
  std::string checksum;  ///< of the bytes of all parts (XXH3); empty: not taken
};

/// Orders the outputs of pieces for printing by their first units; pieces end in any order.
///
/// A piece's output lies in a spool file, in parts, because several programs write at a time.
class OutputOrder {
 public:
  /// Tells that a piece has ended, and where its output lies.
  void end(document::Range units, std::vector<Bytes> output);

  /// The parts due for printing, each once: those of all pieces before the first unit without an ended piece.
  std::vector<Bytes> due();

 private:
  struct Ended {
    std::int64_t end;
    std::vector<Bytes> output;
  };
  std::int64_t next_ = 0;                ///< unit whose piece is printed next
  std::map<std::int64_t, Ended> ended_;  ///< by first unit, not printed yet
};

}  // namespace uneven::command
