// SPDX-License-Identifier: MIT
#include "search/answers.hpp"

#include <algorithm>
#include <limits>

#include "base/number.hpp"
#include "document/json.hpp"

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

}  // namespace uneven::search
