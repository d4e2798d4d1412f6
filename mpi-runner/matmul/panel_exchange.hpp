#pragma once

#include <mpi.h>

#include <array>
#include <vector>

#include "comm/clock.hpp"
#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "hbsp/exchange.hpp"
#include "matmul/matrix.hpp"

namespace uneven::matmul {

/// Tags of messages between processes that multiply; tag_stop is Stop's.
enum Tag { tag_a, tag_b, tag_stop };

/// Brings every process the panels of A and B that its block of C needs, the next one while the last is used.
///
/// Two panels are held at a time. Pieces are sent from where A and B lie, without packing them first.
template <class Real>
class PanelExchange {
 public:
  /// A panel here: columns of A for the rows of the block of C, and rows of B for its columns.
  struct Panel {
    Matrix<Real> a, b;
  };

  /// `a` and `b` are this process's parts where the matrices start; they must stay until the end.
  PanelExchange(const document::HbspMatmul& plan, const comm::Communicator& comm, const comm::Patience& patience,
                const document::MatrixPart& block, const Matrix<Real>& a, const Matrix<Real>& b);
  PanelExchange(const PanelExchange&) = delete;
  PanelExchange& operator=(const PanelExchange&) = delete;

  /// Posts the messages of panel `t`; the panel before the last one started is then overwritten.
  void start(std::size_t t);

  /// Moves what is under way on without waiting.
  void progress();

  /// Waits until the panel that was started last is here.
  const Panel& wait();

  /// Waits for the panel started last and until others have all that was sent to them.
  void finish();

  std::size_t count() const { return panels_.size(); }

 private:
  void post(const std::vector<hbsp::Piece>& sent, const std::vector<hbsp::Piece>& received, const Matrix<Real>& from,
            Matrix<Real>& to, int tag);

  const document::HbspMatmul& plan_;
  const comm::Communicator& comm_;
  const comm::Patience& patience_;
  document::MatrixPart block_;
  const Matrix<Real>& a_;
  const Matrix<Real>& b_;
  std::vector<document::Range> panels_;
  std::array<Panel, 2> held_;
  std::size_t last_ = 0;
  std::vector<MPI_Request> receives_, sends_;
};

extern template class PanelExchange<float>;
extern template class PanelExchange<double>;

}  // namespace uneven::matmul
