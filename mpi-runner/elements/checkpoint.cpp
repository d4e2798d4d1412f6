// SPDX-License-Identifier: MIT
#include "elements/checkpoint.hpp"

#include <algorithm>
#include <iterator>

#include "base/error.hpp"
#include "base/file.hpp"
#include "document/checkpoint.hpp"
#include "document/document.hpp"
#include "elements/block.hpp"

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

std::uint64_t read_existing(const std::string& path, const document::Json& identity, const Program& program,
                            Engine& engine, std::vector<std::unique_ptr<Store>>& stores) {
  document::CheckpointInput file(path);
  document::in_document(path, [&] {
    const document::Json header = document::read_checkpoint_header(file.header(), kind, identity);
    const std::vector<Group> groups = program.groups();
    Position position = position_of(header, groups.size());
    std::int64_t at = document::count_in(header, "state_bytes");
    if (at > file.bytes() || at + bytes_of_blocks(stores) != file.bytes())
      damaged("its header tells of another length");
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
  });
  return file.seal();
}

}  // namespace

void write_checkpoint(const std::string& path, const document::Json& identity, Engine& engine,
                      const std::vector<std::unique_ptr<Store>>& stores, const comm::Communicator& comm,
                      const Waiting& waiting) {
  std::optional<document::CheckpointOutput> file;
  if (comm.rank() == 0) {
    const Position& position = engine.position();
    const std::string state = pack(engine.state(), position);
    const std::string header = document::checkpoint_header(kind, identity,
                                                           {{"last", position.last},
                                                            {"superstep", position.superstep},
                                                            {"iterations", position.objective.size()},
                                                            {"state_bytes", state.size()}});
    file.emplace(path, header, std::ssize(state) + bytes_of_blocks(stores));
    file->write(state.data(), state.size());
  }
  for (const auto& store : stores)
    if (store && store->group.changes)
      gather_in_order(
          comm, waiting, *store, [&](const Block& block) { return pack_changes(*store, block); },
          [&](const std::string& bytes) { file->write(bytes.data(), bytes.size()); });
  if (file) file->commit();
}

std::optional<std::uint64_t> read_checkpoint(const std::string& path, const document::Json& identity,
                                             const Program& program, Engine& engine,
                                             std::vector<std::unique_ptr<Store>>& stores) {
  if (is_missing(path)) return std::nullopt;
  return read_existing(path, identity, program, engine, stores);
}

}  // namespace uneven::elements
