// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace uneven::launch {

/// What stands before `bytes` bytes of a program's stream (1: standard output, 2: standard error) on the runner's
/// standard output: "mpi-runner-output 1 310\n". Frames come before the report.
std::string frame_header(int stream, std::size_t bytes);

/// Takes frames apart.
class OutputFrames {
 public:
  using Take = std::function<void(int stream, std::string_view bytes)>;

  /// @param take  gets the programs' bytes, as they come.
  explicit OutputFrames(Take take) : take_(std::move(take)) {}

  /// The next bytes; frames may be cut anywhere. What is in no frame, and all that follows it, is added to `rest`.
  void take(std::string_view bytes, std::string& rest);

 private:
  void take_header(std::string_view& bytes, std::string& rest);

  Take take_;
  std::string header_;  ///< of the next frame, as far as it is here
  int stream_ = 1;
  std::size_t left_ = 0;  ///< bytes of the present frame
  bool over_ = false;     ///< no more frames
};

}  // namespace uneven::launch
