#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "search/model.hpp"
#include "search/nearest.hpp"
#include "search/table.hpp"

namespace uneven::search {

enum class Format { tsv, jsonl };

/// Answers as text, a line for each neighbour: query, rank, distance, match, row, the shown columns, and with `explain`
/// the share of each attribute in the distance.
///
/// query and row count from 0, rank from 1; match is exact or similar.
class Answers {
 public:
  /// @throws InputError if a shown column is missing. The table and the model must outlive this.
  Answers(const Table& examples, const Model& model, const Roles& roles, Format format, bool explain);

  /// The column names; empty for JSON Lines.
  std::vector<std::string> header() const;

  std::vector<std::string> lines(std::int64_t number, const Query& query, const std::vector<Neighbour>& neighbours,
                                 bool exact) const;

 private:
  std::string tsv(std::int64_t number, std::int64_t rank, const Neighbour& n, bool exact,
                  const std::vector<std::int64_t>& share) const;
  std::string jsonl(std::int64_t number, std::int64_t rank, const Neighbour& n, bool exact,
                    const std::vector<std::int64_t>& share) const;

  const Model& model_;
  std::vector<const Column*> shown_;
  Format format_;
  bool explain_;
};

}  // namespace uneven::search
