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
#include "data/formats/npy.hpp"
#include "data/text/fields.hpp"
#include "elements/data.hpp"
#include "elements/growth.hpp"
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

/// The output values of this process's elements of a group, in the order of its blocks.
struct OutputLines {
  std::map<std::int64_t, std::pair<std::size_t, std::size_t>> of_block;  ///< the first one of each, and how many
  std::vector<std::int64_t> elements, whole;  ///< numbers of the elements; values, if they are whole
  std::vector<double> values;
  std::vector<std::string> keys, value_keys;  ///< CSV: of the elements, and of values that are elements
  std::vector<std::int64_t> whole_keys;       ///< NPY: of the elements
};

OutputLines values_of(const Program& program, std::size_t number_of_field, const OutputField& field, const State& state,
                      const Store& store) {
  const int group = field.group;
  const bool whole = field.whole || field.keys;
  OutputLines lines;
  for (const auto& [number, block] : store.blocks) {
    const std::size_t first = lines.values.size();
    std::vector<double> values(static_cast<std::size_t>(block->count));
    const auto multicast = state.multicast[static_cast<std::size_t>(group)];
    program.output_field(number_of_field, batch_of(group, store.layout, *block, multicast), values.data());
    const std::uint8_t* removed = removed_in(store.layout, *block);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (removed && removed[i]) continue;
      lines.elements.push_back(number * store.layout.elements + static_cast<std::int64_t>(i));
      const double value = values[i];
      lines.values.push_back(value);
      if (!is_sound(value, whole) && !(field.infinite && std::isinf(value)))
        throw std::logic_error("the output of element " + std::to_string(lines.elements.back()) + " is " +
                               shortest(value) + "; expected " +
                               (whole ? "a whole number up to 2^53" : "a finite number"));
      if (whole) lines.whole.push_back(static_cast<std::int64_t>(value));
      if (field.keys && (value < 0 || value >= static_cast<double>(store.layout.count)))
        throw std::logic_error("the output of element " + std::to_string(lines.elements.back()) + " is " +
                               shortest(value) + "; expected an element");
    }
    lines.of_block[number] = {first, lines.values.size() - first};
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
  std::string line = lines.keys.empty() ? "" : data::csv_field(lines.keys[i]) + ",";
  if (!lines.value_keys.empty()) return line + data::csv_field(lines.value_keys[i]) + "\n";
  if (!lines.whole.empty()) return line + std::to_string(lines.whole[i]) + "\n";
  return line + (std::isinf(lines.values[i]) ? word_of(lines.values[i]) : shortest(lines.values[i])) + "\n";
}

template <class Number>
void append(std::string& bytes, const std::vector<Number>& numbers, std::size_t first, std::size_t count) {
  if (!numbers.empty()) bytes.append(reinterpret_cast<const char*>(numbers.data() + first), count * sizeof(Number));
}

}  // namespace

void write_output(const std::string& path, const Program& program, std::size_t number_of_field, const State& state,
                  const comm::Communicator& comm, const Waiting& waiting, const Store& store, const Keys& keys) {
  const OutputField field = program.output_fields().at(number_of_field);
  const bool csv = is_csv(path), whole = field.whole || field.keys;
  const bool beside = !csv && keys.are_listed() && keys.are_whole();
  OutputLines lines = values_of(program, number_of_field, field, state, store);
  find_keys(csv, field.keys, keys, comm, waiting, lines);
  std::int64_t count = 0;
  for (const std::int64_t here : comm::all_gather(comm, static_cast<std::int64_t>(lines.values.size()))) count += here;
  std::optional<OutputFile> file, file_of_keys;
  if (comm.rank() == 0) {
    file.emplace(path);
    if (beside) file_of_keys.emplace(path_of_keys(path));
    if (!csv) file->stream() << data::npy_header(whole ? data::NpyType::i8 : data::NpyType::f8, {count});
    if (beside) file_of_keys->stream() << data::npy_header(data::NpyType::i8, {count});
  }
  const auto make = [&](const Block& block) {
    const auto [first, here] = lines.of_block.at(block.number);
    std::string bytes;
    if (csv) {
      for (std::size_t i = first; i < first + here; ++i) bytes += csv_line(lines, i);
    } else {
      whole ? append(bytes, lines.whole, first, here) : append(bytes, lines.values, first, here);
      append(bytes, lines.whole_keys, first, here);
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

}  // namespace uneven::elements
