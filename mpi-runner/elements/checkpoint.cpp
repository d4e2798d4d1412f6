#include "elements/checkpoint.hpp"

#include <filesystem>
#include <optional>

#include "base/error.hpp"
#include "base/file.hpp"
#include "data/file.hpp"
#include "elements/bytes.hpp"

namespace uneven::elements {

namespace {

constexpr const char* kind = "bsp-checkpoint";

void require_same(const std::string& path, const document::Json& found, const document::Json& expected) {
  for (const auto& [key, value] : expected.items()) {
    const document::Json other = found.value(key, document::Json(nullptr));
    if (other != value)
      throw InputError(path + ": is of another run: its " + key + " is " + other.dump() + ", not " + value.dump());
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

bool read_checkpoint(const std::string& path, const document::Json& identity, Engine& engine,
                     std::vector<std::unique_ptr<Store>>& stores) {
  if (!std::filesystem::exists(path)) return false;
  data::InputFile file(path);
  std::string line;
  file.next_line(line);
  const document::Json header = document::Json::parse(line, nullptr, false);
  if (!header.is_object() || header.value("kind", "") != kind || header.value("version", 0) != 1)
    throw InputError(path + ": is no checkpoint of a data-parallel run");
  require_same(path, header.value("identity", document::Json::object()), identity);
  std::int64_t at = std::ssize(line) + 1;
  std::string bytes(header.value("state_bytes", std::size_t{0}), '\0');
  std::int64_t expected = at + std::ssize(bytes);
  for (const auto& store : stores)
    if (store && store->group.changes)
      expected += store->layout.blocks() * static_cast<std::int64_t>(bytes_of_changes(*store));
  if (file.bytes() != expected) throw InputError(path + ": is not as long as its first line says");
  file.read(at, std::ssize(bytes), bytes.data());
  ByteReader in(bytes);
  for (auto& values : engine.state().values) values = in.get_vector<double>();
  for (auto& values : engine.state().multicast) values = in.get_vector<double>();
  engine.position() = {header.value("last", -1), stop, header.value("superstep", std::int64_t{0}),
                       header.value("objective", std::vector<double>())};
  at += std::ssize(bytes);
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
  return true;
}

}  // namespace uneven::elements
