#include "matmul/panel_exchange.hpp"

#include <algorithm>

#include "comm/collectives.hpp"

namespace uneven::matmul {
namespace {

/// A block inside a row-major matrix, as MPI sees it. May be freed as soon as the message is posted.
class BlockType {
 public:
  template <class Real>
  BlockType(const hbsp::Piece& piece, const Matrix<Real>& inside) {
    comm::check(MPI_Type_vector(static_cast<int>(piece.rows.count), static_cast<int>(piece.columns.count),
                                static_cast<int>(inside.stride()), comm::type_of<Real>(), &type_));
    comm::check(MPI_Type_commit(&type_));
  }
  BlockType(const BlockType&) = delete;
  BlockType& operator=(const BlockType&) = delete;
  ~BlockType() { MPI_Type_free(&type_); }
  MPI_Datatype get() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

template <class Real>
void copy(const hbsp::Piece& piece, const Matrix<Real>& from, Matrix<Real>& to) {
  for (std::int64_t i = piece.rows.first; i < piece.rows.end(); ++i)
    std::copy_n(from.at(i, piece.columns.first), piece.columns.count, to.at(i, piece.columns.first));
}

bool all_done(std::vector<MPI_Request>& requests) {
  int done = 0;
  comm::check(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE));
  if (done) requests.clear();
  return done != 0;
}

}  // namespace

template <class Real>
PanelExchange<Real>::PanelExchange(const document::HbspMatmul& plan, const comm::Communicator& comm,
                                   const comm::Patience& patience, const document::MatrixPart& block,
                                   const Matrix<Real>& a, const Matrix<Real>& b)
    : plan_(plan), comm_(comm), patience_(patience), block_(block), a_(a), b_(b), panels_(hbsp::panels(plan)) {
  for (Panel& panel : held_) {
    panel.a = Matrix<Real>(block.rows, panels_.front());
    panel.b = Matrix<Real>(panels_.front(), block.columns);
  }
}

template <class Real>
void PanelExchange<Real>::start(std::size_t t) {
  const document::Range range = panels_[t];
  const hbsp::Exchange traffic = hbsp::exchange(plan_, block_.processor, range);
  last_ = t;
  Panel& panel = held_[t % held_.size()];
  panel.a.columns = panel.b.rows = range;
  post(traffic.a_sent, traffic.a_received, a_, panel.a, tag_a);
  post(traffic.b_sent, traffic.b_received, b_, panel.b, tag_b);
}

template <class Real>
void PanelExchange<Real>::post(const std::vector<hbsp::Piece>& sent, const std::vector<hbsp::Piece>& received,
                               const Matrix<Real>& from, Matrix<Real>& to, int tag) {
  for (const hbsp::Piece& piece : received) {
    if (piece.partner == block_.processor) continue;
    const BlockType type(piece, to);
    comm::check(MPI_Irecv(to.at(piece.rows.first, piece.columns.first), 1, type.get(), static_cast<int>(piece.partner),
                          tag, comm_.handle(), &receives_.emplace_back(MPI_REQUEST_NULL)));
  }
  for (const hbsp::Piece& piece : sent) {
    const BlockType type(piece, from);
    comm::check(MPI_Isend(from.at(piece.rows.first, piece.columns.first), 1, type.get(),
                          static_cast<int>(piece.partner), tag, comm_.handle(),
                          &sends_.emplace_back(MPI_REQUEST_NULL)));
  }
  for (const hbsp::Piece& piece : received)
    if (piece.partner == block_.processor) copy(piece, from, to);
}

template <class Real>
void PanelExchange<Real>::progress() {
  all_done(receives_);
}

template <class Real>
auto PanelExchange<Real>::wait() -> const Panel& {
  patience_.wait_until([&] { return all_done(receives_); });
  return held_[last_ % held_.size()];
}

template <class Real>
void PanelExchange<Real>::finish() {
  wait();
  patience_.wait_until([&] { return all_done(sends_); });
}

template class PanelExchange<float>;
template class PanelExchange<double>;

}  // namespace uneven::matmul
