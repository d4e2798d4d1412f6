// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "document/partition.hpp"
#include "document/speeds.hpp"
#include "partition/cost.hpp"
#include "partition/predict/iteration.hpp"
#include "reduction/tree.hpp"

namespace uneven::partition {

/// Hidden units in a SIMD vector, see perceptron::vector_width(). 1 if the speeds do not tell the number of samples of
/// their measurement. Speeds that do not tell their input count as one-hot.
std::int64_t vector_width(const document::Speeds& speeds, const document::Perceptron& network);

/// Seconds of work on rectangles of any form, from speeds measured on near-square ones ("squares").
///
/// Hidden units are rounded up to whole SIMD vectors, in rectangles and in squares. With dense inputs they are not,
/// because OpenBLAS does most of that work.
///
/// A rectangle of h hidden units and s samples takes h s / v, where v is the speed for h s cells. Narrow rectangles: if
/// h < h_square, the hidden units of the square of v, add s sample_s (1 - h / h_square), because the fixed time of a
/// sample is spread over fewer hidden units. If sums of outputs travel, h s / v is multiplied by a factor that grows
/// from 1 to pipelined_slowdown, reached at the hidden units of the processor's square share: fewer hidden units leave
/// chunks more cache. If no sums travel, the factor grows from 1 at h_square to tall_slowdown at all hidden units.
class WorkTime {
 public:
  /// @param speeds   must outlive this.
  /// @param network  for which the speeds were measured.
  WorkTime(const document::Speeds& speeds, const document::Perceptron& network);

  /// @param summed  whether the outputs of one chunk are summed over the column while the next chunk is computed.
  /// @return        seconds of the work on a rectangle of `hidden` x `samples` cells.
  double of(std::size_t processor, double hidden, double samples, bool summed) const;

  /// Amount that a processor fetches again after a message, relative to the measurement, which had the hidden units of
  /// its square share. 1 with dense inputs, where measurements showed no difference.
  double fetched_again(double hidden) const { return vector_width_ == 1 ? 1 : part_of_share(hidden); }

 private:
  double counted(double hidden) const;
  /// `hidden` over the hidden units of the square share, at most 1.
  double part_of_share(double hidden) const;
  void add_curve(const document::MeasuredProcessor& measured);
  /// The processor's speeds on squares, ascending by cells.
  std::span<const document::CurvePoint> curve_of(std::size_t processor) const;
  /// Hidden units of the square whose speed is used for `cells` cells; 0: unknown.
  double square_of(std::span<const document::CurvePoint> curve, double cells) const;
  double times_as_long(const document::MeasuredProcessor& measured, double hidden, double square, bool summed) const;

  const document::Speeds& speeds_;
  double hidden_per_sample_;  ///< hidden units per sample in squares; 0: unknown
  std::int64_t vector_width_;
  double hidden_, hidden_of_share_;
  std::vector<document::CurvePoint> points_;  ///< of all processors
  std::vector<std::size_t> ends_;             ///< of each processor's points
};

/// The speeds that a plan holds: those from which its seconds were predicted, or else those in its cluster.
document::Speeds known_speeds(const document::Partition& plan);

/// Limits on processors and messages of an iteration: up to these a run makes new plans by predicted seconds, and
/// check-plan counts the bytes of every message.
inline constexpr std::int64_t replay_limit_processors = 16;
inline constexpr double replay_limit_messages = 1 << 13;

/// Most messages of an iteration, for any plan: the column sums of a one-column plan plus the group sums of an N-column
/// plan. One processor counts as two, because a replay follows its chunks, too.
double messages(std::int64_t processors, const document::Perceptron& network, std::int64_t samples);

/// Whether an iteration has no more of either.
bool within_replay_limit(std::int64_t processors, const document::Perceptron& network, std::int64_t samples);

/// What TimeModel says of an iteration.
struct Estimate {
  double seconds = 0;
  double messages = 0;  ///< of all processors
};

/// Estimates the seconds of an iteration of back-propagation without replaying it, to find the plans that are worth a
/// replay. Compute and communication overlap as far as they can: an iteration takes as long as its busiest resource,
///
///     max_c( max(CPU, links, cards, chunks in turn) + all-reduce of a chunk's outputs among k(c) )
///       + max(CPU, links, cards) of the sums over groups + all-reduce of a slice among C
///
/// CPU: WorkTime, messages and additions of a processor. Links and cards: bytes of a processor and of a host's
/// processors, the busier way. Chunks in turn: of the two chunks under way, each waits for its sum. The members of a
/// sum are in their sum_order(); in the sums over groups, columns are in the order of their fastest processors.
/// In single precision. Trees are from sum_trees().
class TimeModel {
 public:
  /// @param speeds  with a network; must outlive this.
  TimeModel(const document::Speeds& speeds, const document::Perceptron& network);

  /// @param whole  every rectangle has at least one cell.
  /// Cost: O(N log N).
  Estimate of(const Layout& layout, const WholeLayout& whole, const Problem& problem) const;

 private:
  struct Column;
  struct Role;
  struct Roles;
  static Roles roles_of(Collective collective, std::int64_t k, const reduction::SumTree& tree);
  /// The tree of a sum of `bytes`, see tree_of_sum(); empty for other collectives.
  reduction::SumTree tree(Collective collective, const SumCosts& costs, double bytes,
                          const std::vector<std::int64_t>& sizes) const;
  Column column(const std::vector<std::int64_t>& processors, const std::vector<std::int64_t>& cuts, double samples,
                const Problem& problem, std::vector<double>& card_s) const;
  Estimate groups(const Layout& layout, const WholeLayout& whole, const Problem& problem) const;
  /// Adds to the seconds of cards what a sum over `members`, in its order, sends through each.
  /// @return  the share of each member's messages that go from host to host; 1 where every processor has a card.
  std::vector<double> add_cards(const std::vector<std::int64_t>& members, const Roles& roles, double bytes,
                                std::vector<double>& card_s) const;

  /// Whether all of them are on one host of several.
  bool are_together(const std::vector<std::int64_t>& processors) const;
  /// CPU time of a message. @param within  inside a host.
  double message_s(std::size_t processor, bool within) const;

  const document::Speeds& speeds_;
  WorkTime work_;
  SumCosts between_, within_;  ///< hosts; a host
  std::vector<int> hosts_;     ///< of each processor; empty: a card for each
  std::size_t host_count_ = 0;
  double card_gap_ = 0;
};

/// Times for which the trees of Collective::tree are made. They are times of a vector of mean length: l s / C numbers
/// in a column, (n + l) m / groups in a communication group; or of one slice of it.
/// @param speeds  with a network.
document::SumTrees sum_trees(const WholeLayout& whole, const Problem& problem, const document::Speeds& speeds);

/// The reason why seconds cannot be predicted from `speeds` for this network; absent if they can. The speed of a hidden
/// unit x sample depends on the inputs and outputs; speeds of another number of hidden units will do.
/// @param input  see other_kernel().
std::optional<std::string> why_no_seconds(const document::Speeds& speeds, const document::Perceptron& network,
                                          const std::string& input = "");

/// The reason why shares may be wrong: the speeds were measured with another kernel, other inputs or outputs. Absent if
/// these are the same or unknown. @param input  kind of the samples' inputs: one-hot or dense; empty: unknown.
std::optional<std::string> other_kernel(const document::Speeds& speeds, const document::Perceptron& network,
                                        const std::string& input = "");

/// Hidden units of the network with which the speeds were measured; those of `network` if they do not tell.
std::int64_t measured_hidden(const document::Speeds& speeds, const document::Perceptron& network);

}  // namespace uneven::partition
