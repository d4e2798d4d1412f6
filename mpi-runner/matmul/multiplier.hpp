// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "comm/transport.hpp"
#include "hbsp/schedule.hpp"
#include "matmul/matrix_files.hpp"
#include "matmul/stop.hpp"
#include "schedule/performer.hpp"

namespace uneven::matmul {

/// Computes this process's block of C = A B as the schedule of the product says, panel by panel; the next ones travel
/// while one is multiplied.
///
/// MPI moves a message to and from consecutive memory faster than any other, and with fewer looks at it. So A, whose
/// panels are narrow columns, is packed before it is sent, once for all receivers; rows of B lie well already.
template <class Real>
class Multiplier : private schedule::Actor {
 public:
  /// Connects this process with all that it will exchange panels with, and makes room for the first panels. Collective
  /// over the processors with a block.
  ///
  /// @param a, b  this process's parts where the matrices start; they must stay until the end.
  /// @param c     this process's block, of zeros.
  Multiplier(const document::HbspMatmul& plan, const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
             const Matrix<Real>& a, const Matrix<Real>& b, Matrix<Real>& c);

  std::size_t panels() const { return panels_.size(); }

  /// Collective over the processors that have a block.
  /// @param stop  may end it early; C is then incomplete.
  /// @return      how many columns of A were multiplied for it: all, unless it was stopped.
  /// Cost: inner rows columns multiply-adds for the rows and columns of the block; memory as hbsp::matmul_memory.
  std::int64_t multiply(Stop& stop);

  const schedule::Times& times() const { return performer_.times(); }

 private:
  /// Room for a panel here, and for what this process has of A's panel.
  struct Place {
    Matrix<Real> a, b, packed_a;
    std::int64_t packed = -1;  ///< panel
  };

  using schedule::Actor::memory;
  void work(const schedule::Work& work) override;
  schedule::Memory memory(const schedule::Send& send) override;
  schedule::Memory memory(const schedule::Receive& receive) override;
  Place& place(std::int64_t panel);
  void pack(std::int64_t panel);
  void copy_own(std::int64_t panel);
  void add_product(std::int64_t panel);
  void connect();

  const document::HbspMatmul& plan_;
  const Matrix<Real>& a_;
  const Matrix<Real>& b_;
  Matrix<Real>& c_;
  std::vector<document::Range> panels_;
  std::vector<Place> places_;
  schedule::Schedule schedule_;
  comm::Transport transport_;
  schedule::Performer<Real> performer_;
  Stop* stop_ = nullptr;
  std::int64_t done_ = 0;  ///< columns of A
  bool shows_progress_;
};

extern template class Multiplier<float>;
extern template class Multiplier<double>;

}  // namespace uneven::matmul
