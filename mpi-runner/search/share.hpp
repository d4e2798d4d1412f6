// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "document/options/plan_options.hpp"
#include "document/search.hpp"
#include "schedule/performer.hpp"
#include "search/answers.hpp"
#include "search/model.hpp"
#include "search/packed.hpp"
#include "search/scan.hpp"
#include "search/vectors.hpp"

namespace uneven::search {

/// The examples that one rank holds: its share, and for a while parts that it takes over from other shares.
class Held {
 public:
  /// @param metric  of examples that are vectors.
  Held(Packed share, document::Metric metric) : metric_(metric) { pieces_.push_back({std::move(share), {}, {}}); }

  Packed& share() { return pieces_.front().examples; }
  const Packed& share() const { return pieces_.front().examples; }

  /// Whether all of `rows` are here.
  bool has(document::Range rows) const;

  /// Room for other rows, which are still to be filled in. The reference holds until drop().
  Packed& add(document::Range rows);

  /// Forgets what add() made room for; nothing if the rows are of the share.
  void drop(document::Range rows);

  /// Ready to be scanned for the queries, which must stay until the next ones come.
  void begin(std::span<const Query> queries);

  /// Compares rows, which are here, with the queries.
  void scan(document::Range rows, std::span<Nearest> nearest);

 private:
  struct Piece {
    Packed examples;
    std::optional<Scan> scan;           ///< once needed
    std::optional<VectorScan> vectors;  ///< likewise
    bool has(document::Range rows) const;
  };
  document::Metric metric_;
  std::list<Piece> pieces_;
  std::span<const Query> queries_;
};

/// Every rank gets rank 0's examples. Collective. Cost: the packed bytes once to each rank.
void spread(const comm::Communicator& comm, Packed& examples);

/// Every rank but rank 0, which keeps them all, gets its share of rank 0's examples. Collective.
/// @param shares  by rank. Cost: the packed bytes once, from rank 0.
void deal(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, Packed& examples,
          const std::vector<document::Range>& shares);

/// Every rank gets rank 0's queries and its word whether to go on; no queries: stop. Collective, and polite to share a
/// core with.
std::vector<Query> spread(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                          const std::vector<Query>& queries, const Layout& layout);

/// Examples with the columns of the noun phrases and as many values, for a plan that is run without a table.
Packed made_up_examples(std::int64_t rows, std::uint64_t seed);

/// Examples `rows` of endlessly many from those of `pool`: tile by tile the first columns of one and the others of
/// another, as if first and second nouns were combined anew.
/// @param pool  at least a tile. Cost: that of writing them.
Packed recombined(const Packed& pool, document::Range rows, std::uint64_t seed);

/// Queries that resemble one of the examples.
std::vector<Query> made_up_queries(const Packed& examples, std::size_t count, std::uint64_t seed);

/// What one rank did.
struct Tally {
  std::int64_t examples = 0;  ///< scanned, once per batch
  double work = 0;            ///< examples x queries
  std::int64_t messages = 0;  ///< sent
  schedule::Times times;
};

/// One rank's side of the shared scan of one batch of queries.
struct Scanner {
  const comm::Communicator& comm;
  const comm::WaitPolicy& wait_policy;
  const document::Search& plan;
  std::int64_t queries;                       ///< in the batch
  std::function<void(document::Range)> scan;  ///< compares these examples with the batch
  Held& held;
  Tally& tally;
  std::function<void(Packed&)> read{};  ///< from the file, rows that a rank does not hold; empty: rank 0 sends them

  bool root() const { return comm.rank() == 0; }

  /// Scans in steps. After each it calls `look`, which answers messages, so that no request waits long. Reads missing
  /// rows before. `rest` is the range left; `look` may shorten it.
  void scan_all(document::Range& rest, const std::function<void()>& look) const;

  /// Scans in one go.
  void scan_now(document::Range rows) const;

