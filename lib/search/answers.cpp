// SPDX-License-Identifier: MIT
#include "search/answers.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "document/json.hpp"
#include "reduction/shapes.hpp"
#include "search/predict.hpp"

namespace uneven::search {

Nearest::Nearest(std::int64_t k, bool ties) : k_(static_cast<std::size_t>(k)), ties_(ties), settle_at_(2 * k_) {}

std::int64_t Nearest::limit(std::int64_t row) const {
  if (!full_) return std::numeric_limits<std::int64_t>::max();
  return ties_ || row < worst_.row ? worst_.distance : worst_.distance - 1;
}

void Nearest::offer(Neighbour neighbour) {
  if (full_ && neighbour.distance > limit(neighbour.row)) return;
  kept_.push_back(neighbour);
  if (kept_.size() >= settle_at_) settle();
}

void Nearest::merge(const std::vector<Neighbour>& neighbours) {
  kept_.insert(kept_.end(), neighbours.begin(), neighbours.end());
  settle();
}

void Nearest::settle() {
  if (kept_.size() < k_) return;
  const auto kth = kept_.begin() + static_cast<std::ptrdiff_t>(k_) - 1;
  std::nth_element(kept_.begin(), kth, kept_.end());
  full_ = true;
  worst_ = *kth;
  if (ties_)
    kept_.erase(std::partition(kth + 1, kept_.end(), [&](const Neighbour& n) { return n.distance == worst_.distance; }),
                kept_.end());
  else
    kept_.resize(k_);
  settle_at_ = 2 * kept_.size();
}

std::vector<Neighbour> Nearest::sorted() const {
  Nearest copy = *this;
  copy.settle();
  std::sort(copy.kept_.begin(), copy.kept_.end());
  return std::move(copy.kept_);
}

namespace {

double decimal(std::int64_t units) { return static_cast<double>(units) / static_cast<double>(kDistanceUnit); }

const char* match(bool exact) { return exact ? "exact" : "similar"; }

}  // namespace

Answers::Answers(const Table& examples, const Model& model, const Roles& roles, Format format, bool explain)
    : model_(model), format_(format), explain_(explain) {
  for (const std::string& name : roles.shown) shown_.push_back(&examples.column(name));
}

std::vector<std::string> Answers::header() const {
  if (format_ == Format::jsonl) return {};
  std::string line = "query\trank\tdistance\tmatch\trow";
  for (const Column* column : shown_) line += '\t' + column->name;
  if (explain_)
    for (const Attribute& attribute : model_.attributes) line += '\t' + attribute.name;
  return {line};
}

std::vector<std::string> Answers::lines(std::int64_t number, const Query& query,
                                        const std::vector<Neighbour>& neighbours, bool exact) const {
  std::vector<std::string> result;
  std::int64_t rank = 0;
  for (const Neighbour& n : neighbours) {
    const auto share = explain_ ? shares(model_, query, n.row) : std::vector<std::int64_t>();
    result.push_back(format_ == Format::tsv ? tsv(number, ++rank, n, exact, share)
                                            : jsonl(number, ++rank, n, exact, share));
  }
  return result;
}

std::string Answers::tsv(std::int64_t number, std::int64_t rank, const Neighbour& n, bool exact,
                         const std::vector<std::int64_t>& share) const {
  std::string line = std::to_string(number) + '\t' + std::to_string(rank) + '\t' + shortest(decimal(n.distance)) +
                     '\t' + match(exact) + '\t' + std::to_string(n.row);
  for (const Column* column : shown_) line += '\t' + column->at(n.row);
  for (const std::int64_t units : share) line += '\t' + shortest(decimal(units));
  return line;
}

std::string Answers::jsonl(std::int64_t number, std::int64_t rank, const Neighbour& n, bool exact,
                           const std::vector<std::int64_t>& share) const {
  document::OrderedJson line{
      {"query", number}, {"rank", rank}, {"distance", decimal(n.distance)}, {"match", match(exact)}, {"row", n.row}};
  for (const Column* column : shown_) line[column->name] = column->at(n.row);
  for (std::size_t i = 0; i < share.size(); ++i) line["shares"][model_.attributes[i].name] = decimal(share[i]);
  return line.dump();
}

double line_bytes(Format format, std::int64_t queries, std::int64_t k, std::int64_t rows, std::size_t explained) {
  constexpr double usual_number = 9, keys = 50, key_of_share = 12;
  const bool json = format == Format::jsonl;
  const auto digits = [](std::int64_t number) { return static_cast<double>(std::to_string(number).size()); };
  const double fields =
      digits(queries) + digits(k) + usual_number + std::string_view(match(false)).size() + digits(rows);
  return fields + (json ? keys : 4) + static_cast<double>(explained) * (usual_number + (json ? key_of_share : 1));
}

double bytes_of_answers(double lines, double line_bytes) {
  constexpr double allocation = 16, short_text = 15, quotes = 4;
  const double text = line_bytes > short_text ? line_bytes + allocation : 0;
  const double value = sizeof(document::OrderedJson) + sizeof(std::string) + allocation + text;
  return lines * (value + std::max(double(sizeof(Neighbour) + sizeof(std::string)), 2 * (line_bytes + quotes)));
}

double bytes_of_nearest(std::int64_t queries, std::int64_t k, std::int64_t rows) {
  const auto kept = 2 * static_cast<double>(std::min(2 * k, rows)), sent = 2 * static_cast<double>(std::min(k, rows));
  return static_cast<double>(queries) * (kept + sent) * sizeof(Neighbour);
}

namespace {

std::vector<int> tree_parents(int ranks) {
  reduction::Goal goal;
  goal.processors = ranks;
  const auto tree = reduction::shaped_tree({}, document::TreeShape::optimal, goal, true);
  std::vector<int> parents(static_cast<std::size_t>(ranks), -1);
  // Rank 0, which has the table, must be the root: the two change places.
  const int root = static_cast<int>(document::root_of(tree));
  const auto place = [root](std::int64_t processor) {
    return processor == root ? 0 : processor == 0 ? root : static_cast<int>(processor);
  };
  for (const auto& node : tree.processors)
    if (node.parent) parents[static_cast<std::size_t>(place(node.processor))] = place(*node.parent);
  return parents;
}

}  // namespace

std::vector<int> parents(document::SearchJoin join, int ranks) {
  if (join == document::SearchJoin::tree && ranks > 1) return tree_parents(ranks);
  std::vector<int> result(static_cast<std::size_t>(ranks), -1);
  for (int rank = 1; rank < ranks; ++rank)
    result[static_cast<std::size_t>(rank)] = join == document::SearchJoin::staircase ? rank & (rank - 1) : 0;
  return result;
}

std::vector<std::vector<int>> children_of(const std::vector<int>& parents) {
  std::vector<std::vector<int>> children(parents.size());
  for (std::size_t rank = 0; rank < parents.size(); ++rank)
    if (parents[rank] >= 0) children[static_cast<std::size_t>(parents[rank])].push_back(static_cast<int>(rank));
  return children;
}

std::int64_t messages_in_a_row(const std::vector<int>& parents) {
  const auto children = children_of(parents);
  const std::function<std::int64_t(std::size_t)> taken = [&](std::size_t rank) {
    std::vector<std::int64_t> sent;
    for (const int child : children[rank]) sent.push_back(taken(static_cast<std::size_t>(child)));
    std::ranges::sort(sent);
    std::int64_t turn = 0;
    for (const std::int64_t moment : sent) turn = std::max(turn, moment) + 1;
    return turn;
  };
  return taken(0);
}

std::int64_t numbers_of_answers(std::int64_t queries, std::int64_t neighbours) {
  return queries * (1 + 2 * neighbours);
}

std::vector<schedule::Schedule> schedule(const document::Search& plan, const Batch& batch) {
  const std::vector<int> parent = parents(plan.join, static_cast<int>(plan.processors));
  const auto children = children_of(parent);
  const bool known = has_fixed_parts(plan.method) && !batch.ties_all;
  std::vector<schedule::Schedule> lists(parent.size());
  // Examples of a rank and of those below it in the tree.
  const std::function<std::int64_t(std::size_t)> list = [&](std::size_t rank) {
    schedule::Schedule& own = lists[rank];
    own.element_bytes = sizeof(std::int64_t);
    own.operations.push_back(schedule::Work{task_scan});
    std::int64_t examples = plan.placement[rank].examples.count;
    const auto message = [&](int partner, std::int64_t of) {
      const std::int64_t numbers =
          known ? numbers_of_answers(batch.queries, std::min(batch.k, of)) : schedule::unknown_length;
      return schedule::Message{.partner = partner, .tag = tag_join, .columns = {0, numbers}};
    };
    for (const int child : children[rank]) {
      const std::int64_t below = list(static_cast<std::size_t>(child));
      own.operations.push_back(schedule::Receive{message(child, below), true});
      examples += below;
    }
    if (parent[rank] >= 0) own.operations.push_back(schedule::Send{message(parent[rank], examples)});
    return examples;
  };
  list(0);
  return lists;
}

}  // namespace uneven::search
