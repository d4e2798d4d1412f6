// SPDX-License-Identifier: MIT
#include "elements/output.hpp"

#include <cmath>
#include <optional>
#include <stdexcept>

#include "base/number.hpp"
#include "base/output_file.hpp"
#include "comm/collectives.hpp"
#include "data/npy.hpp"
#include "elements/block.hpp"

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

void write_output(const std::string& path, const Program& program, const State& state, const comm::Communicator& comm,
                  const Waiting& waiting, const Store& store) {
  const bool csv = is_csv(path), whole = program.whole_output();
  std::optional<OutputFile> file;
  if (comm.rank() == 0) {
    file.emplace(path);
    if (!csv) file->stream() << data::npy_header(whole ? data::NpyType::i8 : data::NpyType::f8, {store.layout.count});
  }
  const auto make = [&](const Block& block) {
    std::vector<double> numbers(static_cast<std::size_t>(block.count));
    program.output(batch_of(0, store.layout, block, state.multicast[0]), numbers.data());
    std::string bytes;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const double number = numbers[i];
      if (!is_sound(number, whole))
        throw std::logic_error("the output of element " +
                               std::to_string(block.number * store.layout.elements + static_cast<std::int64_t>(i)) +
                               " is " + shortest(number) + "; expected " +
                               (whole ? "a whole number up to 2^53" : "a finite number"));
      const std::int64_t integer = whole ? static_cast<std::int64_t>(number) : 0;
      if (csv)
        bytes += (whole ? std::to_string(integer) : shortest(number)) + "\n";
      else if (whole)
        bytes.append(reinterpret_cast<const char*>(&integer), sizeof integer);
      else
        bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    }
    return bytes;
  };
  gather_in_order(comm, waiting, store, make,
                  [&](const std::string& bytes) { file->stream().write(bytes.data(), std::ssize(bytes)); });
  if (file) file->commit();
}

}  // namespace uneven::elements
