// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "document/array_shares.hpp"
#include "document/common.hpp"
#include "document/document.hpp"
#include "document/hbsp_elements.hpp"
#include "document/hbsp_matmul.hpp"
#include "document/partition.hpp"
#include "document/search.hpp"
#include "shares/words.hpp"

namespace uneven::shares {

/// What one processor of a plan does, whatever the kind of the plan. Left-out processors have an empty part: count and
/// share are 0.
struct Part {
  std::int64_t processor = 0;
  std::optional<std::string> host, cpu;          ///< absent where speeds were given by hand
  std::int64_t threads = 1;                      ///< that the processor's speed was measured with
  document::Range elements;                      ///< units of the plan; of a block its rows
  double share = 0;                              ///< fraction of all units or cells, 0..1
  std::optional<document::Range> rows, columns;  ///< of a block; absent in plans without two dimensions
  std::optional<double> seconds;                 ///< predicted, of the part alone, without messages
  std::optional<double> memory_bytes;            ///< that the part occupies
};

/// The parts of a plan, one for each processor, in the order of the processors.
///
///     array-shares   rows and columns; seconds where the plan predicts them
///     hbsp-elements  elements; seconds where the plan predicts them, memory where it says what a unit occupies
///     search         examples as placed by the plan; a run keeps to them only with equal-data and proportional-data.
///                    The idle processors come last, with empty parts
///     partition      rows are samples, columns are hidden units
///     hbsp-matmul    rows and columns of C
///
/// Precondition: the plan is sound.
std::vector<Part> parts_of(const document::ArrayShares& plan);
std::vector<Part> parts_of(const document::HbspElements& plan);
std::vector<Part> parts_of(const document::Search& plan);
std::vector<Part> parts_of(const document::Partition& plan);
std::vector<Part> parts_of(const document::HbspMatmul& plan);

/// The same of a document of any kind with shares; of a job it is the plan.
/// @throws InputError  if the document is not sound, or is a job without a plan or with one that has no shares.
std::vector<Part> parts_of(const document::Document& document);

/// The kinds of documents that have shares.
const std::vector<std::string>& kinds_with_shares();

/// What the program that does `part`, one of `ranks`, is told; on the planned host.
Values values_of(const Part& part, std::size_t ranks);

}  // namespace uneven::shares
