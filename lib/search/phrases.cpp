#include "search/phrases.hpp"

#include <utility>

namespace uneven::search {
namespace {

std::vector<const Column*> columns_of(const Table& table, const std::vector<std::string>& names) {
  std::vector<const Column*> columns;
  for (const std::string& name : names) columns.push_back(&table.column(name));
  return columns;
}

/// A tab cannot stand in a field.
std::string phrase(const std::vector<const Column*>& columns, std::int64_t row) {
  std::string text;
  for (const Column* column : columns) text += column->at(row) + '\t';
  return text;
}

}  // namespace

Phrases::Phrases(const Table& examples, std::vector<std::string> columns) : columns_(std::move(columns)) {
  if (columns_.empty()) return;
  const auto of_examples = columns_of(examples, columns_);
  for (std::int64_t row = 0; row < examples.rows; ++row) rows_[phrase(of_examples, row)].push_back(row);
}

std::vector<std::int64_t> Phrases::find(const Table& queries, std::int64_t row) const {
  const auto found = rows_.find(phrase(columns_of(queries, columns_), row));
  return columns_.empty() || found == rows_.end() ? std::vector<std::int64_t>() : found->second;
}

}  // namespace uneven::search
