#include "search/codes.hpp"

#include <bit>
#include <string>

#include "base/error.hpp"
#include "base/foreign_text.hpp"
#include "search/text.hpp"

namespace uneven::search {
namespace {

constexpr std::uint16_t kUnknownBit = 0x8000;
constexpr int kBits = 15;

std::u32string levels_of(std::string_view code) {
  const std::u32string levels = code_points(code);
  if (levels.size() != kLevels)
    throw InputError("'" + shown_data(code) + "' has " + std::to_string(levels.size()) +
                     " levels; expected 3 characters, or --- if unknown");
  return levels;
}

}  // namespace

CodeBook::CodeBook(const Dictionary& values) {
  for (std::uint32_t id = 0; id < values.size(); ++id) {
    const std::u32string levels = code_points(values.value(id));
    if (levels.size() != kLevels || values.value(id) == kUnknownCode) continue;
    for (std::size_t level = 0; level < kLevels; ++level)
      symbols_[level].try_emplace(levels[level], static_cast<std::uint16_t>(symbols_[level].size() + 1));
  }
  int bits = 0;
  for (std::size_t level = kLevels; level-- > 0;) {
    shift_[level] = bits;
    bits += std::bit_width(symbols_[level].size());
  }
  if (bits > kBits) throw InputError("the levels need " + std::to_string(bits) + " bits; there are 15");
  for (std::size_t level = 0; level < kLevels; ++level)
    masks_[level] = static_cast<std::uint16_t>(0xffff << shift_[level]);
}

std::uint16_t CodeBook::pack_query(std::string_view code) const {
  if (code == kUnknownCode) return 0;
  const std::u32string levels = levels_of(code);
  unsigned packed = 0;
  for (std::size_t level = 0; level < kLevels; ++level) {
    const auto symbol = symbols_[level].find(levels[level]);
    if (symbol != symbols_[level].end()) packed |= static_cast<unsigned>(symbol->second) << shift_[level];
  }
  return static_cast<std::uint16_t>(packed);
}

std::uint16_t CodeBook::pack_example(std::string_view code) const {
  return code == kUnknownCode ? kUnknownBit : pack_query(code);
}

}  // namespace uneven::search
