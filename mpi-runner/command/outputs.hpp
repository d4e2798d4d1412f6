// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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

  /// Ends a rank's present call. @return  where its output lies in the spool, on the disk.
  std::vector<Bytes> end_call(int rank);

  /// Tells that a piece has ended, and prints the outputs whose turn has come, see OutputOrder; nothing unless outputs
  /// are kept in order.
  /// @throws InputError  if the spool ends before an output does.
  /// @throws IoError
  void end_piece(document::Range units, const std::vector<Bytes>& output);

 private:
  void print(Stream stream, std::string_view bytes) const;

  int descriptor_;
  bool frames_;
  int spool_ = -1;
  bool on_disk_ = false;  ///< the spool outlives this process
  std::string spool_name_;
  std::int64_t spooled_ = 0;                  ///< bytes of the spool
  std::vector<std::vector<Bytes>> of_calls_;  ///< by rank: parts of the present call's output
  OutputOrder order_;
};

}  // namespace uneven::command
