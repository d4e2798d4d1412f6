// SPDX-License-Identifier: MIT
#include "search/queries.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"
#include "data/table.hpp"
#include "search/vector_table.hpp"

namespace uneven::search {

void require_examples(const std::string& file, std::int64_t rows, const document::Search& plan) {
  if (rows != plan.examples)
    throw InputError(input_name(file) + ": " + std::to_string(rows) + " examples; the plan is for " +
                     std::to_string(plan.examples));
}

WordQueries::WordQueries(const document::Search& plan, const document::SearchOptions& options)
    : options_(options),
      roles_{options.equal, options.codes, options.target, options.phrase, options.show, options.numbers},
      table_(read_table(*options.examples)),
      queries_table_(read_table(options.queries, options.queries_name)),
      model_(make_model(table_, roles_, options.weighting)),
      answers_(table_, model_, roles_, options.format, options.explain),
      queries_(make_queries(model_, queries_table_)) {
  if (!options.recombine || table_.rows < std::min(kTile, plan.examples))
    require_examples(*options.examples, table_.rows, plan);
  const Phrases phrases(table_, options.no_exact ? std::vector<std::string>() : roles_.phrase);
  for (std::int64_t q = 0; q < queries_table_.rows; ++q) {
    exact_.push_back(phrases.find(queries_table_, q));
    if (exact_.back().empty()) to_scan_.push_back(queries_[static_cast<std::size_t>(q)]);
  }
}

std::vector<Neighbour> WordQueries::exact_neighbours(std::size_t query) const {
  std::vector<Neighbour> neighbours;
  for (const std::int64_t row : exact_[query])
    neighbours.push_back({distance(model_.examples, queries_[query], row), row});
  std::sort(neighbours.begin(), neighbours.end());
  const auto k = static_cast<std::size_t>(options_.k);
  std::size_t end = std::min(k, neighbours.size());
  while (options_.ties_all && end < neighbours.size() && neighbours[end].distance == neighbours[end - 1].distance)
    ++end;
  neighbours.resize(end);
  return neighbours;
}

double WordQueries::line_bytes(std::int64_t examples) const {
  const std::size_t explained = options_.explain ? model_.attributes.size() : 0;
  double bytes = search::line_bytes(options_.format, queries(), options_.k, examples, explained);
  for (const std::string& name : roles_.shown) {
    const Column& column = table_.column(name);
    double all = 0;
    for (std::int64_t row = 0; row < table_.rows; ++row) all += static_cast<double>(column.at(row).size());
    bytes += all / static_cast<double>(table_.rows) + (options_.format == Format::jsonl ? 6. + double(name.size()) : 1);
  }
  return bytes;
}

std::vector<std::string> WordQueries::lines(const std::vector<std::vector<Neighbour>>& found, Packed examples) {
  model_.examples = std::move(examples);
  std::vector<std::string> lines = answers_.header();
  std::size_t scanned = 0;
  for (std::size_t q = 0; q < queries_.size(); ++q) {
    const bool exact = !exact_[q].empty();
    if (!exact && scanned == found.size()) break;  // the run was stopped here
    const auto more = answers_.lines(static_cast<std::int64_t>(q), queries_[q],
                                     exact ? exact_neighbours(q) : found[scanned++], exact);
    lines.insert(lines.end(), more.begin(), more.end());
  }
  return lines;
}

VectorQueries::VectorQueries(const document::SearchOptions& options, std::int64_t floats)
    : format_(options.format), k_(options.k) {
  const std::string& file = *options.vectors;
  const data::Table table = data::open_table(file, vector_columns(*options.vector));
  if (table.columns() != floats)
    throw InputError(input_name(file) + ": vectors of " + std::to_string(table.columns()) +
                     " numbers; the examples have " + std::to_string(floats));
  to_scan_ = vector_queries(table, file, options.metric);
}

std::vector<std::string> VectorQueries::lines(const std::vector<std::vector<Neighbour>>& found, Packed) {
  return vector_lines(found, format_);
}

namespace {

template <class T>
void broadcast(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, std::vector<T>& numbers) {
  MPI_Request request = MPI_REQUEST_NULL;
  comm::check(
      MPI_Ibcast(numbers.data(), comm::count_of(numbers.size()), comm::type_of<T>(), 0, comm.handle(), &request));
  wait_policy.wait_for(request);
}

std::vector<Query> spread_vectors(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                                  const std::vector<Query>& queries, std::size_t count, std::size_t floats) {
  std::vector<float> numbers;
  for (const Query& query : queries) numbers.insert(numbers.end(), query.vector.begin(), query.vector.end());
  numbers.resize(count * floats);
  broadcast(comm, wait_policy, numbers);
  if (comm.rank() == 0) return queries;
  std::vector<Query> received(count);
  for (std::size_t q = 0; q < count; ++q)
    received[q].vector.assign(&numbers[q * floats], &numbers[q * floats] + floats);
  return received;
}

std::vector<Query> spread_words(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                                const std::vector<Query>& queries, std::size_t count, int slots) {
  std::vector<std::int64_t> numbers;
  for (const Query& query : queries)
    for (std::size_t slot = 0; slot < query.value.size(); ++slot)
      numbers.insert(numbers.end(), {query.value[slot], query.cost[slot]});
  numbers.resize(count * static_cast<std::size_t>(slots) * 2);
  broadcast(comm, wait_policy, numbers);
  if (comm.rank() == 0) return queries;
  std::vector<Query> received(count);
  std::size_t at = 0;
  for (Query& query : received)
    for (int slot = 0; slot < slots; ++slot) {
      query.value.push_back(static_cast<std::uint16_t>(numbers[at++]));
      query.cost.push_back(static_cast<std::uint32_t>(numbers[at++]));
    }
  return received;
}

}  // namespace

std::vector<Query> spread(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                          const std::vector<Query>& queries, const Layout& layout) {
  std::vector<std::int64_t> sent{static_cast<std::int64_t>(queries.size())};
  broadcast(comm, wait_policy, sent);
  const auto count = static_cast<std::size_t>(sent[0]);
  if (layout.floats > 0)
    return spread_vectors(comm, wait_policy, queries, count, static_cast<std::size_t>(layout.floats));
  return spread_words(comm, wait_policy, queries, count, layout.slots());
}

}  // namespace uneven::search
