#include "elements/checkpoint.hpp"

#include <optional>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/output_file.hpp"
#include "data/file.hpp"
#include "document/checkpoint.hpp"
#include "document/document.hpp"
#include "elements/bytes.hpp"

namespace uneven::elements {

namespace {

constexpr const char* kind = "bsp-checkpoint";

void unpack_state(const std::string& bytes, const std::vector<Group>& groups, State& state) {
  ByteReader in(bytes);
  for (auto& values : state.values) values = in.get_vector<double>();
  for (auto& values : state.multicast) values = in.get_vector<double>();
  in.require_at_end();
  for (std::size_t g = 0; g < groups.size(); ++g)
    if (groups[g].central && std::ssize(state.values[g]) != groups[g].count * groups[g].fields)
      throw InputError("holds " + std::to_string(state.values[g].size()) + " numbers of the group " + groups[g].name +
                       "; expected " + std::to_string(groups[g].count * groups[g].fields));
}

void read_existing(const std::string& path, const document::Json& identity, const std::vector<Group>& groups,
                   Engine& engine, std::vector<std::unique_ptr<Store>>& stores) {
  data::InputFile file(path);
  std::string line;
  file.next_line(line);
  const document::Json header = document::checkpoint_header(line, kind, identity);
  std::int64_t at = std::ssize(line) + 1, bytes_of_blocks = 0;
  for (const auto& store : stores)
    if (store && store->group.changes)
      bytes_of_blocks += store->layout.blocks() * static_cast<std::int64_t>(bytes_of_changes(*store));
  const std::int64_t bytes_of_state = header.at("state_bytes");
  if (bytes_of_state < 0 || bytes_of_state != file.bytes() - at - bytes_of_blocks)
    throw InputError("is not as long as its first line says");
  std::string bytes(static_cast<std::size_t>(bytes_of_state), '\0');
  file.read(at, bytes_of_state, bytes.data());
  unpack_state(bytes, groups, engine.state());
  engine.position() = {header.value("last", -1), stop, header.value("superstep", std::int64_t{0}),
                       document::numbers_or_nan(header.at("objective"))};
  at += bytes_of_state;
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
}

}  // namespace

void write_checkpoint(const std::string& path, const document::Json& identity, Engine& engine,
                      const std::vector<std::unique_ptr<Store>>& stores, const comm::Communicator& comm,
                      const Waiting& waiting) {
  std::optional<OutputFile> file;
  if (comm.rank() == 0) {
    ByteWriter state;
    for (const auto& values : engine.state().values) state.put(values);
    for (const auto& values : engine.state().multicast) state.put(values);
    file.emplace(path);
    file->stream() << document::OrderedJson{{"kind", kind},
                                            {"version", 1},
                                            {"identity", identity},
                                            {"last", engine.position().last},
                                            {"superstep", engine.position().superstep},
                                            {"objective", engine.position().objective},
                                            {"state_bytes", state.bytes.size()}}
                          .dump()
                   << '\n'
                   << state.bytes;
  }
  for (const auto& store : stores)
    if (store && store->group.changes)
      gather_in_order(
          comm, waiting, *store, [&](const Block& block) { return pack_changes(*store, block); },
          [&](const std::string& bytes) { file->stream().write(bytes.data(), std::ssize(bytes)); });
  if (file) file->commit();
}

bool read_checkpoint(const std::string& path, const document::Json& identity, const std::vector<Group>& groups,
                     Engine& engine, std::vector<std::unique_ptr<Store>>& stores) {
  if (is_missing(path)) return false;
  document::in_document(path, [&] { read_existing(path, identity, groups, engine, stores); });
  return true;
}

}  // namespace uneven::elements
