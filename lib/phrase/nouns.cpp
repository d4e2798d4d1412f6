// SPDX-License-Identifier: MIT
#include "phrase/nouns.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"

namespace uneven::phrase {

namespace {

/// The column of that name, or nullptr.
const search::Column* optional_column(const search::Table& table, std::string_view name) {
  const auto found = std::ranges::find(table.columns, name, &search::Column::name);
  return found == table.columns.end() ? nullptr : &*found;
}

}  // namespace

void Nouns::add(const search::Table& list) {
  const search::Column &noun = list.column("noun"), &translation = list.column("translation");
  const search::Column *adjective = optional_column(list, "adjective"), *code = optional_column(list, "code");
  for (std::int64_t row = 0; row < list.rows; ++row) {
    Noun said{translation.at(row), {}, unknown_code};
    if (said.translation.empty() || said.translation == "*")
      throw InputError(list.where(row) + "no translation of '" + shown_data(noun.at(row)) + "'");
    if (adjective && adjective->at(row) != "*") said.adjective = adjective->at(row);
    if (code) said.code = code->at(row);
    if (search::code_points(said.code).size() != 3)
      throw InputError(list.where(row) + "code: '" + shown_data(said.code) +
                       "'; expected 3 characters, or --- if unknown");
    nouns_.try_emplace(noun.at(row), std::move(said));
  }
}

const Noun* Nouns::find(const std::string& noun) const {
  const auto found = nouns_.find(noun);
  return found == nouns_.end() ? nullptr : &found->second;
}

}  // namespace uneven::phrase
