// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "document/array_shares.hpp"
#include "document/describe/tree.hpp"
#include "document/describe/type.hpp"
#include "document/hbsp_costs.hpp"
#include "document/hbsp_matmul.hpp"
#include "document/partition.hpp"
#include "document/reduction_tree.hpp"
#include "document/search.hpp"
#include "schedule/schedule.hpp"

namespace uneven::check {

/// Whether two numbers are the same to 1e-9 of the greater, or but for rounding of numbers of the size `scale`.
bool agree(double found, double expected, double scale = 0);

/// A number as a message writes it: all its digits.
std::string digits(double value);

/// Whether bytes fit into the memory of a processor, but for rounding.
bool fits(double needed, std::int64_t memory);

/// A fault at `pointer` if the bytes do not fit into the memory of a processor; unknown memory is no fault.
void check_bytes(double needed, const std::vector<document::Processor>& cluster, std::size_t processor,
                 const std::string& pointer, document::Faults& faults);

/// One object of a document, beside what follows from the rest of it.
class Comparison {
 public:
  /// @param json     the object, null if absent; must outlive this.
  /// @param pointer  to it.
  Comparison(const document::Node& json, std::string pointer, document::Faults& faults);

  /// The member, if it is there and a number.
  const document::Node* number_at(const char* key) const;

  /// A fault unless the member agrees with `expected`; an absent or null member is no fault.
  /// @param scale  of the numbers that `expected` was worked out from, where rounding is theirs.
  void number(const char* key, double expected, double scale = 0);

  /// A fault unless the member is as large as expected, but for rounding.
  void at_least(const char* key, double expected, double scale = 0);

  /// A fault unless the member "bytes" has the largest and the sum of these.
  void bytes(const schedule::Bytes& expected);

  void fault(const char* key, const std::string& text);

 private:
  const document::Node& json_;
  std::string pointer_;
  document::Faults& faults_;
};

/// The members of a plan that contradict the rest of it, one line each with a JSON pointer. Derived members are
/// computed again, and numbers are compared to 1e-9. An absent or null member is no fault.
///
/// @param json  the document that the struct was made of.
/// Precondition: the plan has no faults of its own (document::faults()).
/// Cost: O(n log n) for a document of n numbers; memory in proportion to the document.
/// @{

/// Widths and heights of the rectangles, eq. (10) and its lower bound (Ozawa 2004), the imbalance, and the candidates
/// that use as many processors.
document::Faults contradictions(const document::Node& json, const document::Partition& plan);

/// When processors finish, and how long their operations take beside each other; of whole vectors, the other shapes.
document::Faults contradictions(const document::Node& json, const document::ReductionTree& plan);

/// The costs of the 27 layouts, with one gap and one barrier for all; elements, lower bound, imbalance.
document::Faults contradictions(const document::Node& json, const document::HbspMatmul& plan);

/// The costs of the supersteps, their best shares, and the sums.
document::Faults contradictions(const document::Node& json, const document::HbspCosts& costs);

/// The neighbours and halo bytes of blocks, the border, the bound, the imbalance, the seconds of the cells, of the halo
/// and of the superstep, and the memory of each processor. @throws InputError  as shares::halo_messages().
document::Faults contradictions(const document::Node& json, const document::ArrayShares& plan);

/// The imbalance; seconds by fixed times and speeds, no less than the lower bound, which is no less than that without
/// limits; the memory of each processor. The superstep takes no less than the work of any processor.
document::Faults contradictions(const document::Node& json, const document::HbspElements& plan);

/// The seconds of the joins and of the methods of the paper; others take no less than a perfect share. Equal parts.
document::Faults contradictions(const document::Node& json, const document::Search& plan);
/// @}

/// The same of a plan of several hidden layers: each layer as a partition of its own, the moves between layers, and the
/// sums of both.
document::Faults contradictions_of_layers(const document::Node& json, const document::Partition& plan);

/// That the exact rectangles tile the unit square: those of a column are as wide as it, stand on each other from 0 to 1
/// and begin where the columns before end.
void check_tiling(const document::Partition& plan, const document::Node& json, document::Faults& faults);

/// That their areas are those of the method: in proportion to the speeds of the cluster (Ozawa 2004, eq. 9), but for
/// the cuts that were joined, or those of a grid. Shares balanced for time follow from more than a plan tells, and so
/// do those of a plan that rounding left without a processor after cuts were joined, or of a grid.
void check_shares(const document::Partition& plan, const document::Node& json, document::Faults& faults);

/// What candidates say by themselves: sizes of columns that fit their number and that of the processors, columns that
/// ascend, and no candidate twice.
void check_candidates(const document::Partition& plan, document::Faults& faults);

/// The costs of a partition: `predicted`, and the candidates that it was chosen from.
///
/// Elements and their lower bound are worked out where it is known which processors the partition was made for: all, or
/// those that it uses. Candidates for other numbers of processors may have been weighed with other speeds. Without
/// candidates, a prediction of nothing but zeros says nothing.
/// @param speeds_known  the plan has a cluster.
void check_costs(const document::Partition& plan, const document::Node& json, bool speeds_known,
                 document::Faults& faults);

}  // namespace uneven::check
