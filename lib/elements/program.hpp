// SPDX-License-Identifier: MIT
#pragma once

// All that a user's program needs; includes nothing but the standard library.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace uneven::elements {

/// Operation that joins the messages to one element of a keyed group. All are exact, so the order does not matter.
enum class Join { add, min, max };

/// A group of elements of one type (Ito 2012, section 2.1).
///
/// Spread groups hold the many: they lie in blocks over the processes, field by field ("lanes"). If `keyed`, element i
/// has the key i, order holds across processes, and each element can be sent messages: whole numbers, joined.
///
/// Central groups hold few elements that receive from all, such as the clusters of K-means: `count` elements of
/// `fields` doubles in one place. Each spread block fills one table of messages, shape [count, message].
/// Program::combine joins two tables, along a fixed tree over the blocks, so that the result has the same bits for any
/// distribution of the blocks.
struct Group {
  std::string name;
  bool central = false;
  std::int64_t count = 0;
  std::vector<int> lanes = {};  ///< spread: bytes of each field, 1, 2, 4 or 8
  bool keyed = false;           ///< spread
  Join join = Join::add;        ///< keyed
  bool changes = false;         ///< spread: f changes values, so that a checkpoint must hold them
  int fields = 0;               ///< central: doubles of an element
  int message = 0;              ///< central: doubles of a message to an element
};

/// The elements of one block, computed in one call.
struct Batch {
  int group = 0;
  std::int64_t first = 0;  ///< number, and key if keyed, of the first element
  std::int64_t count = 0;
  std::byte* values = nullptr;
  std::span<const std::size_t> lane_start;     ///< in bytes
  std::span<const int> lane_bytes;             ///< of each field, as the group declares them
  std::span<const double> multicast;           ///< last multicast to the group
  const std::int64_t* received = nullptr;      ///< keyed: each element's messages, joined; shape [count]
  const std::uint8_t* has_received = nullptr;  ///< keyed: whether there were any; shape [count]
  const std::int64_t* link_start = nullptr;    ///< edge lists: where each element's links begin; shape [count + 1]
  const std::int64_t* links = nullptr;         ///< edge lists: keys that the elements point to

  /// Field j of all elements, shape [count], aligned to 64 bytes. Bytes up to the next multiple of 64 may only be read.
  /// @throws std::logic_error  if the group declares no such field of the size of T.
  template <class T>
  T* lane(int j) const {
    const auto at = static_cast<std::size_t>(j);
    if (j < 0 || at >= lane_bytes.size() || lane_bytes[at] != static_cast<int>(sizeof(T)))
      throw std::logic_error("field " + std::to_string(j) + " of " + std::to_string(sizeof(T)) +
                             " bytes is used; group " + std::to_string(group) + " declares no such lane");
    return reinterpret_cast<T*>(values + lane_start[at]);
  }
};

/// The messages that the elements of one batch send.
class Outbox {
 public:
  virtual ~Outbox() = default;

  /// The batch's table of messages to a central group, shape [count, message]; zero at first.
  virtual double* table(int group) = 0;

  /// Sends a message to one element of a keyed group.
  virtual void send(int group, std::int64_t key, std::int64_t message) = 0;
};

/// Values of central groups and multicasts, by group.
struct State {
  std::vector<std::vector<double>> values;     ///< of central groups, shape [count, fields]
  std::vector<std::vector<double>> multicast;  ///< to spread groups
};

/// Settings from the command line; programs use the ones that they need.
struct Settings {
  std::int64_t elements = 0;  ///< rows of the data, or vertices
  int columns = 0;            ///< of the data; 0 for an edge list
  std::int64_t iterations = 100;
  double tolerance = -1;  ///< below 0: the program's own
  std::uint64_t seed = 1;
  std::int64_t clusters = 8;
  std::vector<double> centroids;  ///< given, shape [clusters, columns]; empty: chosen by k-means++
  double variance_floor = 1e-6;
  double damping = 0.85;
  double l2 = 0;                    ///< linear, logistic: l2 / 2 times the sum of squared weights is added to the loss
  int starts = 1;                   ///< kmeans, em: runs from the seeds seed, seed + 1, ..., of which the best counts
  bool parallel_seeding = false;    ///< kmeans: k-means|| in place of k-means++
  std::string covariance = "full";  ///< em: full, diagonal, tied or spherical
  std::vector<double> model;        ///< to apply instead of fitting one: ProgramEntry::model, one after the other
  int classes = 2;  ///< logistic: the labels are 0 .. classes - 1; 0: whoever loads the data counts them
};

