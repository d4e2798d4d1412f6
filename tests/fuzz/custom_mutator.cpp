// SPDX-License-Identifier: MIT
// How libFuzzer changes inputs: half of the time as bytes, half as its target asks.
#include <cstdint>
#include <cstring>
#include <string>

#include "mutation.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* bytes, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* bytes, std::size_t size, std::size_t most, unsigned seed) {
  uneven::fuzz::Random random(seed);
  if (random() % 2) return LLVMFuzzerMutate(bytes, size, most);
  const std::string text(bytes, bytes + size), changed = uneven::fuzz::changed(text, text, random);
  if (changed.size() > most) return LLVMFuzzerMutate(bytes, size, most);
  std::memcpy(bytes, changed.data(), changed.size());
  return changed.size();
}
