// SPDX-License-Identifier: MIT
#pragma once

// All that a user's program needs; includes nothing but the standard library.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace uneven::elements {

/// How the messages to one element of a keyed group come together.
///
/// add, min, max: whole numbers of 64 bits, joined. combine: messages of Group::message_bytes, joined by
/// Program::join(). All these are exact, so the order does not matter. ordered: the same where the order matters, as in
/// sums of doubles: messages travel one by one and are joined in the order of the senders' numbers and, from one
/// sender, in the order of sending. set: each message is kept (Batch::letter), in that order.
enum class Join { add, min, max, combine, ordered, set };

/// Whether messages are whole numbers of 64 bits.
constexpr bool joins_numbers(Join join) { return join <= Join::max; }

/// A group of elements of one type (Ito 2012, section 2.1).
///
/// Spread groups hold the many: they lie in blocks over the processes, field by field ("lanes"). If `keyed`, element i
/// has the key i, order holds across processes, and each element can be sent messages.
///
/// Central groups hold few elements that receive from all, such as the clusters of K-means: `count` elements of
/// `fields` doubles in one place. Each spread block fills one table of messages, shape [count, message].
/// Program::combine joins two tables, along a fixed tree over the blocks, so that the result has the same bits for any
/// distribution of the blocks.
///
/// Elements of a spread group that varies can be removed, by its last lane, and others made (Outbox::make).
struct Group {
  std::string name;
  bool central = false;
  std::int64_t count = 0;
  std::vector<int> lanes = {};  ///< spread: bytes of each field, 1, 2, 4 or 8
  bool keyed = false;           ///< spread
  Join join = Join::add;        ///< keyed
  int message_bytes = 8;        ///< keyed, unless numbers are joined: of a message; 0: any length (set)
  bool cheap = false;           ///< spread: an element takes nanoseconds, so that blocks are large
  bool changes = false;         ///< spread: f changes values, so that a checkpoint must hold them
  bool varies = false;          ///< spread: elements are made and removed; the last lane is one byte, 1 if removed
  int fields = 0;               ///< central: doubles of an element
  int message = 0;              ///< central: doubles of a message to an element
};

/// A message to an element of a group whose messages are kept as a set.
struct Letter {
  std::int64_t from = 0;  ///< number of the element that sent it
  std::span<const std::byte> bytes;
};

/// Where a letter lies among the letters of a block.
struct LetterPlace {
  std::int64_t from = 0, begin = 0, size = 0;
};

/// Whether messages to the elements of a group travel one by one.
inline bool sends_letters(const Group& group) {
  return group.keyed && (group.join == Join::ordered || group.join == Join::set);
}

/// The elements of one block, computed in one call.
struct Batch {
  int group = 0;
  std::int64_t first = 0;  ///< number, and key if keyed, of the first element
  std::int64_t count = 0;
  std::byte* values = nullptr;
  std::span<const std::size_t> lane_start;     ///< in bytes
  std::span<const int> lane_bytes;             ///< of each field, as the group declares them
  std::span<const double> multicast;           ///< last multicast to the group
  const std::int64_t* received = nullptr;      ///< add, min, max: each element's messages, joined; shape [count]
  const std::uint8_t* has_received = nullptr;  ///< keyed: whether there were any; shape [count]
  const std::byte* messages = nullptr;  ///< combine, ordered: likewise; shape [count, message_bytes rounded up to 8]
  const std::int64_t* link_start = nullptr;    ///< edge lists: where each element's links begin; shape [count + 1]
  const std::int64_t* links = nullptr;         ///< edge lists: keys that the elements point to
  const double* link_weights = nullptr;        ///< weighted edge lists: of each link; null: all weigh 1
  const std::int64_t* letter_start = nullptr;  ///< set: where each element's letters begin; shape [count + 1]
  const LetterPlace* letter_places = nullptr;  ///< set
  const std::byte* letter_bytes = nullptr;     ///< set

  /// set: one of the letters letter_start[i] .. letter_start[i + 1] - 1 of element i.
  Letter letter(std::int64_t k) const {
    const LetterPlace& place = letter_places[k];
    return {place.from, {letter_bytes + place.begin, static_cast<std::size_t>(place.size)}};
  }

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

  /// Sends a message to one element of a keyed group that joins whole numbers.
  virtual void send(int group, std::int64_t key, std::int64_t message) = 0;

