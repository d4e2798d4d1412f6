// SPDX-License-Identifier: MIT
#include <cblas.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "base/error.hpp"
#include "comm/communicator.hpp"
#include "context.hpp"
#include "data/formats/npy.hpp"
#include "document/document.hpp"
#include "document/hbsp_matmul.hpp"
#include "document/job.hpp"
#include "document/options/plan_options.hpp"
#include "executors.hpp"
#include "hbsp/matmul.hpp"
#include "hbsp/schedule.hpp"
#include "job_files.hpp"
#include "matmul/multiplier.hpp"
#include "planned.hpp"

namespace uneven::matmul {
namespace {

using document::HbspMatmul;
using document::MatmulOptions;
using document::MatrixPart;

/// What only this processor knows after the product.
struct Outcome {
  double seconds = 0;
  schedule::Times times;
  double work = 0;          ///< multiply-adds
  std::int64_t memory = 0;  ///< planned, bytes
};

void require_representable(const hbsp::Deviation& deviation, const std::string& precision) {
  if (deviation.too_large)
    throw InputError("row " + std::to_string(deviation.row) + ", column " + std::to_string(deviation.column) +
                     " of A B is too large for " + precision + " precision");
}

document::OrderedJson to_json(const hbsp::Deviation& deviation) {
  return {{"vectors", deviation.vectors},
          {"sound", deviation.sound()},
          {"over_bound", deviation.over_bound},
          {"row", deviation.row},
          {"column", deviation.column}};
}

document::OrderedJson result_of(const document::Report& report, const std::vector<std::int64_t>& planned,
                                const std::vector<std::int64_t>& peak,
                                const std::optional<hbsp::Deviation>& deviation) {
  const double seconds = report.seconds_per_iteration;
  double work = 0;
  for (const auto& processor : report.processors) work += processor.work;
  document::OrderedJson memory = document::OrderedJson::array();
  for (std::size_t i = 0; i < planned.size(); ++i)
    memory.push_back({{"rank", i}, {"planned_bytes", planned[i]}, {"peak_bytes", peak[i]}});
  document::OrderedJson result{
      {"seconds", seconds}, {"gflop_per_s", seconds > 0 ? 2e-9 * work / seconds : 0}, {"memory", memory}};
  if (deviation) result["check"] = to_json(*deviation);
  return result;
}

std::vector<int> multipliers(const HbspMatmul& plan) {
  std::vector<int> ranks;
  for (const MatrixPart& part : plan.rectangles) ranks.push_back(static_cast<int>(part.processor));
  return ranks;
}

/// The check that was asked for; without one only whether C is finite. Collective.
/// @return  nothing if none was asked for and C is finite.
template <class Real>
std::optional<hbsp::Deviation> checked(const document::ProductSize& size, const Matrix<Real>& a, const Matrix<Real>& b,
                                       const Matrix<Real>& c, const MatmulOptions& options,
                                       const runner::Context& context, const comm::Communicator& comm) {
  const auto add_up = add_up_over(comm, context.wait_policy);
  const auto view = view_of(size, a, b, c);
  const hbsp::Deviation deviation =
      options.check ? hbsp::check_product(view, options.seed, add_up) : hbsp::check_finite(view, add_up);
  comm::all_or_abort(comm, [&] { require_representable(deviation, options.precision); });
  if (!options.check && deviation.sound()) return std::nullopt;
  return deviation;
}

/// Bytes of the product library: its copy of the panels that it multiplies, and tables.
double bytes_of_library(const HbspMatmul& plan, std::int64_t processor, std::size_t element_bytes) {
  constexpr double tables = 4e6;
  const auto block = std::ranges::find(plan.rectangles, processor, &MatrixPart::processor);
  if (block == plan.rectangles.end()) return 0;
  const std::int64_t width = std::ranges::max(hbsp::places(plan));
  return tables +
         static_cast<double>(width * (block->rows.count + block->columns.count)) * static_cast<double>(element_bytes);
}

template <class Real>
std::string run(const HbspMatmul& plan, const MatmulOptions& options, const runner::Context& context,
                const comm::Communicator& comm) {
  const std::int64_t me = comm.rank();
  const auto [rows, inner, columns] = plan.size;
  Outcome mine;
  mine.memory = hbsp::matmul_memory(plan, sizeof(Real))[static_cast<std::size_t>(me)];
  runner::require_memory(static_cast<double>(mine.memory) + bytes_of_library(plan, me, sizeof(Real)), comm, context);
  comm::all_or_abort(comm, [&] {
    if (options.c && me == 0) require_place(*options.c, context.force);
  });

  for (const auto* file : {&options.a, &options.b})
    if (*file) runner::require_same_data({&**file, 1}, true, comm, context);
  Matrix<Real> a, b, c;  // of those without a part, empty
  comm::all_or_abort(comm, [&] {
    a = part_of_input<Real>({start_of_a(plan), rows, inner, options.a, options.transpose_a, hbsp::Made::a}, me,
                            options.seed);
    b = part_of_input<Real>({start_of_b(plan), inner, columns, options.b, options.transpose_b, hbsp::Made::b}, me,
                            options.seed);
  });
  const auto block = std::ranges::find(plan.rectangles, me, &MatrixPart::processor);
  std::optional<Multiplier<Real>> multiplier;
  comm::Transport words(comm, context.wait_policy);
  std::optional<Stop> stop;
  if (block != plan.rectangles.end()) {
    c = Matrix<Real>(block->rows, block->columns);
    multiplier.emplace(plan, comm, context.wait_policy, a, b, c);
  }
  context.wait_policy.meet(comm);
  runner::begin_work();
  const double start = MPI_Wtime();
  if (multiplier) {
    stop.emplace(words, comm.rank(), multipliers(plan), options.max_seconds, hbsp::tag_others, multiplier->panels());
    mine.work = static_cast<double>(block->cells()) * static_cast<double>(multiplier->multiply(*stop));
    mine.times = multiplier->times();
  }
  mine.seconds = MPI_Wtime() - start;
  context.wait_policy.meet(comm);  // processors without a block have been waiting since the start

  const char* reason = stop ? stop->reason() : nullptr;
  const bool whole = comm::maximum(comm, std::int32_t{reason != nullptr}) == 0;
  const std::int64_t peak = runner::peak_memory();
  std::optional<hbsp::Deviation> deviation;
  if (whole) deviation = checked(plan.size, a, b, c, options, context, comm);
  if (options.c && whole && (!deviation || deviation->sound())) {
    StoredMatrix stored(*options.c, rows, columns, c, comm);
    if (options.check)
      comm::all_or_abort(comm,
                         [&] { require_stored(stored.path(), *options.c, plan.size.rows, plan.size.columns, c); });
    stored.commit();
  }

  document::Report report;
  report.of = report.kernel = "matmul";
  report.unit = "multiply-add";
  if (options.precision != "double") report.kernel_options["precision"] = options.precision;
  report.iterations = whole ? 1 : 0;
  if (reason) report.stopped = reason;
  report.seconds_per_iteration = comm::maximum(comm, mine.seconds);
  if (options.precision == hbsp::precision_of(plan.kernel_options))
    report.predicted_seconds_per_iteration = hbsp::predicted_seconds(plan);
  report.processors = runner::gather_reports(comm, context, runner::rank_report(mine.work, mine.times));
  report.result = result_of(report, comm::all_gather(comm, mine.memory), comm::all_gather(comm, peak), deviation);
  const bool speaks = me == plan.rectangles.front().processor;
  if (!speaks) return {};
  return document_text(report);
}

}  // namespace

std::string execute(const document::Job& job, const runner::Context& context) {
  openblas_set_num_threads(1);
  HbspMatmul plan;
  MatmulOptions options;
  comm::all_or_abort(context.world, [&] {
    document::in_document("", [&] {
      plan = document::from_json<document::HbspMatmul>(job.plan);
      options = document::options_from_json<document::MatmulOptions>(job.input, job.options);
    });
  });
  runner::resolve_paths(context, {{"/input/a", &options.a}, {"/input/b", &options.b}}, {{"/options/c", &options.c}});
  const auto comm = runner::planned_communicator(plan.cluster, options.match, context);
  if (!comm) return {};
  return options.precision == "double" ? run<double>(plan, options, context, *comm)
                                       : run<float>(plan, options, context, *comm);
}

namespace {

constexpr std::int64_t bytes_at_a_time = 4 << 20;

void sum(void* numbers, std::size_t count, MPI_Datatype type, const comm::Communicator& comm,
         const comm::WaitPolicy& wait_policy) {
  MPI_Request request = MPI_REQUEST_NULL;
  comm::check(MPI_Iallreduce(MPI_IN_PLACE, numbers, comm::count_of(count), type, MPI_SUM, comm.handle(), &request));
  wait_policy.wait_for(request);
}

}  // namespace

hbsp::AddUp add_up_over(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy) {
  return {[&](std::span<double> x) { sum(x.data(), x.size(), MPI_DOUBLE, comm, wait_policy); },
          [&](std::span<long double> x) { sum(x.data(), x.size(), MPI_LONG_DOUBLE, comm, wait_policy); }};
}

template <class Real>
hbsp::ProductView<Real> view_of(const document::ProductSize& size, const Matrix<Real>& a, const Matrix<Real>& b,
                                const Matrix<Real>& c) {
  const auto view = [](const Matrix<Real>& m, std::int64_t height, std::int64_t width) {
    return hbsp::BlockView<Real>{m.rows, m.columns, m.values.data(), height, width};
  };
  return {view(a, size.rows, size.inner), view(b, size.inner, size.columns), view(c, size.rows, size.columns)};
}

template <class Real>
void require_stored(const std::string& path, const std::string& file, std::int64_t rows, std::int64_t columns,
                    const Matrix<Real>& part) {
  if (part.values.empty()) return;
  const data::NpyHeader header = data::read_npy_header(path);
  if (header.shape != std::vector<std::int64_t>{rows, columns} || data::size_of(header.type) != sizeof(Real))
    throw IoError(file + ": is not the array that was written to it");
  const std::int64_t bytes_of_row = part.stride() * static_cast<std::int64_t>(sizeof(Real));
  const std::int64_t most = std::max<std::int64_t>(1, bytes_at_a_time / bytes_of_row);
  for (std::int64_t i = part.rows.first; i < part.rows.end(); i += most) {
    const document::Range some{i, std::min(most, part.rows.end() - i)};
    const auto found = data::read_npy_block<Real>(path, header, some, part.columns);
    if (std::memcmp(found.data(), part.at(i, part.columns.first), found.size() * sizeof(Real)) != 0)
      throw IoError(file + ": does not hold in rows " + std::to_string(i) + " to " + std::to_string(some.end() - 1) +
                    " what was written to them");
  }
}

template hbsp::ProductView<float> view_of(const document::ProductSize&, const Matrix<float>&, const Matrix<float>&,
                                          const Matrix<float>&);
template hbsp::ProductView<double> view_of(const document::ProductSize&, const Matrix<double>&, const Matrix<double>&,
                                           const Matrix<double>&);
template void require_stored(const std::string&, const std::string&, std::int64_t, std::int64_t, const Matrix<float>&);
template void require_stored(const std::string&, const std::string&, std::int64_t, std::int64_t, const Matrix<double>&);

}  // namespace uneven::matmul
