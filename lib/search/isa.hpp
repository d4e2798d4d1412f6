#pragma once

#include <string_view>

namespace uneven::search {

/// The instruction set of the scan. All give the same answer.
enum class Isa { portable, avx2, avx512 };

Isa best_isa();  ///< of this processor
std::string_view name_of(Isa isa);

}  // namespace uneven::search