  /// Sends a message to one element of a keyed group that does not join whole numbers.
  /// @param from   number of the element that sends it.
  /// @param bytes  of the message, which is trivially copyable.
  virtual void post(int group, std::int64_t key, std::int64_t from, const void* message, std::size_t bytes) = 0;

  /// Makes an element of a group that varies, which is there from the next superstep on a spread group on.
  /// @return where its lanes but the last are to be written, one after the other, before the next call; zero at first.
  /// @throws std::logic_error  if the group does not vary.
  virtual std::byte* make(int group) = 0;
};

/// Values of central groups and multicasts, by group.
struct State {
  std::vector<std::vector<double>> values;     ///< of central groups, shape [count, fields]
  std::vector<std::vector<double>> multicast;  ///< to spread groups
};

/// Form of the data. rows: each row of numbers is an element of group 0; edges: each vertex of the graph is an element
/// of group 0; text: each line is an element of group 0, with links to the keys that it names, elements of group 1.
enum class DataForm { rows, edges, text };

/// Parameters of a user's program: what the command line gives (--param NAME=VALUE), and what the program asks for.
class Parameters {
 public:
  Parameters() = default;
  explicit Parameters(std::map<std::string, std::string> given) : given_(std::move(given)) {}

  /// The value that is given, or `usual`. T is a number, bool (0 or 1) or std::string.
  /// @throws std::invalid_argument  if the given text is no T.
  template <class T>
  T get(const std::string& name, T usual) const {
    const auto found = given_.find(name);
    T value = usual;
    if (found != given_.end()) {
      std::istringstream text(found->second);
      text.exceptions(std::ios::badbit);
      if constexpr (std::is_same_v<T, std::string>)
        value = found->second;
      else if (!(text >> value) || text.peek() != std::istringstream::traits_type::eof())
        throw std::invalid_argument("parameter " + name + ": found '" + found->second + "'; expected " +
                                    (std::is_floating_point_v<T> ? "a number"
                                     : std::is_same_v<T, bool>   ? "0 or 1"
                                                                 : "a whole number"));
    }
    std::ostringstream out;
    out.exceptions(std::ios::badbit);
    out.precision(17);
    out << value;
    (*asked_)[name] = out.str();
    return value;
  }

  const std::map<std::string, std::string>& given() const { return given_; }
  const std::map<std::string, std::string>& asked() const { return *asked_; }  ///< with the values in use

 private:
  std::map<std::string, std::string> given_;
  std::shared_ptr<std::map<std::string, std::string>> asked_ = std::make_shared<std::map<std::string, std::string>>();
};

/// edges: what a program does with numbers behind the two vertices of an edge. All are finite.
enum class LinkWeights { unused, any, not_negative };

/// Settings from the command line; programs use the ones that they need.
struct Settings {
  std::int64_t elements = 0;  ///< rows or lines of the data, or vertices
  std::int64_t keys = 0;      ///< text: different keys that the lines name
  int columns = 0;            ///< of the data; 0 for an edge list
  std::int64_t iterations = 100;
  double tolerance = -1;  ///< below 0: the program's own
  std::uint64_t seed = 1;
  std::int64_t clusters = 8;
  std::vector<double> centroids;  ///< given, shape [clusters, columns]; empty: chosen by k-means++
  double variance_floor = 1e-6;
  double damping = 0.85;
  bool personal = false;            ///< edges: load() is called with a number for each vertex
  std::int64_t source = -1;         ///< edges: the element that the user names; -1: none
  double l2 = 0;                    ///< linear, logistic: l2 / 2 times the sum of squared weights is added to the loss
  int starts = 1;                   ///< kmeans, em: number of runs, from the seeds seed, seed + 1, ...; the best counts
  bool parallel_seeding = false;    ///< kmeans: k-means|| in place of k-means++
  std::string covariance = "full";  ///< em: full, diagonal, tied or spherical
  std::vector<double> model;        ///< to apply instead of fitting one: ProgramEntry::model, one after the other
  int classes = 2;                  ///< logistic: the labels are 0 .. classes - 1; 0: counted when the data are loaded
  Parameters parameters = {};
};

/// Numbers of the report.
struct Result {
  static constexpr std::size_t list = static_cast<std::size_t>(-1);

  std::string name;
  std::vector<double> values;
  std::size_t columns = 0;  ///< 0: a single number; `list`: a list; else of a table, row-major
};

