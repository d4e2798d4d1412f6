// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <stdexcept>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "comm/communicator.hpp"
#include "data/table.hpp"
#include "document/checkpoint.hpp"
#include "document/document.hpp"
#include "elements/data.hpp"
#include "elements/mail.hpp"

namespace uneven::elements {

void gather_in_order(const comm::Communicator& comm, const Waiting& waiting, const Store& store,
                     const std::function<std::string(const Block&)>& make,
                     const std::function<void(const std::string&)>& use) {
  ByteWriter numbers;
  for (const auto& [number, block] : store.blocks) numbers.put(number);
  const std::vector<std::string> everyones = comm::all_gather(comm, numbers.bytes);
  if (comm.rank() != 0) {
    for (const auto& [number, block] : store.blocks) {
      Sending sending(comm, 0, tag_exchange, make(*block));
      waiting.until([&] { return sending.done(); });
    }
    return;
  }
  std::vector<int> owner(static_cast<std::size_t>(store.layout.blocks()));
  for (std::size_t rank = 0; rank < everyones.size(); ++rank)
    for (ByteReader in(everyones[rank]); !in.at_end();)
      owner[static_cast<std::size_t>(in.get<std::int64_t>())] = static_cast<int>(rank);
  for (std::int64_t b = 0; b < store.layout.blocks(); ++b) {
    const int from = owner[static_cast<std::size_t>(b)];
    use(from == 0 ? make(*store.blocks.at(b)) : receive(comm, from, tag_exchange, waiting));
  }
}

namespace {

constexpr double largest_whole = 0x1p53;

/// Whether a number of an output is one that the output's file can hold.
bool is_sound(double number, bool whole) {
  return whole ? std::abs(number) <= largest_whole && number == std::trunc(number) : std::isfinite(number);
}

}  // namespace

std::string path_of_keys(const std::string& path) {
  const std::size_t dot = path.ends_with(".npy") ? path.size() - 4 : path.size();
  return path.substr(0, dot) + ".keys.npy";
}

namespace {

/// A field of a CSV file: in quotation marks where it must.
std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"") == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

/// What is to be written of this process's elements of a group, in the order of its blocks.
struct OutputLines {
  std::map<std::int64_t, std::size_t> first;  ///< of each block
  std::vector<std::int64_t> elements, whole;  ///< numbers of the elements; values, if they are whole
  std::vector<double> values;
  std::vector<std::string> keys, value_keys;  ///< CSV: of the elements, and of values that are elements
  std::vector<std::int64_t> whole_keys;       ///< NPY: of the elements
};

OutputLines values_of(const Program& program, const State& state, const Store& store) {
  const int group = program.output_group();
  const bool whole = program.whole_output() || program.key_output();
  OutputLines lines;
  for (const auto& [number, block] : store.blocks) {
    const std::size_t first = lines.first[number] = lines.values.size();
    lines.values.resize(first + static_cast<std::size_t>(block->count));
    const auto multicast = state.multicast[static_cast<std::size_t>(group)];
    program.output(batch_of(group, store.layout, *block, multicast), lines.values.data() + first);
    for (std::int64_t i = 0; i < block->count; ++i) {
      lines.elements.push_back(number * store.layout.elements + i);
      const double value = lines.values[first + static_cast<std::size_t>(i)];
      if (!is_sound(value, whole) && !(program.infinite_output() && std::isinf(value)))
        throw std::logic_error("the output of element " + std::to_string(lines.elements.back()) + " is " +
                               shortest(value) + "; expected " +
                               (whole ? "a whole number up to 2^53" : "a finite number"));
      if (whole) lines.whole.push_back(static_cast<std::int64_t>(value));
      if (program.key_output() && (value < 0 || value >= static_cast<double>(store.layout.count)))
        throw std::logic_error("the output of element " + std::to_string(lines.elements.back()) + " is " +
                               shortest(value) + "; expected an element");
    }
  }
  return lines;
}

/// Keys take the place of numbers. Collective.
void find_keys(bool csv, bool of_values, const Keys& keys, const comm::Communicator& comm, const Waiting& waiting,
               OutputLines& lines) {
  if (csv && keys.are_listed()) lines.keys = keys.texts_of(comm, waiting, lines.elements);
  if (csv && of_values) lines.value_keys = keys.texts_of(comm, waiting, lines.whole);
  if (csv || !keys.are_whole()) return;
  if (keys.are_listed()) lines.whole_keys = keys.whole_of(comm, waiting, lines.elements);
  if (of_values) lines.whole = keys.whole_of(comm, waiting, lines.whole);
}

std::string csv_line(const OutputLines& lines, std::size_t i) {
  std::string line = lines.keys.empty() ? "" : csv_field(lines.keys[i]) + ",";
  if (!lines.value_keys.empty()) return line + csv_field(lines.value_keys[i]) + "\n";
  if (!lines.whole.empty()) return line + std::to_string(lines.whole[i]) + "\n";
  return line + (std::isinf(lines.values[i]) ? word_of(lines.values[i]) : shortest(lines.values[i])) + "\n";
}

template <class Number>
void append(std::string& bytes, const std::vector<Number>& numbers, std::size_t first, std::size_t count) {
  if (!numbers.empty()) bytes.append(reinterpret_cast<const char*>(numbers.data() + first), count * sizeof(Number));
}

}  // namespace

