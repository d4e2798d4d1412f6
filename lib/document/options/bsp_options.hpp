// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "document/common.hpp"
#include "document/json.hpp"
#include "document/options/run_options.hpp"
#include "document/options/slowdown.hpp"

namespace uneven::document {

/// How elements move to processes that compute them sooner. sync: between supersteps; async: during the next superstep;
/// blocks: likewise, in B pieces per process; steal: to a process that is about to run out of work.
enum class RelocationMode { none, sync, async, blocks, steal };
/// When elements move. paper: the times of processes differ enough; gain: moving saves more time than it takes.
enum class Trigger { paper, gain };

constexpr auto table_of(RelocationMode) {
  using enum RelocationMode;
  return std::to_array<Name<RelocationMode>>(
      {{none, "none"}, {sync, "sync"}, {async, "async"}, {blocks, "blocks"}, {steal, "steal"}});
}
constexpr auto table_of(Trigger) {
  return std::to_array<Name<Trigger>>({{Trigger::paper, "paper"}, {Trigger::gain, "gain"}});
}

/// As text none, sync, async, blocks=B or steal.
struct Relocation {
  RelocationMode mode = RelocationMode::none;
  std::int64_t blocks = 1;  ///< B >= 1, of mode blocks
};

std::string text_of(const Relocation& relocation);

/// @throws InputError  that names the option of the job.
Relocation parse_relocation(const std::string& text);

/// Options of a data-parallel run ("run": "bsp").
struct BspOptions {
  std::string program = "kmeans";
  bool user_program = false;             ///< the program is a shared object that the command line of mpi-runner names
  std::optional<std::string> data;       ///< absent: points made up from the seed
  std::int64_t count = 100'000;          ///< made-up points
  std::int64_t dimensions = 3;           ///< of made-up points
  std::optional<std::string> centroids;  ///< NPY or CSV
  std::optional<std::string> output;     ///< NPY, or CSV by its name
  std::int64_t clusters = 8;
  std::optional<std::int64_t> iterations;  ///< absent: the limit of the program
  std::optional<double> tolerance;
  std::uint64_t seed = 1;
  double variance_floor = 1e-6;
  double damping = 0.85;
  double l2 = 0;  ///< logistic
  Relocation relocation;
  Trigger trigger = Trigger::paper;
  std::array<double, 3> constants{0.30, 3, 0.040};
  std::int64_t threads = 1;
  std::vector<Slowdown> slow;
  std::optional<std::string> checkpoint;
  std::int64_t checkpoint_every = 0;
  bool resume = false;
  std::string match = "host";
  std::optional<double> max_seconds;
  std::vector<Processor> cluster;  ///< where there is no plan: the processors that share the elements
};

Object describe_input(const BspOptions&);
Object describe_options(const BspOptions&);

/// @throws InputError  if options contradict one another.
void complete(const BspOptions& options, const Json& input_of_job, const Json& options_of_job);

}  // namespace uneven::document
