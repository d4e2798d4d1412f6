// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "mutation.hpp"

namespace uneven::fuzz {

/// How an input is packed, by its first bytes.
enum class Packing { none, gzip, zstd, zip };
Packing packing_of(const std::string& bytes);

/// What is in an input: of gzip and zstd all of it, of a ZIP file its files.
struct Member {
  std::string name, bytes;
};

/// Nothing if it is damaged. Knows ZIP files as numpy.savez writes them, and those of packed().
std::vector<Member> unpacked(const std::string& bytes, Packing packing);

/// Packs at random: levels, stored or deflated, in one piece or in several.
std::string packed(const std::vector<Member>& members, Packing packing, Random& random);

}  // namespace uneven::fuzz
