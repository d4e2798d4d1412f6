// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "document/json.hpp"
#include "document/options/plan_options.hpp"
#include "phrase/queries.hpp"

namespace uneven::phrase {

/// A neighbour of a phrase, as the answers of a search in jsonl have it.
struct Example {
  double distance = 0;
  bool exact = false;
  std::int64_t row = 0;
  std::string phrase, pattern, translation;
  document::OrderedJson shares;  ///< of each column in the distance; null if not asked for
};

/// A way to translate a phrase.
struct Alternative {
  std::string translation;
  Example nearest;            ///< of the examples with its pattern
  std::int64_t examples = 0;  ///< number of neighbours with its pattern at this distance
};

/// Columns that the answers must have.
std::vector<std::string> shown_columns();

/// The examples of each phrase, nearest first, from the answers' lines. Shape [phrases]; fewer if a run ended early.
std::vector<std::vector<Example>> examples_of(const std::vector<std::string>& lines);

/// The translations that the examples suggest, best first, each once.
///
/// An exact match is the translation of that example. Else the pattern of each example is filled; the nearest comes
/// first, of equally near ones the pattern that most of them have, of these the first in the table. Examples whose
/// pattern cannot be filled suggest nothing.
std::vector<Alternative> alternatives(const Analysed& phrase, const std::vector<Example>& examples);

/// The lines of the output: of the header if there is one, then of each phrase, at most `most` alternatives. A phrase
/// for which there is none has one line, with `*`.
std::vector<std::string> output_lines(const std::vector<Analysed>& phrases,
                                      const std::vector<std::vector<Example>>& examples, std::size_t most,
                                      document::AnswerFormat format);

}  // namespace uneven::phrase
