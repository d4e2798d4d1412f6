// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/names.hpp"
#include "document/json.hpp"
#include "document/options/run_options.hpp"

namespace uneven::document {

enum class Weighting {
  okada,  ///< w = 1 / sqrt(sum_j (k_j / n)^2), Okada 1993
  sumita  ///< w = sqrt(sum_j (k_j / n)^2), Sumita and Iida 1991
};
enum class AnswerFormat { tsv, jsonl };
/// Whether a scan passes over examples that cannot be among the nearest.
enum class Pruned { automatic, on, off };

constexpr auto table_of(Weighting) {
  return std::to_array<Name<Weighting>>({{Weighting::okada, "okada"}, {Weighting::sumita, "sumita"}});
}
constexpr auto table_of(AnswerFormat) {
  return std::to_array<Name<AnswerFormat>>({{AnswerFormat::tsv, "tsv"}, {AnswerFormat::jsonl, "jsonl"}});
}
constexpr auto table_of(Pruned) {
  return std::to_array<Name<Pruned>>({{Pruned::automatic, "auto"}, {Pruned::on, "on"}, {Pruned::off, "off"}});
}

/// Input and options of a job that answers queries by example ("run": "search").
struct SearchOptions {
  std::optional<std::string> examples;  ///< a table; absent: made up from the seed
  bool recombine = false;  ///< make up as many as the plan says from those of the table; no answers are told
  std::string queries;     ///< a table as text; its columns are those that are compared
  std::string queries_name = "queries";
  std::int64_t k = 10;
  Weighting weighting = Weighting::okada;
  AnswerFormat format = AnswerFormat::tsv;
  bool explain = false;
  bool ties_all = false;
  bool no_exact = false;  ///< scan for every query, also for one that is among the examples
  Pruned pruned = Pruned::automatic;
  std::int64_t batch = 256;  ///< queries that travel and scan together
  std::uint64_t seed = 1;
  std::string match = "host";
  std::optional<double> max_seconds;

  // Columns, see search::Roles.
  std::vector<std::string> equal{"particle", "pos1", "pos2", "affix1", "affix2"};
  std::vector<std::string> codes{"code1", "code2"};
  std::vector<std::string> target{"pattern"};
  std::vector<std::string> phrase{"n1", "particle", "n2"};
  std::vector<std::string> show{"pattern", "translation"};
};

Object describe_input(const SearchOptions&);
Object describe_options(const SearchOptions&);

}  // namespace uneven::document
