#pragma once

#include <mpi.h>

namespace uneven::comm {

/// Where one process's time goes.
struct Times {
  double compute_s = 0;
  double communicate_s = 0;  ///< posting messages, packing, adding
  double wait_s = 0;         ///< for messages that are not here yet
};

/// Adds the time since the last call to one account or another.
class Clock {
 public:
  Clock() : last_(MPI_Wtime()) {}
  void charge(double& account) {
    const double now = MPI_Wtime();
    account += now - last_;
    last_ = now;
  }

 private:
  double last_;
};

}  // namespace uneven::comm
