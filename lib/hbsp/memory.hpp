#pragma once

#include <cstdint>

#include "document/hbsp_matmul.hpp"

namespace uneven::hbsp {

/// Panels of each input that are sent by the time that one of them is used: it and those on their way. Each starts at
/// few processors, which send in bursts; that many keep every link of a slow network busy, and still need less room
/// than the parts of large matrices.
inline constexpr std::int64_t panels_sent = 16;

/// Panels of each input that a processor has room for during a product: one more than are sent, so that what comes from
/// a processor that is ahead has its place, too. MPI keeps what has none in fresh memory, and copies it again.
std::int64_t panels_held(const document::HbspMatmul& plan);

/// Bytes that one processor holds during a product: its parts of A, B and C, `panels_held` panels of each input, and as
/// many of its own part of A, packed for others.
///
/// @param bytes  of an element.
std::int64_t matmul_memory(const document::HbspMatmul& plan, std::int64_t processor, std::int64_t bytes);

}  // namespace uneven::hbsp
