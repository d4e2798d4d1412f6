// SPDX-License-Identifier: MIT
// How libFuzzer changes documents: half of the time as bytes, half as JSON.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>

#include "json_mutation.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* bytes, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* bytes, std::size_t size, std::size_t most, unsigned seed) {
  std::mt19937_64 random(seed);
  if (random() % 2) return LLVMFuzzerMutate(bytes, size, most);
  const std::string text(bytes, bytes + size), changed = uneven::fuzz::with_json_changes(text, text, random);
  if (changed.size() > most) return LLVMFuzzerMutate(bytes, size, most);
  std::memcpy(bytes, changed.data(), changed.size());
  return changed.size();
}
