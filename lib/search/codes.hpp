#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string_view>

#include "search/table.hpp"

namespace uneven::search {

inline constexpr int kLevels = 3;
inline constexpr std::string_view kUnknownCode = "---";

/// Thesaurus codes of three levels, one character each, as 16 bits: the first level highest, and bit 15 for an unknown
/// code.
///
///     bit 15      14 ...                      0
///     unknown     level 1 | level 2 | level 3
///
/// Levels of two codes are equal where the exclusive or of their bits is 0. Symbol 0 of a level is what no example has
/// there, and an unknown example has bit 15, which no query has: so what is unknown differs from everything, another
/// unknown included.
class CodeBook {
 public:
  CodeBook() = default;
  /// @throws InputError if the levels have too many different characters for 15 bits. Values of a wrong form are left
  /// to `pack`.
  explicit CodeBook(const Dictionary& values);

  /// @throws InputError if `code` is neither three characters nor `---`.
  std::uint16_t pack_example(std::string_view code) const;
  std::uint16_t pack_query(std::string_view code) const;

  /// The bits in which codes with equal first `level` + 1 levels agree.
  std::uint16_t mask(int level) const { return masks_[static_cast<std::size_t>(level)]; }

 private:
  std::array<std::map<char32_t, std::uint16_t>, kLevels> symbols_;
  std::array<int, kLevels> shift_{};
  std::array<std::uint16_t, kLevels> masks_{};
};

}  // namespace uneven::search
