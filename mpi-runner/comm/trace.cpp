// SPDX-License-Identifier: MIT
#include "comm/trace.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"

namespace uneven::comm {

namespace {

constexpr int trace_tag = 0;
constexpr std::int64_t most_spans = 100'000, fewest_spans = 2'000, most_of_all = 4'000'000;

std::unique_ptr<trace::Recorder> records;
double ahead_s = 0;  ///< of MPI_Wtime()

/// The clock of the records minus MPI_Wtime(): from the pair of readings with the least time between them.
double compare_own_clocks() {
  double shortest = std::numeric_limits<double>::infinity(), ahead = 0;
  for (int i = 0; i < 100; ++i) {
    const double before = trace_now(), between = MPI_Wtime(), after = trace_now();
    if (after - before < std::exchange(shortest, std::min(shortest, after - before)))
      ahead = (before + after) / 2 - between;
  }
  return ahead;
}

}  // namespace

double trace_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void start_trace(const Communicator& world, const WaitPolicy& wait_policy) {
  records = std::make_unique<trace::Recorder>(std::clamp(most_of_all / world.size(), fewest_spans, most_spans));
  ahead_s = compare_own_clocks();
  records->set_origin(CommonStart(world, wait_policy, 0).wait() + ahead_s);
}

trace::Recorder* recorder() { return records.get(); }

void record(trace::Phase phase, double begin_s, double end_s, std::int64_t first, std::int64_t count) {
  if (records) records->add(phase, begin_s + ahead_s, end_s + ahead_s, first, count);
}

void write_trace(const Communicator& world, const std::string& host, const std::string& path,
                 const std::function<void(const std::string&)>& note) {
  const std::vector<std::string> hosts = all_gather(world, host);
  const std::string mine = records->pack();
  const auto sizes = all_gather(world, static_cast<std::int64_t>(mine.size()));
  if (world.rank() != 0) return send(world, mine.data(), std::ssize(mine), 0, trace_tag);
  std::string fault;
  std::unique_ptr<OutputFile> file;
  std::unique_ptr<trace::Writer> writer;
  const auto attempt = [&](const std::function<void()>& work) {
    try {
      if (fault.empty()) work();
    } catch (const std::exception&) {
      fault = message_of_current_exception();
    }
  };
  attempt([&] {
    file = std::make_unique<OutputFile>(path);
    writer = std::make_unique<trace::Writer>(file->stream(), hosts, false);
  });
  for (int rank = 0; rank < world.size(); ++rank) {
    std::string bytes =
        rank == 0 ? mine : std::string(static_cast<std::size_t>(sizes[static_cast<std::size_t>(rank)]), '\0');
    if (rank > 0) receive(world, bytes.data(), std::ssize(bytes), rank, trace_tag);
    attempt([&] { writer->rank(rank, trace::Recorder::unpack(bytes)); });
  }
  attempt([&] {
    writer->end();
    file->commit();
  });
  if (!fault.empty()) note("no trace: " + fault);
}

}  // namespace uneven::comm
