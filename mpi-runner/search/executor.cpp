// SPDX-License-Identifier: MIT
#include <cblas.h>

#include <algorithm>
#include <utility>

#include "base/file_name.hpp"
#include "comm/communicator.hpp"
#include "comm/trace.hpp"
#include "context.hpp"
#include "document/document.hpp"
#include "document/job.hpp"
#include "executors.hpp"
#include "job_files.hpp"
#include "planned.hpp"
#include "search/loading.hpp"
#include "search/predict.hpp"
#include "search/scan.hpp"
#include "search/share.hpp"

namespace uneven::search {
namespace {

/// The run as one rank sees it.
class Run {
 public:
  Run(const document::Search& plan, const document::SearchOptions& options, const runner::Context& context,
      const comm::Communicator& comm)
      : plan_(plan),
        options_(options),
        context_(context),
        comm_(comm),
        schedule_(schedule_of(comm.rank())),
        loaded_(load(plan, options, context, comm)) {
    make_pruning_index();
    require_memory_of_answers();
  }

  void search() {
    context_.wait_policy.meet(comm_);
    runner::begin_work();
    const double start = MPI_Wtime();
    std::int64_t answered = 0;
    for (;; ++batches_) {
      const auto queries = spread(comm_, context_.wait_policy, next_batch(start), loaded_.held.share().layout());
      if (queries.empty()) break;
      const double begin = MPI_Wtime();
      std::vector<Nearest> nearest(queries.size(), Nearest(options_.k, options_.ties_all));
      loaded_.held.begin(queries);
      const auto scan_rows = [&](document::Range rows) {
        if (!index_) return loaded_.held.scan(rows, nearest);
        pruned_ += static_cast<std::int64_t>(queries.size()) -
                   pruned_scan(loaded_.held.share(), *index_, queries, nearest, usual_budget(*index_));
      };
      const std::int64_t before = tally_.examples;
      const Scanner scanner{comm_,     context_.wait_policy, plan_,  static_cast<std::int64_t>(queries.size()),
                            scan_rows, loaded_.held,         tally_, loaded_.read};
      perform(schedule_, scanner, nearest);
      comm::record(trace::Phase::batch, begin, MPI_Wtime(), answered, scanner.queries);
      answered += scanner.queries;
      tally_.work += static_cast<double>(tally_.examples - before) * static_cast<double>(queries.size());
      if (!root()) continue;
      for (const Nearest& of_query : nearest) found_.push_back(of_query.sorted());
      predicted_ += predicted_seconds(plan_, scanner.queries).value_or(0);
      runner::progress(static_cast<std::int64_t>(found_.size()), static_cast<std::int64_t>(loaded_.to_scan.size()),
                       "query", MPI_Wtime() - start, "queries", static_cast<double>(found_.size()));
    }
    seconds_ = MPI_Wtime() - start;
  }

  std::string report() {
    document::Report report;
    const auto scanned = comm::all_gather(comm_, tally_.examples);
    const auto messages = comm::all_gather(comm_, tally_.messages);
    const auto pruned = comm::all_gather(comm_, pruned_);
    const auto bytes = comm::all_gather(comm_, static_cast<std::int64_t>(loaded_.held.share().size_bytes()));
    const auto scanned_queries = found_.size();
    document::OrderedJson lines;
    comm::all_or_abort(comm_, [&] { lines = answer_lines(); });
    report.processors = runner::gather_reports(comm_, context_, runner::rank_report(tally_.work, tally_.times));
    std::string text;
    comm::all_or_abort(comm_, [&] {
      if (!root()) return;
      report.of = report.kernel = "search";
      report.unit = "example x query";
      report.iterations = batches_;
      report.seconds_per_iteration = batches_ > 0 ? seconds_ / static_cast<double>(batches_) : 0;
      report.stopped = stopped_;
      if (predicted_ > 0) report.predicted_seconds_per_iteration = predicted_ / static_cast<double>(batches_);
      report.result = {{"method", name_of(plan_.method)},
                       {"join", name_of(plan_.join)},
                       {"queries", loaded_.query_service ? loaded_.query_service->queries()
                                                         : static_cast<std::int64_t>(scanned_queries)},
                       {"scanned_queries", scanned_queries},
                       {"scanned_examples", scanned},
                       {"example_bytes", bytes},
                       {"messages", messages},
                       {"pruned_queries", pruned},
                       {"compute_spread", spread_of(report.processors)},
                       {"scan", name_of(best_isa())}};
      if (!lines.is_null()) report.result["lines"] = std::move(lines);
      text = document_text(report);
    });
    return text;
  }

