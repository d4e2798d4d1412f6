// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "command/line_index.hpp"
#include "document/common.hpp"

namespace uneven::command {

/// What a call has printed, in the spool.
struct Kept {
  std::vector<Bytes> parts;
  std::string checksum;  ///< of the bytes of all parts (XXH3); empty: not taken
};

/// In which order the outputs of pieces are printed that end in any order: by their first units.
///
/// A piece's output lies in a spool file, in parts, because several programs write at a time.
class OutputOrder {
 public:
  /// Tells that a piece has ended, and where its output lies.
  void end(document::Range units, std::vector<Bytes> output);

  /// The parts whose turn has come, each once: those of all pieces before the first unit without an ended piece.
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
