#pragma once

#include <cstdint>

#include "document/hbsp_matmul.hpp"

namespace uneven::hbsp {

/// Bytes that one processor holds during a product: its parts of A, B and C, and two panels of each input.
///
/// @param bytes  of an element.
std::int64_t matmul_memory(const document::HbspMatmul& plan, std::int64_t processor, std::int64_t bytes);

}  // namespace uneven::hbsp
