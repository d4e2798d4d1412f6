// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/checksum.hpp"
#include "command/call.hpp"
#include "command/output_order.hpp"

namespace uneven::command {

/// What the programs of all ranks print, at rank 0: passed on as it comes, or standard output kept in a spool file and
/// printed in the order of the units. Standard error is always passed on as it comes.
class Outputs {
 public:
  /// @param descriptor  where standard output goes.
  /// @param frames      bytes go to the descriptor in frames (launch/output_frames.hpp), those of standard error too.
  Outputs(int descriptor, bool frames, int ranks);
  ~Outputs();
  Outputs(const Outputs&) = delete;
  Outputs& operator=(const Outputs&) = delete;

  /// From now on outputs are kept in order.
  /// @param path     of the spool; empty: a temporary file.
  /// @param resume   what the spool holds is kept.
  /// @throws IoError
  void keep_order(const std::string& path, bool resume);

  /// Takes bytes of a rank's present call. @throws IoError
  void take(int rank, Stream stream, std::string_view bytes);

  /// Ends a rank's present call. @return  its output in the spool, on the disk; with a checksum if the spool outlives
  ///                                       this process.
  Kept end_call(int rank);

  /// Whether the spool still has the output of an earlier run. Reads it once.
  bool holds(const Kept& output) const;

  /// Tells that a piece has ended, and prints the outputs whose turn has come, see OutputOrder; nothing unless outputs
  /// are kept in order.
  /// @throws InputError  if the spool ends before an output does.
  /// @throws IoError
  void end_piece(document::Range units, const std::vector<Bytes>& output);

 private:
  bool read_spool(const std::vector<Bytes>& parts, const std::function<void(std::string_view)>& take) const;
  void print(Stream stream, std::string_view bytes) const;

  int descriptor_;
  bool frames_;
  int spool_ = -1;
  bool on_disk_ = false;  ///< the spool outlives this process
  std::string spool_name_;
  std::int64_t spooled_ = 0;  ///< bytes of the spool
  struct PresentCall {
    std::vector<Bytes> parts;
    Checksum checksum;
  };
  std::vector<PresentCall> calls_;  ///< by rank
  OutputOrder order_;
};

}  // namespace uneven::command