/// Numbers of the elements of a spread group that can be written to a file.
struct OutputField {
  std::string name;  ///< such as "Vertex.distance"; empty: that of Program::output()
  int group = 0;
  bool whole = false;     ///< 64-bit integers
  bool infinite = false;  ///< may be infinite
  bool keys = false;      ///< elements of the group, written as their keys
};

inline constexpr int stop = -1;

/// A limit of iterations that is none.
inline constexpr std::int64_t no_limit = (std::int64_t{1} << 53) - 1;

/// A data-parallel program: groups, what happens to their elements (f), what they send (g), how messages combine, and
/// which group comes next. It knows nothing of processes and threads: `step` is called for many blocks at once.
/// All that changes lies in the elements and in State, never in the program.
class Program {
 public:
  virtual ~Program() = default;

  virtual std::vector<Group> groups() const = 0;

  /// The limit of iterations, unless the user gives one.
  virtual std::int64_t usual_iterations() const { return 100; }

  /// Form of the data. Called before the data are read, for a program with no elements.
  virtual DataForm data_form() const { return DataForm::rows; }

  /// edges: whether an edge is a link of both its vertices, not only of the first.
  virtual bool links_both_ways() const { return false; }

  /// Sets the first values of a batch of a spread group, which are 0 before. Rows of data are loaded afterwards.
  virtual void make(const Batch& batch) const { (void)batch; }

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
  virtual void step_central(int group, const double* table, State& state) const {
    (void)group, (void)table, (void)state;
  }

  /// The same for a central group that also sends to keyed groups. The engine calls this one.
  virtual void run_central(int group, const double* table, State& state, Outbox& out) const {
    (void)out;
    step_central(group, table, state);
  }

  /// Joins a message to another one to the same element of a group of Join::combine, the same whatever the order, or of
  /// Join::ordered.
  virtual void join(int group, void* into, const void* from) const { (void)group, (void)into, (void)from; }

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

  /// One number for each element of group output_group(), for --element-output; 64-bit integers if `whole_output`.
  virtual bool has_output() const { return false; }
  virtual bool whole_output() const { return false; }
  virtual void output(const Batch& batch, double* numbers) const { (void)batch, (void)numbers; }

  /// Whether a run can resume from the state of a checkpoint. Checks lengths of multicasts, counters, and numbers that
  /// must be finite; sizes of central groups are right. By default true. @param last  group of the last superstep.
  virtual bool can_resume(const State& state, int last) const {
    (void)state, (void)last;
    return true;
  }

  /// edges: what weights there may be. Asked before the data are read, of a program with no elements.
  virtual LinkWeights link_weights() const { return LinkWeights::any; }

  /// text: calls `key` with each key that a line names. By default its words, between blanks. Asked of a program with
  /// no elements.
  virtual void keys_of(std::string_view line, const std::function<void(std::string_view)>& key) const {
    constexpr std::string_view blanks = " \t";
    for (;;) {
      line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
      if (line.empty()) return;
      const std::string_view word = line.substr(0, line.find_first_of(blanks));
      key(word);
      line.remove_prefix(word.size());
    }
  }

  /// The spread group whose elements output() is about.
  virtual int output_group() const { return 0; }
  /// Whether its numbers may be infinite.
  virtual bool infinite_output() const { return false; }
  /// Whether they are elements of the group, which are written as their keys.
  virtual bool key_output() const { return false; }

  /// All that can be written; the first is for --element-output without a name. By default output().
  virtual std::vector<OutputField> output_fields() const {
    if (!has_output()) return {};
    return {{"", output_group(), whole_output(), infinite_output(), key_output()}};
  }
  virtual void output_field(std::size_t field, const Batch& batch, double* numbers) const {
    (void)field;
    output(batch, numbers);
  }
};

inline constexpr int program_interface = 5;

}  // namespace uneven::elements

/// Makes `Type`, a Program that is constructed from Settings, the program of this shared object.
#define UNEVEN_PROGRAM(Type)                                                                                        \
  static_assert(std::is_constructible_v<Type, const uneven::elements::Settings&>,                                   \
                #Type " has no constructor that takes Settings; a typed program begins with: using Typed::Typed;"); \
  extern "C" int uneven_program_interface() { return uneven::elements::program_interface; }                         \
  extern "C" uneven::elements::Program* uneven_program(const uneven::elements::Settings& s) { return new Type(s); }
