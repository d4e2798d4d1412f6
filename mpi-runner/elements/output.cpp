#include "elements/output.hpp"

#include <cmath>
#include <optional>
#include <stdexcept>

#include "base/number.hpp"
#include "base/output_file.hpp"
#include "data/npy.hpp"

namespace uneven::elements {

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
