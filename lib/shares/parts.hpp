// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "document/array_shares.hpp"
#include "document/common.hpp"
#include "document/document.hpp"
#include "document/hbsp_costs.hpp"
#include "document/hbsp_matmul.hpp"
#include "document/partition.hpp"
#include "document/search.hpp"

namespace uneven::shares {

/// A name and its value: `{name}` stands for the value in a command, UNEVEN_NAME holds it in the environment.
struct Word {
  std::string name;                  ///< lower-case letters and _
  std::optional<std::string> value;  ///< absent: `{name}` stays as it is, and the variable is not set
};

/// The values that a program gets about its part.
struct Values {
  std::int64_t rank = 0;   ///< number of the part, 0 <= rank < ranks
  std::int64_t ranks = 1;  ///< parts of the plan
  std::optional<std::string> host{};
  document::Range elements{};
  double share = 0;                                  ///< fraction of the whole, 0..1
  std::optional<document::Range> rows{}, columns{};  ///< of a block
};

/// The words of a part, in this order:
///
///     rank ranks        the number of the part and of all
///     first count last  of its elements: last = first + count - 1. Of an empty part count is 0 and last is first - 1,
///                       so that `seq {first} {last}` counts nothing
///     share             the fraction, such as 0.25 or 0.000125, without exponent
///     host
///     first_row row_count first_column column_count, of a block
///     rows columns      the same as "first count"
///
/// Append words of your own.
std::vector<Word> words_of(const Values& values);

/// A word of a command with values in place of `{name}`, also inside the word: part-{rank}.exr. Other text in
/// braces stays as it is; a `{name}` inside a value is not replaced. Cost: linear.
std::string replaced(const std::string& text, const std::vector<Word>& words);

/// The same of each word of a command.
std::vector<std::string> replaced(std::vector<std::string> command, const std::vector<Word>& words);

/// Name of the environment variable: UNEVEN_RANK for rank.
std::string variable_name(const std::string& name);

/// A value as one word of a shell: in single quotes where it has characters beyond letters, digits and %+,-./:=@_
std::string quoted(const std::string& value);

/// The environment variables, NAME=value, of the words that have a value.
std::vector<std::string> environment_of(const std::vector<Word>& words);

/// The same as lines for a shell, with quoted values.
std::string shell_lines(const std::vector<Word>& words);

/// Puts the command in the place of this process, with the words in its arguments and in its environment. Variables of
/// words without a value are removed: they may come from a with-share around this one.
///
/// @param command  the program, looked for in PATH, and its arguments; not empty.
/// @throws ExitError  127 if there is no such program, 126 if it cannot be executed, as env(1).
/// @throws SystemError  if a variable cannot be set.
[[noreturn]] void execute(const std::vector<std::string>& command, const std::vector<Word>& words);

/// The part of one processor, for every kind of plan. Left-out processors have an empty part: count and
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

/// The values for the program of `part`, one of `ranks`; on the planned host.
Values values_of(const Part& part, std::size_t ranks);

/// A header, then a line for each part, fields separated by tabs: rank, host, first, count, share, seconds, memory in
/// bytes, and of blocks rows and columns as "first count". "-" stands for a value that the plan lacks.
std::string tsv(const std::vector<Part>& parts);

/// A file of hosts for mpirun of Open MPI: "node1 slots=2". Each host once, in the order of its first part, with a slot
/// for each part.
/// @throws InputError  if the host of a part is not known or has characters that the file cannot hold; so do
///   machinefile() and rankfile().
std::string hostfile(const std::vector<Part>& parts);

/// The same for mpiexec of MPICH: "node1:2".
std::string machinefile(const std::vector<Part>& parts);

/// A file of ranks for mpirun of Open MPI: "rank 0=node1 slot=0". The parts of a host take its cores from 0, one for
/// each thread.
std::string rankfile(const std::vector<Part>& parts);

/// A file for srun --multi-prog: "0 env UNEVEN_RANK=0 UNEVEN_COUNT=25 ..."; the user appends the command to each line.
/// @throws InputError  if a host's name has characters that the file cannot quote.
std::string multi_prog(const std::vector<Part>& parts);

/// The environment of part `rank` as lines for a shell.
/// @throws UsageError  if the plan has no such part.
/// @throws InputError  if its host is a name that no variable can hold.
std::string shell_environment(const std::vector<Part>& parts, std::int64_t rank);

}  // namespace uneven::shares