  /// Waits, on the wait account, until `ready`, which may exchange messages.
  void wait_until(const std::function<bool()>& ready) const;
};

/// Every example of the plan is scanned by one rank, by the plan's method. Collective.
void share_scan(const Scanner& scanner);

/// static-process, synchronous-data, asynchronous-data, self-scheduling: rank 0 hands out parts, with their examples
/// unless these belong to the share that the receiver holds. Except with synchronous-data it scans parts itself, too.
void hand_out(const Scanner& scanner);

/// dynamic-process, stealing: a rank that is nearly done takes the end of a busy rank's rest. dynamic-process: half the
/// rest of the next busy rank in a ring. stealing: of the rank with the longest time left, the part with which both end
/// together.
void split_rests(const Scanner& scanner);

/// The state of rank 0 alone: all queries, and the tables for writing the answers.
class QueryService {
 public:
  QueryService() = default;
  QueryService(const QueryService&) = delete;
  QueryService& operator=(const QueryService&) = delete;
  virtual ~QueryService() = default;

  virtual std::int64_t queries() const = 0;
  const std::vector<Query>& to_scan() const { return to_scan_; }  ///< those without an exact match, in order

  /// Length of a line of answers, about. @param examples  their number.
  virtual double line_bytes(std::int64_t examples) const = 0;

  /// The lines up to and with the answers of as many scanned queries as were found, the first of `to_scan`.
  /// @param examples  all of them.
  virtual std::vector<std::string> lines(const std::vector<std::vector<Neighbour>>& found, Packed examples) = 0;

 protected:
  std::vector<Query> to_scan_;
};

/// Of tables of words: reads them and finds exact matches.
class WordQueries : public QueryService {
 public:
  /// @param options  file names are ready to be opened.
  /// @throws OpenError, InputError  about tables and their columns; or if the plan is for another number of examples.
  WordQueries(const document::Search& plan, const document::SearchOptions& options);

  Packed take_examples() { return std::move(model_.examples); }
  std::int64_t queries() const override { return queries_table_.rows; }
  double line_bytes(std::int64_t examples) const override;
  std::vector<std::string> lines(const std::vector<std::vector<Neighbour>>& found, Packed examples) override;

 private:
  std::vector<Neighbour> exact_neighbours(std::size_t query) const;

  document::SearchOptions options_;
  Roles roles_;
  Table table_, queries_table_;
  Model model_;
  Answers answers_;
  std::vector<Query> queries_;
  std::vector<std::vector<std::int64_t>> exact_;  // rows, by query
};

/// Of tables of vectors.
class VectorQueries : public QueryService {
 public:
  /// @param floats  of an example.
  /// @throws OpenError, InputError  about the file of queries, or if they have another length.
  VectorQueries(const document::SearchOptions& options, std::int64_t floats);

  std::int64_t queries() const override { return std::ssize(to_scan_); }
  double line_bytes(std::int64_t examples) const override {
    return search::line_bytes(format_, queries(), k_, examples);
  }
  std::vector<std::string> lines(const std::vector<std::vector<Neighbour>>& found, Packed examples) override;

 private:
  Format format_;
  std::int64_t k_;
};

/// @throws InputError  unless the file has as many rows as the plan has examples.
void require_examples(const std::string& file, std::int64_t rows, const document::Search& plan);

/// Tags of requests for parts, of the parts given, and of their examples.
enum ScanTag { tag_ask = tag_others, tag_give, tag_examples };

/// Sends without waiting for the receiver: short messages only.
void send(const comm::Communicator& comm, const std::vector<std::int64_t>& numbers, int to, int tag);

/// Any message. @return  done when the numbers, which must stay until then, have left.
MPI_Request begin_sending(const comm::Communicator& comm, const std::vector<std::int64_t>& numbers, int to, int tag);

/// Examples `rows`, which must stay until the request is done.
MPI_Request begin_sending(const comm::Communicator& comm, const Packed& examples, document::Range rows, int to);

/// All the examples that there is room for, from rank 0.
MPI_Request begin_receiving(const comm::Communicator& comm, Packed& examples);

struct Received {
  int from = 0;
  std::vector<std::int64_t> numbers;
};

/// The next message of this kind, if one is here.
std::optional<Received> receive(const comm::Communicator& comm, int tag);

/// Carries out a rank's schedule of a batch: the shared scan, then the join, after which rank 0 has the neighbours of
/// all. Collective.
void perform(const schedule::Schedule& list, const Scanner& scanner, std::vector<Nearest>& nearest);

}  // namespace uneven::search
