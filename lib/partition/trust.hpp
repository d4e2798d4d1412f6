#pragma once

#include <cstddef>
#include <vector>

namespace uneven::partition {

/// Which processors may be given back speed that new plans took from them.
///
/// One that waits a lot seems faster than it is, since a CPU quota does not hold it back. So who was given back speed
/// in vain is left as planned for two questions, then for four, and so on.
class Trust {
 public:
  /// @param first  speeds of the run's first plan, by rank.
  explicit Trust(std::vector<double> first);

  /// @return  the speed up to which a rank planned with `planned` may seem faster.
  double most(std::size_t rank, double planned) const;

  /// Takes the answer to one question.
  /// @param planned   speed that the rank was planned with.
  /// @param found     speed that the run showed.
  /// @param followed  whether the plan made of what was found is taken up.
  void judge(std::size_t rank, double planned, double found, bool followed);

 private:
  struct Record {
    double first;
    bool raised = false;  ///< by the last plan
    int doubts = 0;
    int questions = 0;  ///< to come, in which it is left as planned
  };
  std::vector<Record> records_;  ///< by rank
};

}  // namespace uneven::partition
