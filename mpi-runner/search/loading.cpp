// SPDX-License-Identifier: MIT
#include "search/loading.hpp"

#include <algorithm>
#include <utility>

#include "document/document.hpp"
#include "job_files.hpp"
#include "search/made_up.hpp"
#include "search/placement.hpp"
#include "search/predict.hpp"
#include "search/share.hpp"
#include "search/vector_table.hpp"
#include "tables.hpp"

namespace uneven::search {
namespace {

constexpr std::size_t kMadeUpQueries = 24;
constexpr std::int64_t kMadeUpRows = 1 << 16;  // more are recombined

/// Rank 0's. Collective.
Layout layout_of_first(const comm::Communicator& comm, const Layout& mine) {
  std::vector<std::int64_t> shape{mine.bytes, mine.words, static_cast<std::int64_t>(mine.codes.size()), mine.floats,
                                  mine.numbers};
  comm::broadcast(comm, shape.data(), 5);
  std::vector<std::int64_t> masks;
  for (const LevelMasks& levels : mine.codes) masks.insert(masks.end(), levels.begin(), levels.end());
  masks.resize(static_cast<std::size_t>(3 * shape[2]));
  comm::broadcast(comm, masks.data(), static_cast<std::int64_t>(masks.size()));
  Layout layout{static_cast<int>(shape[0]), static_cast<int>(shape[1]), {}, shape[3], static_cast<int>(shape[4])};
  for (std::size_t i = 0; i < masks.size(); i += 3)
    layout.codes.push_back({static_cast<std::uint16_t>(masks[i]), static_cast<std::uint16_t>(masks[i + 1]),
                            static_cast<std::uint16_t>(masks[i + 2])});
  return layout;
}

/// Every rank gets rank 0's examples. Collective. Cost: the packed bytes once to each rank.
void spread(const comm::Communicator& comm, Packed& examples) {
  Layout layout = layout_of_first(comm, examples.layout());
  std::int64_t rows = examples.rows();
  comm::broadcast(comm, &rows, 1);
  if (comm.rank() != 0) examples = Packed(std::move(layout), rows);
  comm::broadcast(comm, reinterpret_cast<char*>(examples.tile(0)), static_cast<std::int64_t>(examples.size_bytes()));
}

/// Every rank but rank 0, which keeps them all, gets its share of rank 0's examples. Collective.
/// @param shares  by rank. Cost: the packed bytes once, from rank 0.
void deal(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, Packed& examples,
          const std::vector<document::Range>& shares) {
  Layout layout = layout_of_first(comm, examples.layout());
  std::vector<MPI_Request> requests;
  if (comm.rank() != 0) {
    examples = Packed(std::move(layout), shares[static_cast<std::size_t>(comm.rank())]);
    requests.push_back(begin_receiving(comm, examples));
  } else {
    for (int rank = 1; rank < comm.size(); ++rank)
      requests.push_back(begin_sending(comm, examples, shares[static_cast<std::size_t>(rank)], rank));
  }
  wait_policy.wait_for(requests);
}

/// Makes what a rank has before the search, see load().
class Loading {
 public:
  Loading(const document::Search& plan, const document::SearchOptions& options, const runner::Context& context,
          const comm::Communicator& comm)
      : plan_(plan), options_(options), context_(context), comm_(comm) {}

  /// Rank 0 reads the table, or makes one up, and every rank gets its share. Collective.
  Loaded from_table() {
    Packed examples;
    std::unique_ptr<QueryService> query_service;
    std::vector<Query> to_scan;
    comm::all_or_abort(comm_, [&] {
      if (!root()) return;
      if (options_.examples) {
        auto queries = std::make_unique<WordQueries>(plan_, options_);
        examples = queries->take_examples();
        to_scan = queries->to_scan();
        query_service = std::move(queries);
      } else {
        examples = made_up_examples(std::min(plan_.examples, kMadeUpRows), options_.seed);
        to_scan = made_up_queries(examples, kMadeUpQueries, options_.seed);
      }
    });
    distribute(examples);
    return {{std::move(examples), options_.metric}, std::move(query_service), std::move(to_scan)};
  }

