// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace uneven::trace {

/// Phases of a rank's time, from the outer ones to the inner ones. `compute`, `communicate` and `wait` are
/// the accounts of a report.
enum class Phase : std::uint8_t {
  prepare,     ///< reading data and connecting, before the work
  iteration,   ///< of a training or a program; its number
  round,       ///< of a reduction, or one that is repeated
  superstep,   ///< its number
  batch,       ///< of queries; first and count
  call,        ///< of a command; units, first and count
  replan,      ///< asking for another plan
  adopt,       ///< moving weights to another plan
  validate,    ///< looking at held-out samples
  checkpoint,  ///< writing the state of the run
  relocation,  ///< elements on the move, beside other phases
  rival,       ///< MPI_Reduce, for comparison
  compute,
  communicate,
  wait,
};
inline constexpr std::size_t phases = 15;
std::string_view name_of(Phase phase);

/// A phase from one moment to another.
struct Span {
  double begin_s = 0, end_s = 0;
  std::int64_t first = -1, count = -1;  ///< its units or number, see Phase; -1: none
  Phase phase = Phase::compute;

  double seconds() const { return end_s - begin_s; }
};

/// The phases of one rank, in bounded memory: when there are too many spans, the shorter half is forgotten, and later
/// all spans shorter than their median. Forgotten spans are counted, and the sums of all phases stay exact.
///
/// A phase that goes on where one of the same kind ended becomes one span with it, unless it is numbered.
class Recorder {
 public:
  /// @param most  spans kept, >= 2.
  explicit Recorder(std::size_t most = 100'000) : most_(most) {}

  /// Moments are subtracted from this one.
  void set_origin(double seconds) { origin_s_ = seconds; }
  double origin_s() const { return origin_s_; }

  /// @param begin_s, end_s  by one clock. A span of no length is not kept.
  void add(Phase phase, double begin_s, double end_s, std::int64_t first = -1, std::int64_t count = -1) {
    if (!(end_s > begin_s)) return;
    Total& total = totals_[static_cast<std::size_t>(phase)];
    total.seconds += end_s - begin_s;
    ++total.spans;
    if (first < 0 && !spans_.empty()) {
      Span& last = spans_.back();
      if (last.phase == phase && last.first < 0 && last.end_s == begin_s - origin_s_) {
        last.end_s = end_s - origin_s_;
        return;
      }
    }
    if (end_s - begin_s < shortest_s_) {
      ++forgotten_;
      return;
    }
    spans_.push_back({begin_s - origin_s_, end_s - origin_s_, first, count, phase});
    if (spans_.size() >= most_) forget();
  }

  /// The same for the parts of [begin_s, end_s] that no earlier span covers.
  void add_in_gaps(Phase phase, double begin_s, double end_s) {
    if (spans_.empty() || spans_.back().end_s <= begin_s - origin_s_)
      add(phase, begin_s, end_s);
    else
      fill_gaps(phase, begin_s, end_s);
  }

  /// Sets the sums back to 0; the spans stay.
  void forget_totals() { totals_ = {}; }

  struct Total {
    double seconds = 0;
    std::int64_t spans = 0;
  };
  const std::vector<Span>& spans() const { return spans_; }
  const std::array<Total, phases>& totals() const { return totals_; }
  std::int64_t forgotten() const { return forgotten_; }

  /// All of it as bytes for a process of the same build, and back.
  std::string pack() const;
  static Recorder unpack(std::string_view bytes);

 private:
  void fill_gaps(Phase phase, double begin_s, double end_s);
  void forget();

  std::size_t most_;
  double origin_s_ = 0, shortest_s_ = 0;
  std::vector<Span> spans_;
  std::array<Total, phases> totals_{};
  std::int64_t forgotten_ = 0;
};

/// Writes what ranks did as trace events in JSON, for Perfetto (ui.perfetto.dev) and chrome://tracing: complete events
/// ("X") in microseconds; hosts are processes, ranks are threads. The spans of a rank nest: where clocks disagree, an
/// inner or a later one is cut. Relocations are on a line of their own.
class Writer {
 public:
  /// @param hosts  by rank. @param simulated  the seconds are those of a simulation.
  Writer(std::ostream& out, std::vector<std::string> hosts, bool simulated);

  /// The ranks one by one, ascending, each at most once.
  void rank(int rank, const Recorder& recorder);
  void end();

 private:
  void event(const std::string& members);

  std::ostream& out_;
  std::vector<std::string> hosts_;
  std::map<std::string, int> number_of_host_;
  std::string about_;  ///< the ranks, as members of otherData
  bool simulated_, first_ = true;
};

}  // namespace uneven::trace
