#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "comm/communicator.hpp"

namespace uneven::reduction {

/// MPI_Reduce with one algorithm of Open MPI's component "tuned".
struct MpiReduction {
  std::string algorithm;  ///< "default" is what the library chooses itself
  comm::Communicator comm;
};

/// A communicator for each algorithm that can be forced: the algorithm is taken from a control variable of the MPI
/// tools interface when a communicator is made. Collective.
///
/// It needs `coll_tuned_use_dynamic_rules` to be set before MPI starts; without it, or with another MPI, there is
/// only "default".
/// @param commutes  false: only the algorithms that keep the order of ranks.
std::vector<MpiReduction> mpi_reductions(const comm::Communicator& comm, bool commutes);

/// The operator of that name for MPI_Reduce; release with free_operator.
template <class T>
MPI_Op mpi_operator(const std::string& name);
void free_operator(MPI_Op& op);

}  // namespace uneven::reduction
