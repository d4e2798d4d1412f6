// SPDX-License-Identifier: MIT
#include "matmul/multiplier.hpp"

#include <algorithm>
#include <set>

#include "base/gemm.hpp"
#include "context.hpp"
#include "hbsp/schedule.hpp"

namespace uneven::matmul {
namespace {

using document::Range;
using schedule::Memory;

/// Rows that are multiplied between two looks at the messages: some tens of milliseconds of work. With fewer dgemm
/// slows down, and with more the network is idle.
constexpr std::int64_t slice = 512;

template <class Real>
void copy(const Range& rows, const Range& columns, const Matrix<Real>& from, Matrix<Real>& to) {
  for (std::int64_t i = rows.first; i < rows.end(); ++i)
    std::copy_n(from.at(i, columns.first), columns.count, to.at(i, columns.first));
}

template <class Real>
Memory block_of(const schedule::Message& message, const Matrix<Real>& inside) {
  const Real* first = inside.at(message.rows.first, message.columns.first);
  return {const_cast<Real*>(first), message.columns.count, message.rows.count, inside.stride(), sizeof(Real)};
}

}  // namespace

template <class Real>
Multiplier<Real>::Multiplier(const document::HbspMatmul& plan, const comm::Communicator& comm,
                             const comm::WaitPolicy& wait_policy, const Matrix<Real>& a, const Matrix<Real>& b,
                             Matrix<Real>& c)
    : plan_(plan),
      a_(a),
      b_(b),
      c_(c),
      panels_(hbsp::panels(plan)),
      schedule_(hbsp::schedule(plan, comm.rank(), sizeof(Real))),
      transport_(comm, wait_policy),
      performer_(schedule_, transport_, *this, {}),
      shows_progress_(comm.rank() == plan.rectangles.front().processor) {
  const bool packs = hbsp::sends_a(plan, comm.rank());
  for (const std::int64_t width : hbsp::places(plan)) {
    const Range widest{0, width};
    Place& place = places_.emplace_back();
    place.a = Matrix<Real>(c.rows, widest);
    place.b = Matrix<Real>(widest, c.columns);
    if (packs) place.packed_a = Matrix<Real>(a.rows, {0, std::min(a.columns.count, width)});
  }
  connect();
  performer_.expect();
}

/// Opens connections, by empty messages to and from all partners.
template <class Real>
void Multiplier<Real>::connect() {
  std::set<int> partners;
  for (const schedule::Operation& operation : schedule_.operations) {
    if (const auto* send = std::get_if<schedule::Send>(&operation)) partners.insert(send->message.partner);
    if (const auto* receive = std::get_if<schedule::Receive>(&operation)) partners.insert(receive->message.partner);
  }
  std::vector<schedule::Request> requests;
  for (const int partner : partners) {
    requests.push_back(transport_.receive(partner, hbsp::tag_a, {.element_bytes = 1}));
    requests.push_back(transport_.send(partner, hbsp::tag_a, {.element_bytes = 1}));
  }
  transport_.wait_until([&] {
    transport_.test_requests(requests);
    std::erase(requests, schedule::no_request);
    return requests.empty();
  });
}

template <class Real>
std::int64_t Multiplier<Real>::multiply(Stop& stop) {
  stop_ = &stop;
  performer_.perform();
  stop.finish();
  return done_;
}

template <class Real>
void Multiplier<Real>::work(const schedule::Work& work) {
  if (work.name == hbsp::task_copy_own) copy_own(work.index);
  if (work.name == hbsp::task_ask && stop_->before_panel(static_cast<std::size_t>(work.index)))
    performer_.end_early(work.index + std::ssize(places_));
  if (work.name == hbsp::task_multiply) add_product(work.index);
}

template <class Real>
Memory Multiplier<Real>::memory(const schedule::Send& send) {
  const schedule::Message& message = send.message;
  if (message.tag == hbsp::tag_b) return block_of(message, b_);
  if (place(message.index).packed != message.index) pack(message.index);
  return block_of(message, place(message.index).packed_a);
}

template <class Real>
Memory Multiplier<Real>::memory(const schedule::Receive& receive) {
  const schedule::Message& message = receive.message;
  Place& here = place(message.index);
  here.a.columns = here.b.rows = panels_[static_cast<std::size_t>(message.index)];
  return block_of(message, message.tag == hbsp::tag_a ? here.a : here.b);
}

template <class Real>
auto Multiplier<Real>::place(std::int64_t panel) -> Place& {
  return places_[static_cast<std::size_t>(panel) % places_.size()];
}

template <class Real>
void Multiplier<Real>::pack(std::int64_t panel) {
  Place& here = place(panel);
  here.packed_a.columns = hbsp::common(a_.columns, panels_[static_cast<std::size_t>(panel)]);
  copy(here.packed_a.rows, here.packed_a.columns, a_, here.packed_a);
  here.packed = panel;
}

template <class Real>
void Multiplier<Real>::copy_own(std::int64_t panel) {
  const Range& range = panels_[static_cast<std::size_t>(panel)];
  Place& here = place(panel);
  here.a.columns = here.b.rows = range;
  if (!a_.values.empty())
    if (const Range own = hbsp::common(a_.columns, range); own.count > 0)
      copy(hbsp::common(a_.rows, c_.rows), own, a_, here.a);
  if (!b_.values.empty())
    if (const Range own = hbsp::common(b_.columns, c_.columns); own.count > 0)
      copy(hbsp::common(b_.rows, range), own, b_, here.b);
}

/// C += the product of a panel, slice by slice.
template <class Real>
void Multiplier<Real>::add_product(std::int64_t panel) {
  const Place& here = place(panel);
  const std::int64_t k = here.a.columns.first, j = c_.columns.first;
  for (std::int64_t i = c_.rows.first; i < c_.rows.end(); i += slice) {
    gemm<Real>(std::min(slice, c_.rows.end() - i), c_.columns.count, here.a.columns.count,
               {here.a.at(i, k), here.a.stride()}, {here.b.at(k, j), here.b.stride()}, 1, c_.at(i, j), c_.stride());
    performer_.between([&] {
      // One test is enough: it moves all messages, also those of other requests.
      if (!stop_->progress()) transport_.test_requests({});
    });
  }
  done_ += here.a.columns.count;
  if (!shows_progress_) return;
  const double cells = static_cast<double>(plan_.size.rows) * static_cast<double>(plan_.size.columns);
  const double seconds = stop_->seconds();
  runner::progress(done_, plan_.size.inner, "column of A", seconds, "GFLOP/s",
                   2e-9 * cells * static_cast<double>(done_) / seconds);
}

template class Multiplier<float>;
template class Multiplier<double>;

}  // namespace uneven::matmul