/// Numbers of the report.
struct Result {
  static constexpr std::size_t list = static_cast<std::size_t>(-1);

  std::string name;
  std::vector<double> values;
  std::size_t columns = 0;  ///< 0: a single number; `list`: a list; else of a table, row-major
};

inline constexpr int stop = -1;

/// A data-parallel program: groups, what happens to their elements (f), what they send (g), how messages combine, and
/// which group comes next. It knows nothing of processes and threads: `step` is called for many blocks at once.
/// All that changes lies in the elements and in State, never in the program.
class Program {
 public:
  virtual ~Program() = default;

  virtual std::vector<Group> groups() const = 0;

  /// Fills a batch of group 0 from rows of the data, shape [count, columns], row-major, all finite. By default column j
  /// becomes lane j, of doubles, and the group has as many lanes. Throws if a row is wrong.
  virtual void load(const Batch& batch, const double* rows, int columns) const {
    if (static_cast<int>(batch.lane_bytes.size()) != columns)
      throw std::logic_error("the data have " + std::to_string(columns) + " columns; the program expects " +
                             std::to_string(batch.lane_bytes.size()));
    for (int j = 0; j < columns; ++j) {
      double* lane = batch.lane<double>(j);
      for (std::int64_t i = 0; i < batch.count; ++i) lane[i] = rows[i * columns + j];
    }
  }

  /// Sets the values of central groups and the first multicasts to spread groups, which are empty before.
  virtual void begin(State& state) const = 0;

  /// The group that the next superstep runs on, or `stop`. @param last  group of the last superstep, -1 at the start.
  virtual int next(const State& state, int last) const = 0;

  /// f and g for the elements of a spread group.
  virtual void step(const Batch& batch, Outbox& out) const = 0;

  /// f and g for a central group: changes its values, and what it multicasts. @param table  its combined messages.
  virtual void step_central(int group, const double* table, State& state) const = 0;

  /// Joins two tables of messages to a central group; by default, adds them.
  virtual void combine(int group, double* into, const double* from, std::int64_t size) const {
    (void)group;
    for (std::int64_t i = 0; i < size; ++i) into[i] += from[i];
  }

  /// Iterations done, and the objective of the last one, for the report and the progress line. A run that ends early
  /// ends after a whole iteration.
  virtual std::int64_t iterations(const State& state) const = 0;
  virtual double objective(const State& state) const = 0;
  virtual std::string objective_name() const { return "objective"; }

  /// Whether the run has converged, for the report; nothing: unknown.
  virtual std::optional<bool> settled(const State& state) const { return (void)state, std::nullopt; }

  /// The results at the end, and warnings for their reader.
  virtual std::vector<Result> results(const State& state) const = 0;
  virtual std::vector<std::string> warnings(const State& state) const {
    return (void)state, std::vector<std::string>();
  }

  /// One number for each element of group 0, for --element-output; 64-bit integers if `whole_output`.
  virtual bool has_output() const { return false; }
  virtual bool whole_output() const { return false; }
  virtual void output(const Batch& batch, double* numbers) const { (void)batch, (void)numbers; }

  /// Whether a run can resume from the state of a checkpoint. Checks lengths of multicasts, counters, and numbers that
  /// must be finite; sizes of central groups are right. By default true. @param last  group of the last superstep.
  virtual bool can_resume(const State& state, int last) const {
    (void)state, (void)last;
    return true;
  }
};

inline constexpr int program_interface = 3;

}  // namespace uneven::elements

/// Makes `Type`, a Program that is constructed from Settings, the program of this shared object.
#define UNEVEN_PROGRAM(Type)                                                                \
  extern "C" int uneven_program_interface() { return uneven::elements::program_interface; } \
  extern "C" uneven::elements::Program* uneven_program(const uneven::elements::Settings& s) { return new Type(s); }
