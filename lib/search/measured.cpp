#include "search/measured.hpp"

#include <algorithm>
#include <vector>

#include "cluster/statistics.hpp"
#include "document/search_options.hpp"

namespace uneven::search {

namespace {

/// A message of asynchronous-data names a range of examples.
constexpr double unit_bytes = 16;
/// A query on its way to a processor and the usual number of neighbours on their way back, as the runner sends them.
constexpr double query_bytes = 96, answer_bytes = 8 + 10 * 16;
/// Merging an answer, over what the query that it answers begins with.
constexpr double merge_share = 0.15;

/// Queries that the measured kernel scans together.
double queries_of(const document::Speeds& speeds) {
  const auto found = speeds.kernel_options.find("queries");
  const bool told = found != speeds.kernel_options.end() && found->is_number() && *found >= 1;
  return told ? found->get<double>() : static_cast<double>(document::SearchOptions{}.batch);
}

/// What a query begins with, in examples: of what the curves show the middle.
double start_of_query(const document::Speeds& speeds) {
  std::vector<double> examples;
  for (const auto& processor : speeds.processors) {
    if (processor.curve.empty()) continue;
    const document::CurvePoint& few = processor.curve.front();
    examples.push_back(few.units / queries_of(speeds) * std::max(0.0, processor.speed / few.speed - 1));
  }
  return examples.empty() ? 0 : cluster::median(examples);
}

}  // namespace

document::SearchTimes measured_times(const document::Speeds& speeds, double task_s, double first_task_s) {
  document::SearchTimes times;
  times.task_s = task_s;
  const double start = speeds.kernel == "search" ? start_of_query(speeds) : 0;
  times.query_s = start * task_s;
  if (!speeds.network) return times;
  const auto& network = *speeds.network;
  const auto& master = speeds.processors.front();
  const double byte_s = network.gap_s_per_byte + master.byte_s.value_or(0);
  const double handled_s = master.beside_message_s.value_or(master.message_s.value_or(network.message_s));
  times.message_s = network.latency_s + unit_bytes * byte_s + handled_s;
  times.start_s = network.barrier_s;
  times.answer_s = (query_bytes + answer_bytes) * byte_s;
  if (start > 0) times.answer_s += merge_share * start * first_task_s;  // which may be infinite
  return times;
}

}  // namespace uneven::search
