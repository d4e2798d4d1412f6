#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "search/table.hpp"

namespace uneven::search {

/// The examples by their phrase, for exact matches.
class Phrases {
 public:
  /// @param columns  what makes a phrase, such as n1, particle, n2; none: nothing matches.
  /// @throws InputError if a column is missing.
  Phrases(const Table& examples, std::vector<std::string> columns);

  /// The rows of the examples with the same phrase as row `row` of `queries`, ascending.
  /// @throws InputError if a column is missing.
  std::vector<std::int64_t> find(const Table& queries, std::int64_t row) const;

 private:
  std::vector<std::string> columns_;
  std::unordered_map<std::string, std::vector<std::int64_t>> rows_;
};

}  // namespace uneven::search
