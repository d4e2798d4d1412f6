#pragma once

#include <cstdint>
#include <list>
#include <map>

#include "document/speeds.hpp"
#include "partition/search/candidates.hpp"

namespace uneven::partition {

/// All processors, with the speeds that they have while the fastest of them compute and the others rest.
struct Crew {
  const document::Speeds& speeds;
  Cluster cluster;
};

/// A crew for each number that computes; one for all where machines are not shared.
class Crews {
 public:
  /// @param speeds  must outlive this.
  /// @throws InputError if a speed is not finite and positive.
  explicit Crews(const document::Speeds& speeds);

  /// @param count  of processors that compute, 1 to N.
  const Crew& of(std::int64_t count);

 private:
  Crew everybody_;
  std::list<document::Speeds> of_fewer_;
  std::map<std::int64_t, Crew> smaller_;
};

}  // namespace uneven::partition
