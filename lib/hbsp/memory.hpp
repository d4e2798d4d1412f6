#pragma once

#include <cstdint>

#include "document/hbsp_matmul.hpp"

namespace uneven::hbsp {

/// Panels of each input that are sent by the time that one of them is used: it and those on their way. Owners of
/// consecutive panels send in bursts, which three panels of work hide.
inline constexpr std::int64_t panels_sent = 4;

/// Panels of each input that a processor has room for during a product: one more than are sent, so that what comes from
/// a processor that is ahead has its place, too. MPI keeps what has none in fresh memory, and copies it again.
inline constexpr std::int64_t panels_held = panels_sent + 1;

/// Panels that travel before anything is multiplied: one, and another to multiply while the next set out.
inline constexpr std::int64_t panels_first = 2;

/// Bytes that one processor holds during a product: its parts of A, B and C, `panels_held` panels of each input, and as
/// many of its own part of A, packed for others.
///
/// @param bytes  of an element.
std::int64_t matmul_memory(const document::HbspMatmul& plan, std::int64_t processor, std::int64_t bytes);

}  // namespace uneven::hbsp