void write_output(const std::string& path, const Program& program, const State& state, const comm::Communicator& comm,
                  const Waiting& waiting, const Store& store, const Keys& keys) {
  const bool csv = is_csv(path), whole = program.whole_output() || program.key_output();
  const bool beside = !csv && keys.are_listed() && keys.are_whole();
  OutputLines lines = values_of(program, state, store);
  find_keys(csv, program.key_output(), keys, comm, waiting, lines);
  std::optional<OutputFile> file, file_of_keys;
  if (comm.rank() == 0) {
    file.emplace(path);
    if (beside) file_of_keys.emplace(path_of_keys(path));
    if (!csv) file->stream() << data::npy_header(whole ? data::NpyType::i8 : data::NpyType::f8, {store.layout.count});
    if (beside) file_of_keys->stream() << data::npy_header(data::NpyType::i8, {store.layout.count});
  }
  const auto make = [&](const Block& block) {
    const std::size_t first = lines.first.at(block.number), count = static_cast<std::size_t>(block.count);
    std::string bytes;
    if (csv) {
      for (std::size_t i = first; i < first + count; ++i) bytes += csv_line(lines, i);
    } else {
      whole ? append(bytes, lines.whole, first, count) : append(bytes, lines.values, first, count);
      append(bytes, lines.whole_keys, first, count);
    }
    return bytes;
  };
  gather_in_order(comm, waiting, store, make, [&](const std::string& bytes) {
    const std::int64_t of_values = beside ? std::ssize(bytes) / 2 : std::ssize(bytes);
    file->stream().write(bytes.data(), of_values);
    if (beside) file_of_keys->stream().write(bytes.data() + of_values, of_values);
  });
  if (file) file->commit();
  if (file_of_keys) file_of_keys->commit();
}

namespace {

constexpr const char* kind = "bsp-checkpoint";

[[noreturn]] void damaged(const std::string& how) { throw InputError("the checkpoint is damaged: " + how); }

/// Of all blocks that a checkpoint holds.
std::int64_t bytes_of_blocks(const std::vector<std::unique_ptr<Store>>& stores) {
  std::int64_t bytes = 0;
  for (const auto& store : stores)
    if (store && store->group.changes)
      bytes += store->layout.blocks() * static_cast<std::int64_t>(bytes_of_changes(*store));
  return bytes;
}

bool keeps_letters(const std::unique_ptr<Store>& store) { return store && store->group.join == Join::set; }

/// Bytes of the letters of each block, by store and block; empty for stores without. Collective.
std::vector<std::vector<std::int64_t>> lengths_of_letters(const std::vector<std::unique_ptr<Store>>& stores,
                                                          const comm::Communicator& comm) {
  std::vector<std::vector<std::int64_t>> lengths(stores.size());
  for (std::size_t g = 0; g < stores.size(); ++g) {
    if (!keeps_letters(stores[g])) continue;
    lengths[g].resize(static_cast<std::size_t>(stores[g]->layout.blocks()));
    ByteWriter mine;
    for (const auto& [number, block] : stores[g]->blocks) {
      mine.put(number);
      mine.put(std::ssize(pack_letters(*block)));
    }
    for (const std::string& bytes : comm::all_gather(comm, mine.bytes))
      for (ByteReader in(bytes); !in.at_end();) {
        const auto number = in.get<std::int64_t>();
        lengths[g][static_cast<std::size_t>(number)] = in.get<std::int64_t>();
      }
  }
  return lengths;
}

std::string pack(const State& state, const Position& position) {
  ByteWriter out;
  for (const auto& values : state.values) out.put(values);
  for (const auto& values : state.multicast) out.put(values);
  out.put(position.objective);
  return std::move(out.bytes);
}

void unpack(const std::string& bytes, const std::vector<Group>& groups, State& state, Position& position) {
  ByteReader in(bytes);
  for (auto& values : state.values) values = in.get_vector<double>();
  for (auto& values : state.multicast) values = in.get_vector<double>();
  position.objective = in.get_vector<double>();
  in.require_at_end();
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const std::int64_t expected = groups[g].central ? groups[g].count * groups[g].fields : 0;
    if (std::ssize(state.values[g]) != expected)
      damaged("it holds " + std::to_string(state.values[g].size()) + " numbers of the group " + groups[g].name +
              "; expected " + std::to_string(expected));
    if (groups[g].central && !state.multicast[g].empty()) damaged("it holds a multicast to a central group");
  }
}

