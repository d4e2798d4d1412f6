// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "document/common.hpp"
#include "document/json.hpp"
#include "document/options/run_options.hpp"
#include "document/options/table_options.hpp"
#include "document/partition.hpp"
#include "document/speeds.hpp"

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

/// How k-means chooses first centroids. plus: k-means++, a superstep for each; parallel: k-means||, a few supersteps.
enum class Seeding { plus, parallel };

constexpr auto table_of(Seeding) {
  using enum Seeding;
  return std::to_array<Name<Seeding>>({{plus, "plus"}, {parallel, "parallel"}});
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
  TableOptions table;                    ///< how the data are read
  std::int64_t count = 100'000;          ///< made-up points
  std::int64_t dimensions = 3;           ///< of made-up points
  std::optional<std::string> centroids;  ///< NPY or CSV
  std::optional<std::string> model;      ///< a report whose model is applied, instead of one being fitted
  std::optional<std::string> output;     ///< NPY, or CSV by its name
  std::optional<std::string> personal;   ///< graphs: vertices with their preferences
  std::optional<std::string> source;     ///< graphs: the key of a vertex
  bool unweighted = false;               ///< graphs: numbers behind two vertices are no weights
  bool undirected = false;               ///< graphs: each edge leads both ways
  std::int64_t clusters = 8;
  std::int64_t starts = 1;                 ///< kmeans, em
  Seeding seeding = Seeding::plus;         ///< kmeans
  std::optional<std::int64_t> iterations;  ///< absent: the limit of the program
  std::optional<double> tolerance;
  std::uint64_t seed = 1;
  double variance_floor = 1e-6;
  std::string covariance = "full";  ///< em
  double damping = 0.85;
  double l2 = 0;                        ///< linear, logistic
  std::optional<std::int64_t> classes;  ///< logistic; absent: as many as the labels of the data have
  Relocation relocation;
  Trigger trigger = Trigger::paper;
  std::array<double, 3> constants{0.30, 3, 0.040};
  std::int64_t threads = 1;
  std::vector<std::string> outputs{};   ///< further ones: FIELD=FILE, see named_file()
  std::vector<std::string> parameters;  ///< of the user's program: NAME=VALUE
  std::int64_t block = 0;               ///< elements that are computed and moved as one; 0: as their cost suggests
  std::vector<Slowdown> slow;
  std::optional<std::string> checkpoint;
  std::int64_t checkpoint_every = 0;
  bool resume = false;
  std::string match = "host";
  std::optional<double> max_seconds;
  std::vector<Processor> cluster;  ///< where there is no plan: the processors that share the elements
};

/// The parts of FIELD=FILE, a field being words between dots. The first is empty where it is no field.
std::pair<std::string, std::string> named_file(const std::string& text);

Object describe_input(const BspOptions&);
Object describe_options(const BspOptions&);

/// @throws InputError  if options contradict one another.
void complete(const BspOptions& options, const Json& input_of_job, const Json& options_of_job);

/// How calls of a user's command divide the units of a plan.
enum class CallMethod { shares, self_scheduling, stealing };

constexpr auto table_of(CallMethod) {
  using enum CallMethod;
  return std::to_array<Name<CallMethod>>(
      {{shares, "static"}, {self_scheduling, "self-scheduling"}, {stealing, "stealing"}});
}

/// Input and options of a job that runs a user's command ("run": "command"), which itself stands in no document.
struct CommandOptions {
  std::optional<std::string> lines;  ///< a file; each call reads its lines
  CallMethod method = CallMethod::shares;
  std::optional<std::int64_t> piece;  ///< units of each call; absent: by the method
  std::int64_t least = 1;             ///< self-scheduling: units of the smallest call
  bool keep_order = false;            ///< outputs in the order of the units
  std::int64_t retries = 0;           ///< further calls for a piece that failed
  bool keep_going = false;            ///< a failure does not end the run
  std::vector<std::int64_t> absent;   ///< processors of the plan without a rank, ascending; others do their units
  std::optional<std::string> checkpoint;
  bool resume = false;
  std::string match = "host";
  std::optional<double> max_seconds;
};

Object describe_input(const CommandOptions&);
Object describe_options(const CommandOptions&);

/// Options of a job that measures speeds ("run": "measure").
struct MeasureOptions {
  std::string kernel = "bp";
  Perceptron network{203, 80, 26};     ///< of kernel bp
  std::string input = "one-hot";       ///< of kernel bp: dense | one-hot
  std::int64_t samples = 1024;         ///< of kernel bp
  std::optional<std::int64_t> floats;  ///< of kernel search: of a vector; absent: examples have words
  std::string unit = "unit";           ///< of kernel command: the name of its unit of work
  std::optional<std::int64_t> units;   ///< of kernel command: the number to run it with; absent: looked for
  double confidence = 0.025;           ///< wanted half-width of the 95 % interval over the mean
  double max_seconds = 10;             ///< for the speeds; the network has as much again
  bool curve = false;                  ///< measure at several problem sizes
  bool with_network = true;
  std::vector<MeasuredProcessor> known;           ///< hosts, or processor models, that need no new measurement
  std::optional<double> memory_per_unit_bytes{};  ///< of the document of `known`; stays where nothing is measured anew
  std::optional<std::int64_t> memory_fixed_bytes{};  ///< likewise
};

Object describe_input(const MeasureOptions&);
Object describe_options(const MeasureOptions&);

}  // namespace uneven::document