 private:
  /// Where every rank's part is fixed; by default only if queries and examples are enough for the index to pay.
  void make_pruning_index() {
    constexpr std::int64_t many_queries = 4096;
    auto queries = static_cast<std::int64_t>(loaded_.to_scan.size());
    comm::broadcast(comm_, &queries, 1);
    const document::Range mine = plan_.placement[static_cast<std::size_t>(comm_.rank())].examples;
    const Layout& layout = loaded_.held.share().layout();
    const bool is_automatic = options_.pruned == document::Pruned::automatic;
    if (options_.vector || layout.numbers > 0 || options_.pruned == document::Pruned::off ||
        !has_fixed_parts(plan_.method) || (is_automatic && queries < many_queries))
      return;
    const bool pays = mine.count < std::int64_t{1} << 32 && (!is_automatic || worth_pruning(mine.count));
    runner::require_memory(pays ? bytes_of_index(layout, mine.count) : 0, comm_, context_);
    if (!pays) return;
    index_ = make_index(loaded_.held.share(), mine);
    if (is_automatic && !worth_pruning(*index_)) index_.reset();
  }

  /// At rank 0, of tables of its user. The examples and the neighbours are then gone.
  document::OrderedJson answer_lines() {
    document::OrderedJson list;
    if (!loaded_.query_service || options_.recombine) return list;
    auto lines = loaded_.query_service->lines(std::exchange(found_, {}), std::move(loaded_.held.share()));
    list = document::OrderedJson::array();
    auto& values = list.get_ref<document::OrderedJson::array_t&>();
    values.reserve(lines.size());
    for (std::string& line : lines) values.emplace_back(std::move(line));
    return list;
  }

  /// Before the scan: neighbours of a batch, and at rank 0 those of all queries, which become lines.
  void require_memory_of_answers() {
    auto queries = static_cast<std::int64_t>(loaded_.to_scan.size());
    comm::broadcast(comm_, &queries, 1);
    double bytes = bytes_of_nearest(std::min(options_.batch, queries), options_.k, plan_.examples);
    if (root() && loaded_.query_service && !options_.recombine)
      bytes += bytes_of_answers(static_cast<double>(loaded_.query_service->queries()) *
                                    static_cast<double>(std::min(options_.k, plan_.examples)),
                                loaded_.query_service->line_bytes(plan_.examples));
    runner::require_memory(bytes, comm_, context_);
  }

  schedule::Schedule schedule_of(int rank) const {
    return schedule(plan_, {options_.batch, options_.k, options_.ties_all})[static_cast<std::size_t>(rank)];
  }

  bool root() const { return comm_.rank() == 0; }

  /// Nothing at the end, and when the run is to stop.
  std::vector<Query> next_batch(double start) {
    if (!root()) return {};
    const std::size_t first = found_.size();
    const std::size_t count = std::min(loaded_.to_scan.size() - first, static_cast<std::size_t>(options_.batch));
    if (count > 0 && runner::stop_requested()) stopped_ = "signal";
    if (count > 0 && options_.max_seconds && MPI_Wtime() - start > *options_.max_seconds) stopped_ = "time";
    if (stopped_) return {};
    const auto begin = loaded_.to_scan.begin() + static_cast<std::ptrdiff_t>(first);
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
  }

  /// max / mean - 1 of the ranks' compute times (Okada 1993, section 5).
  static double spread_of(const std::vector<document::RankReport>& processors) {
    double most = 0, sum = 0;
    for (const auto& p : processors) most = std::max(most, p.compute_s), sum += p.compute_s;
    return sum > 0 ? most * static_cast<double>(processors.size()) / sum - 1 : 0;
  }

  const document::Search& plan_;
  const document::SearchOptions& options_;
  const runner::Context& context_;
  const comm::Communicator& comm_;
  schedule::Schedule schedule_;  // of a batch; the last may have fewer queries
  Loaded loaded_;
  std::optional<Index> index_;
  std::int64_t pruned_ = 0;  // queries answered without a scan
  std::vector<std::vector<Neighbour>> found_;
  std::int64_t batches_ = 0;
  double seconds_ = 0, predicted_ = 0;
  std::optional<std::string> stopped_;
  Tally tally_;
};

}  // namespace

std::string execute(const document::Job& job, const runner::Context& context) {
  openblas_set_num_threads(1);
  document::Search plan;
  document::SearchOptions options;
  comm::all_or_abort(context.world, [&] {
    document::in_document("", [&] {
      plan = document::from_json<document::Search>(job.plan);
      options = document::options_from_json<document::SearchOptions>(job.input, job.options);
    });
  });
  runner::resolve_paths(context, {{"/input/examples", &options.examples}, {"/input/vectors", &options.vectors}}, {});
  options.queries_name = name_of_text(options.queries_name);
  const auto comm = runner::planned_communicator(plan.cluster, options.match, context);
  if (!comm) return {};
  Run run(plan, options, context, *comm);
  run.search();
  return run.report();
}

}  // namespace uneven::search
