#include "matmul/multiply.hpp"

#include <cblas.h>

#include <algorithm>

#include "context.hpp"

namespace uneven::matmul {
namespace {

/// Rows that are multiplied between two looks at the messages: some tens of milliseconds of work. With fewer dgemm
/// slows down, and with more the network is idle.
constexpr std::int64_t slice = 512;

void gemm(std::int64_t m, std::int64_t n, std::int64_t k, const float* a, std::int64_t lda, const float* b,
          std::int64_t ldb, float* c, std::int64_t ldc) {
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, static_cast<int>(m), static_cast<int>(n), static_cast<int>(k),
              1, a, static_cast<int>(lda), b, static_cast<int>(ldb), 1, c, static_cast<int>(ldc));
}

void gemm(std::int64_t m, std::int64_t n, std::int64_t k, const double* a, std::int64_t lda, const double* b,
          std::int64_t ldb, double* c, std::int64_t ldc) {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, static_cast<int>(m), static_cast<int>(n), static_cast<int>(k),
              1, a, static_cast<int>(lda), b, static_cast<int>(ldb), 1, c, static_cast<int>(ldc));
}

/// C += the product of a panel, slice by slice; `between` is called after each.
template <class Real, class Between>
void add_product(const typename PanelExchange<Real>::Panel& panel, Matrix<Real>& c, Between between) {
  const std::int64_t k = panel.a.columns.first, j = c.columns.first;
  for (std::int64_t i = c.rows.first; i < c.rows.end(); i += slice) {
    gemm(std::min(slice, c.rows.end() - i), c.columns.count, panel.a.columns.count, panel.a.at(i, k), panel.a.stride(),
         panel.b.at(k, j), panel.b.stride(), c.at(i, j), c.stride());
    between();
  }
}

void show_progress(const document::HbspMatmul& plan, std::int64_t done, double seconds) {
  const double n = static_cast<double>(plan.size);
  runner::progress(done, plan.size, seconds, "GFLOP/s", 2e-9 * n * n * static_cast<double>(done) / seconds);
}

}  // namespace

template <class Real>
std::int64_t multiply(const document::HbspMatmul& plan, const document::MatrixPart& block,
                      PanelExchange<Real>& exchange, Stop& stop, comm::Times& times, Matrix<Real>& c) {
  comm::Clock clock;
  exchange.prepare(0);
  std::int64_t done = 0;
  for (std::size_t t = 0; t < exchange.count(); ++t) {
    clock.charge(times.communicate_s);
    const auto& panel = exchange.wait(t);
    if (stop.before_panel(t)) break;
    clock.charge(times.wait_s);
    exchange.prepare(t);
    clock.charge(times.communicate_s);
    add_product<Real>(panel, c, [&] {
      clock.charge(times.compute_s);
      // One look is enough: it moves all messages, whoever they are for.
      if (!stop.progress()) exchange.progress();
      clock.charge(times.communicate_s);
    });
    done += panel.a.columns.count;
    if (block.processor == plan.rectangles.front().processor) show_progress(plan, done, stop.seconds());
  }
  exchange.finish();
  stop.finish();
  clock.charge(times.wait_s);
  return done;
}

template std::int64_t multiply(const document::HbspMatmul&, const document::MatrixPart&, PanelExchange<float>&, Stop&,
                               comm::Times&, Matrix<float>&);
template std::int64_t multiply(const document::HbspMatmul&, const document::MatrixPart&, PanelExchange<double>&, Stop&,
                               comm::Times&, Matrix<double>&);

}  // namespace uneven::matmul
