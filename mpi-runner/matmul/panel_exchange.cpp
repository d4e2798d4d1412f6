#include "matmul/panel_exchange.hpp"

#include <algorithm>
#include <set>

#include "comm/collectives.hpp"
#include "comm/wait.hpp"

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
void copy(const document::Range& rows, const document::Range& columns, const Matrix<Real>& from, Matrix<Real>& to) {
  for (std::int64_t i = rows.first; i < rows.end(); ++i)
    std::copy_n(from.at(i, columns.first), columns.count, to.at(i, columns.first));
}

template <class Real>
void copy_own(const std::vector<hbsp::Piece>& received, std::int64_t me, const Matrix<Real>& from, Matrix<Real>& to) {
  for (const hbsp::Piece& piece : received)
    if (piece.partner == me) copy(piece.rows, piece.columns, from, to);
}

void complete(const comm::WaitPolicy& wait_policy, std::vector<MPI_Request>& requests) {
  wait_policy.wait_for(requests);
  requests.clear();
}

}  // namespace

template <class Real>
PanelExchange<Real>::PanelExchange(const document::HbspMatmul& plan, const comm::Communicator& comm,
                                   const comm::WaitPolicy& wait_policy, const document::MatrixPart& block,
                                   const Matrix<Real>& a, const Matrix<Real>& b)
    : plan_(plan), comm_(comm), wait_policy_(wait_policy), block_(block), a_(a), b_(b), panels_(hbsp::panels(plan)) {
  const bool packs = hbsp::sends_a(plan, block.processor);
  for (const std::int64_t width : hbsp::places(plan)) {
    const document::Range widest{0, width};
    Slot& slot = slots_.emplace_back();
    slot.panel.a = Matrix<Real>(block.rows, widest);
    slot.panel.b = Matrix<Real>(widest, block.columns);
    if (packs) slot.packed_a = Matrix<Real>(a.rows, {0, std::min(a.columns.count, width)});
  }
  connect();
  expect_until(slots_.size());
}

template <class Real>
void PanelExchange<Real>::connect() {
  std::set<std::int64_t> partners;
  for (const document::Range& range : panels_) {
    const hbsp::Exchange& traffic = traffic_.emplace_back(hbsp::exchange(plan_, block_.processor, range));
    for (const auto* pieces : {&traffic.a_sent, &traffic.a_received, &traffic.b_sent, &traffic.b_received})
      for (const hbsp::Piece& piece : *pieces) partners.insert(piece.partner);
  }
  partners.erase(block_.processor);
  std::vector<MPI_Request> requests;
  for (const std::int64_t partner : partners) {
    const int rank = static_cast<int>(partner);
    comm::check(MPI_Irecv(nullptr, 0, MPI_CHAR, rank, tag_a, comm_.handle(), &requests.emplace_back(MPI_REQUEST_NULL)));
    comm::check(MPI_Isend(nullptr, 0, MPI_CHAR, rank, tag_a, comm_.handle(), &requests.emplace_back(MPI_REQUEST_NULL)));
  }
  complete(wait_policy_, requests);
}

template <class Real>
void PanelExchange<Real>::prepare(std::size_t t) {
  expect_until(t + slots_.size());
  send_until(t + hbsp::panels_sent);
}

template <class Real>
void PanelExchange<Real>::expect_until(std::size_t end) {
  for (; expected_ < std::min(end, panels_.size()); ++expected_) expect(expected_);
}

template <class Real>
void PanelExchange<Real>::expect(std::size_t t) {
  const hbsp::Exchange& traffic = traffic_[t];
  Slot& here = slot(t);
  Panel& panel = here.panel;
  panel.a.columns = panel.b.rows = panels_[t];
  receive(traffic.a_received, panel.a, tag_a, here.receives);
  receive(traffic.b_received, panel.b, tag_b, here.receives);
  copy_own(traffic.a_received, block_.processor, a_, panel.a);
  copy_own(traffic.b_received, block_.processor, b_, panel.b);
}

template <class Real>
void PanelExchange<Real>::send_until(std::size_t end) {
  for (; sent_ < std::min(end, panels_.size()); ++sent_) send(sent_);
}

template <class Real>
void PanelExchange<Real>::send(std::size_t t) {
  const hbsp::Exchange& traffic = traffic_[t];
  Slot& here = slot(t);
  complete(wait_policy_, here.sends);
  send(traffic.b_sent, b_, tag_b, here.sends);
  if (traffic.a_sent.empty()) return;
  here.packed_a.columns = traffic.a_sent.front().columns;
  copy(here.packed_a.rows, here.packed_a.columns, a_, here.packed_a);
  send(traffic.a_sent, here.packed_a, tag_a, here.sends);
}

template <class Real>
void PanelExchange<Real>::receive(const std::vector<hbsp::Piece>& pieces, Matrix<Real>& to, int tag,
                                  std::vector<MPI_Request>& requests) {
  for (const hbsp::Piece& piece : hbsp::in_segments(pieces, sizeof(Real))) {
    if (piece.partner == block_.processor) continue;
    const BlockType type(piece, to);
    comm::check(MPI_Irecv(to.at(piece.rows.first, piece.columns.first), 1, type.get(), static_cast<int>(piece.partner),
                          tag, comm_.handle(), &requests.emplace_back(MPI_REQUEST_NULL)));
  }
}

template <class Real>
void PanelExchange<Real>::send(const std::vector<hbsp::Piece>& pieces, const Matrix<Real>& from, int tag,
                               std::vector<MPI_Request>& requests) {
  for (const hbsp::Piece& piece : hbsp::in_segments(pieces, sizeof(Real))) {
    const BlockType type(piece, from);
    comm::check(MPI_Isend(from.at(piece.rows.first, piece.columns.first), 1, type.get(),
                          static_cast<int>(piece.partner), tag, comm_.handle(),
                          &requests.emplace_back(MPI_REQUEST_NULL)));
  }
}

template <class Real>
void PanelExchange<Real>::progress() {
  comm::push_along(comm_);
}

template <class Real>
auto PanelExchange<Real>::wait(std::size_t t) -> const Panel& {
  Slot& here = slot(t);
  complete(wait_policy_, here.receives);
  return here.panel;
}

template <class Real>
void PanelExchange<Real>::finish() {
  send_until(expected_);  // after a stop, too: others wait for what they have made room for
  for (Slot& slot : slots_) {
    complete(wait_policy_, slot.receives);
    complete(wait_policy_, slot.sends);
  }
}

template class PanelExchange<float>;
template class PanelExchange<double>;

}  // namespace uneven::matmul
