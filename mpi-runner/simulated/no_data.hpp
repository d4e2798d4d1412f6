// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "schedule/performer.hpp"

namespace uneven::simulated {

/// Data of a declared run: lengths only.
class NoData : public schedule::Actor {
 public:
  explicit NoData(std::int64_t element_bytes) : element_bytes_(element_bytes) {}
  void work(const schedule::Work&) override {}
  schedule::Memory memory(const schedule::Send& send) override { return of(send.message); }
  schedule::Memory memory(const schedule::Receive& receive) override { return of(receive.message); }

 private:
  schedule::Memory of(const schedule::Message& message) const {
    return {.columns = message.columns.count, .rows = message.rows.count, .element_bytes = element_bytes_};
  }
  std::int64_t element_bytes_;
};

}  // namespace uneven::simulated