Position position_of(const document::Json& header, std::size_t groups) {
  Position position;
  const std::int64_t last = document::count_in(header, "last", -1);
  if (last >= static_cast<std::int64_t>(groups)) damaged("it tells of group " + std::to_string(last));
  position.last = static_cast<int>(last);
  position.superstep = document::count_in(header, "superstep");
  return position;
}

/// Reads the letters of this process's blocks. @return  where those of the store end.
std::int64_t read_letters(document::CheckpointInput& file, std::int64_t at, Store& store) {
  std::vector<std::int64_t> lengths(static_cast<std::size_t>(store.layout.blocks()));
  const auto size = static_cast<std::int64_t>(lengths.size() * sizeof(std::int64_t));
  if (size > file.bytes() - at) damaged("its header tells of another length");
  file.read(at, size, lengths.data());
  at += size;
  for (std::size_t b = 0; b < lengths.size(); ++b) {
    if (lengths[b] < 0 || lengths[b] > file.bytes() - at) damaged("it tells of messages that it does not hold");
    const auto found = store.blocks.find(static_cast<std::int64_t>(b));
    if (found != store.blocks.end()) {
      std::string bytes(static_cast<std::size_t>(lengths[b]), '\0');
      file.read(at, lengths[b], bytes.data());
      unpack_letters(bytes, *found->second);
    }
    at += lengths[b];
  }
  return at;
}

std::uint64_t read_existing(const std::string& path, const document::Json& identity, const Program& program,
                            Engine& engine, std::vector<std::unique_ptr<Store>>& stores) {
  document::CheckpointInput file(path);
  document::in_document(path, [&] {
    const document::Json header = document::read_checkpoint_header(file.header(), kind, identity);
    const std::vector<Group> groups = program.groups();
    Position position = position_of(header, groups.size());
    std::int64_t at = document::count_in(header, "state_bytes");
    if (at > file.bytes() || at + bytes_of_blocks(stores) > file.bytes()) damaged("its header tells of another length");
    std::string bytes(static_cast<std::size_t>(at), '\0');
    file.read(0, at, bytes.data());
    unpack(bytes, groups, engine.state(), position);
    const std::int64_t iterations = std::ssize(position.objective);
    if (iterations != document::count_in(header, "iterations") || iterations > position.superstep ||
        !program.can_resume(engine.state(), position.last) ||
        iterations > std::max<std::int64_t>(0, program.iterations(engine.state())))
      damaged("it holds what the program does not write");
    engine.position() = std::move(position);
    for (const auto& store : stores) {
      if (!store || !store->group.changes) continue;
      const auto size = static_cast<std::int64_t>(bytes_of_changes(*store));
      bytes.resize(static_cast<std::size_t>(size));
      for (auto& [number, block] : store->blocks) {
        file.read(at + number * size, size, bytes.data());
        unpack_changes(*store, bytes, *block);
      }
      at += store->layout.blocks() * size;
    }
    for (const auto& store : stores)
      if (keeps_letters(store)) at = read_letters(file, at, *store);
    if (at != file.bytes()) damaged("its header tells of another length");
  });
  return file.seal();
}

}  // namespace

void write_checkpoint(const std::string& path, const document::Json& identity, Engine& engine,
                      const std::vector<std::unique_ptr<Store>>& stores, const comm::Communicator& comm,
                      const Waiting& waiting) {
  std::optional<document::CheckpointOutput> file;
  const auto lengths = lengths_of_letters(stores, comm);
  if (comm.rank() == 0) {
    const Position& position = engine.position();
    const std::string state = pack(engine.state(), position);
    const std::string header = document::checkpoint_header(kind, identity,
                                                           {{"last", position.last},
                                                            {"superstep", position.superstep},
                                                            {"iterations", position.objective.size()},
                                                            {"state_bytes", state.size()}});
    std::int64_t letters = 0;
    for (const auto& of_store : lengths)
      for (const std::int64_t length : of_store) letters += length + static_cast<std::int64_t>(sizeof length);
    file.emplace(path, header, std::ssize(state) + bytes_of_blocks(stores) + letters);
    file->write(state.data(), state.size());
  }
  for (const auto& store : stores)
    if (store && store->group.changes)
      gather_in_order(
          comm, waiting, *store, [&](const Block& block) { return pack_changes(*store, block); },
          [&](const std::string& bytes) { file->write(bytes.data(), bytes.size()); });
  for (std::size_t g = 0; g < stores.size(); ++g) {
    if (!keeps_letters(stores[g])) continue;
    if (file) file->write(lengths[g].data(), lengths[g].size() * sizeof(std::int64_t));
    gather_in_order(comm, waiting, *stores[g], pack_letters,
                    [&](const std::string& bytes) { file->write(bytes.data(), bytes.size()); });
  }
  if (file) file->commit();
}

std::optional<std::uint64_t> read_checkpoint(const std::string& path, const document::Json& identity,
                                             const Program& program, Engine& engine,
                                             std::vector<std::unique_ptr<Store>>& stores) {
  if (is_missing(path)) return std::nullopt;
  return read_existing(path, identity, program, engine, stores);
}

}  // namespace uneven::elements
