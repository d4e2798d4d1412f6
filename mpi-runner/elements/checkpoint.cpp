// SPDX-License-Identifier: MIT
#include "document/checkpoint.hpp"

#include <algorithm>
#include <optional>

#include "base/error.hpp"
#include "base/file.hpp"
#include "comm/communicator.hpp"
#include "document/document.hpp"
#include "elements/data.hpp"

namespace uneven::elements {

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

/// Elements of each group, removed ones too; nothing if no group varies.
std::optional<std::vector<std::int64_t>> counts_of(const std::vector<std::unique_ptr<Store>>& stores) {
  const auto varies = [](const auto& store) { return store && store->group.varies; };
  if (std::ranges::none_of(stores, varies)) return std::nullopt;
  std::vector<std::int64_t> counts;
  for (const auto& store : stores) counts.push_back(store ? store->layout.count : 0);
  return counts;
}

/// Groups become as large as those of the checkpoint. @param bytes  of the file.
void take_counts(const document::Json& header, std::int64_t bytes, Engine& engine,
                 const std::vector<std::unique_ptr<Store>>& stores) {
  const auto before = counts_of(stores);
  if (!before) return;
  const auto counts = header.at("counts").get<std::vector<std::int64_t>>();
  if (counts.size() != stores.size()) damaged("it tells of other groups");
  for (std::size_t g = 0; g < counts.size(); ++g) {
    if (counts[g] == (*before)[g]) continue;
    if (!stores[g] || !stores[g]->group.varies || stores[g]->of_data || counts[g] < (*before)[g] ||
        counts[g] > bytes / static_cast<std::int64_t>(bytes_of_changes(*stores[g])) * stores[g]->layout.elements)
      damaged("it tells of " + std::to_string(counts[g]) + " elements of a group of " + std::to_string((*before)[g]));
  }
  engine.resize(counts);
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
    take_counts(header, file.bytes(), engine, stores);
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
    document::Json place{{"last", position.last},
                         {"superstep", position.superstep},
                         {"iterations", position.objective.size()},
                         {"state_bytes", state.size()}};
    if (const auto counts = counts_of(stores)) place["counts"] = *counts;
    const std::string header = document::checkpoint_header(kind, identity, place);
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
