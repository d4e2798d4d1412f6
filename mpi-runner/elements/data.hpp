// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "document/common.hpp"
#include "document/json.hpp"
#include "document/options/program_options.hpp"
#include "elements/directory.hpp"
#include "elements/engine.hpp"
#include "elements/messages.hpp"
#include "elements/program.hpp"
#include "elements/store.hpp"

namespace uneven::elements {

/// The rows that become the elements of group 0: a table in a file, or points made up from the seed.
struct Rows {
  std::int64_t count = 0;
  int columns = 0;
  std::int64_t bytes = 0;           ///< of the file
  std::string name;                 ///< for messages
  std::vector<std::string> labels;  ///< words whose numbers the last column has, if they are text

  /// Reads a range; shape [range.count, columns]. Each process reads its own.
  /// @throws InputError  at a value that is not finite, naming its place.
  std::function<std::vector<double>(document::Range)> read;
  std::int64_t rows_at_a_time = 0;  ///< whole blocks
};

/// Of a file each process surveys a part. Collective.
Rows open_rows(const document::BspOptions& options, bool with_label, const comm::Communicator& comm);

/// All numbers of a small table in a file, row-major.
/// @throws InputError  unless it has this shape.
std::vector<double> read_table(const std::string& path, std::int64_t rows, int columns);

/// Rank 0 gets what every process makes of its blocks, in the order of the blocks, one at a time. Collective.
/// @param make  bytes of a block, where it is.
/// @param use   called at rank 0.
void gather_in_order(const comm::Communicator& comm, const Waiting& waiting, const Store& store,
                     const std::function<std::string(const Block&)>& make,
                     const std::function<void(const std::string&)>& use);

/// Whether the numbers of the elements are written as text.
inline bool is_csv(const std::string& path) { return path.ends_with(".csv"); }

/// Where the keys of elements are written whose numbers are in the NPY file `path`: x.keys.npy beside x.npy.
std::string path_of_keys(const std::string& path);

/// Writes an output of the program for each element of its group that is not removed, in their order: NPY or CSV.
/// Keys that do not follow from the elements' places stand before the numbers in CSV, and in path_of_keys() beside NPY,
/// if all keys are whole numbers. Rank 0 writes; no process holds all numbers. Collective.
/// @param number_of_field  in Program::output_fields().
void write_output(const std::string& path, const Program& program, std::size_t number_of_field, const State& state,
                  const comm::Communicator& comm, const Waiting& waiting, const Store& store, const Keys& keys);

/// Writes the state, then the blocks of the groups whose elements change, see document/checkpoint.hpp. Other
/// groups are read from the data again. Rank 0 writes. Collective.
/// @param identity  what must be the same in the run that resumes: program, data, seed, ...; the processes need not.
void write_checkpoint(const std::string& path, const document::Json& identity, Engine& engine,
                      const std::vector<std::unique_ptr<Store>>& stores, const comm::Communicator& comm,
                      const Waiting& waiting);

/// Every process reads the file itself.
/// @return  the seal of the file; nothing if there is none.
/// @throws InputError  if the file is damaged, of another identity, naming what differs, or holds what the program does
///                     not write.
std::optional<std::uint64_t> read_checkpoint(const std::string& path, const document::Json& identity,
                                             const Program& program, Engine& engine,
                                             std::vector<std::unique_ptr<Store>>& stores);

}  // namespace uneven::elements
