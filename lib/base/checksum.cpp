// SPDX-License-Identifier: MIT
#include "base/checksum.hpp"

#include <xxhash.h>

#include <cstdio>
#include <new>

namespace uneven {

Checksum::Checksum() : state_(XXH3_createState()) {
  if (!state_) throw std::bad_alloc();
  XXH3_64bits_reset(state_.get());
}

Checksum& Checksum::add(const void* bytes, std::size_t count) {
  XXH3_64bits_update(state_.get(), bytes, count);
  return *this;
}

std::uint64_t Checksum::value() const { return XXH3_64bits_digest(state_.get()); }

std::string Checksum::text() const {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(value()));
  return digits;
}

void Checksum::Free::operator()(XXH3_state_s* state) const { XXH3_freeState(state); }

}  // namespace uneven