  /// Every rank reads its share of the vectors from the file, rank 0 the queries, too. Collective.
  Loaded from_vectors() {
    const std::string& file = *options_.examples;
    runner::unpack_together(file, comm_, context_);
    runner::require_same_data({&file, 1}, true, comm_, context_);
    const auto table = runner::open_table(file, vector_columns(*options_.vector), data::LastColumn::number, comm_);
    std::unique_ptr<QueryService> query_service;
    std::vector<Query> to_scan;
    comm::all_or_abort(comm_, [&] {
      require_examples(file, table->rows(), plan_);
      if (root()) query_service = std::make_unique<VectorQueries>(options_, table->columns());
      if (root()) to_scan = query_service->to_scan();
    });
    const Layout layout{.floats = table->columns()};
    const document::Range mine = shares()[static_cast<std::size_t>(comm_.rank())];
    runner::require_memory(static_cast<double>(most_held(mine)) * static_cast<double>(layout.example_bytes()) +
                               bytes_of_reading(layout.floats, mine.count) +
                               bytes_of_scan(layout.floats, options_.batch),
                           comm_, context_);
    const auto read = [table, file, metric = options_.metric](Packed& rows) {
      read_vectors(*table, file, metric, rows);
    };
    Packed examples(layout, mine);
    comm::all_or_abort(comm_, [&] { read(examples); });
    return {{std::move(examples), options_.metric}, std::move(query_service), std::move(to_scan), read};
  }

 private:
  /// Whether examples of one share go to another rank during the scan.
  bool moves() const { return plan_.method == document::SearchMethod::static_process; }

  /// Whether each rank begins with a share of its own.
  bool made_before() const { return moves() || has_fixed_parts(plan_.method); }

  /// The examples with which each rank begins: all, where any may have to scan any.
  std::vector<document::Range> shares() const {
    std::vector<document::Range> shares(static_cast<std::size_t>(comm_.size()), {0, plan_.examples});
    if (!made_before()) return shares;
    const Chunks chunks(plan_);
    for (std::size_t rank = 0; rank < shares.size(); ++rank)
      shares[rank] = moves() ? chunks.share(static_cast<int>(rank)) : plan_.placement[rank].examples;
    return shares;
  }

  /// The most examples at a time of a rank that begins with `mine`: search::examples_held() says why.
  std::int64_t most_held(document::Range mine) const {
    const std::int64_t parts = std::min(plan_.examples, plan_.pieces * plan_.processors);
    const std::int64_t moved = moves() && parts > 0 ? 2 * ((plan_.examples + parts - 1) / parts) : 0;
    return std::min(plan_.examples, mine.count + moved);
  }

  /// Gives every rank its share of rank 0's examples, or makes up as many as the plan says from them. Rank 0 keeps
  /// those that it has read, and what it is to give others during the scan. Collective.
  void distribute(Packed& examples) {
    std::int64_t size[] = {examples.rows(), static_cast<std::int64_t>(examples.layout().example_bytes())};
    comm::broadcast(comm_, size, 2);
    const bool remade = size[0] < plan_.examples;
    const std::vector<document::Range> all = shares();
    const bool root_needs_all = root() && moves();
    const document::Range mine =
        root_needs_all ? document::Range{0, plan_.examples} : all[static_cast<std::size_t>(comm_.rank())];
    const std::int64_t needed = root() && !remade ? 0 : most_held(mine);
    runner::require_memory(static_cast<double>(needed) * static_cast<double>(size[1]), comm_, context_);
    if (remade) {
      spread(comm_, examples);
      examples = recombined(examples, mine, options_.seed);
    } else if (made_before()) {
      deal(comm_, context_.wait_policy, examples, all);
    } else {
      spread(comm_, examples);
    }
  }

  bool root() const { return comm_.rank() == 0; }

  const document::Search& plan_;
  const document::SearchOptions& options_;
  const runner::Context& context_;
  const comm::Communicator& comm_;
};

}  // namespace

Loaded load(const document::Search& plan, const document::SearchOptions& options, const runner::Context& context,
            const comm::Communicator& comm) {
  Loading loading(plan, options, context, comm);
  return options.vector ? loading.from_vectors() : loading.from_table();
}

}  // namespace uneven::search
