#pragma once

#include <mpi.h>

#include <vector>

#include "comm/clock.hpp"
#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "hbsp/exchange.hpp"
#include "hbsp/panels.hpp"
#include "matmul/matrix.hpp"

namespace uneven::matmul {

/// Tags of messages between processes that multiply; tag_stop and those beyond are Stop's.
enum Tag { tag_a, tag_b, tag_stop };

/// Brings every process the panels of A and B that its block of C needs, some panels before they are used, so that
/// messages travel while it multiplies.
///
/// MPI moves a message to and from consecutive memory faster than any other, and with fewer looks at it. So A, whose
/// panels are narrow columns, is packed before it is sent, once for all receivers; rows of B lie well already.
template <class Real>
class PanelExchange {
 public:
  /// A panel here: columns of A for the rows of the block of C, and rows of B for its columns.
  struct Panel {
    Matrix<Real> a, b;
  };

  /// Connects this process with all that it will exchange panels with. Collective over the processors with a block.
  ///
  /// `a` and `b` are this process's parts where the matrices start; they must stay until the end.
  PanelExchange(const document::HbspMatmul& plan, const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                const document::MatrixPart& block, const Matrix<Real>& a, const Matrix<Real>& b);
  PanelExchange(const PanelExchange&) = delete;
  PanelExchange& operator=(const PanelExchange&) = delete;

  /// Sends as many panels as may be under way while panel `t` is used, and makes room for more; those before `t` are
  /// given up.
  void prepare(std::size_t t);

  /// Moves what is under way on without waiting.
  void progress();

  /// Waits until panel `t`, which has been prepared, is here.
  const Panel& wait(std::size_t t);

  /// Waits for what was prepared, and until others have all that was sent to them.
  void finish();

  std::size_t count() const { return panels_.size(); }

 private:
  /// A panel and the messages that bring it here and send it from here.
  struct Slot {
    Panel panel;
    Matrix<Real> packed_a;  ///< what this process has of A's panel
    std::vector<MPI_Request> receives, sends;
  };

  Slot& slot(std::size_t t) { return slots_[t % slots_.size()]; }
  void connect();
  void expect_until(std::size_t end);
  void expect(std::size_t t);
  void send_until(std::size_t end);
  void send(std::size_t t);
  void receive(const std::vector<hbsp::Piece>& pieces, Matrix<Real>& to, int tag, std::vector<MPI_Request>& requests);
  void send(const std::vector<hbsp::Piece>& pieces, const Matrix<Real>& from, int tag,
            std::vector<MPI_Request>& requests);

  const document::HbspMatmul& plan_;
  const comm::Communicator& comm_;
  const comm::WaitPolicy& wait_policy_;
  document::MatrixPart block_;
  const Matrix<Real>& a_;
  const Matrix<Real>& b_;
  std::vector<document::Range> panels_;
  std::vector<hbsp::Exchange> traffic_;  ///< of each panel
  std::vector<Slot> slots_;
  std::size_t expected_ = 0, sent_ = 0;  ///< panels
};

extern template class PanelExchange<float>;
extern template class PanelExchange<double>;

}  // namespace uneven::matmul
