// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "elements/growth.hpp"
#include "elements/mail.hpp"
#include "elements/program.hpp"

namespace uneven::elements {

/// What central elements send to keyed groups, and the elements that they make.
class CentralOutbox : public Outbox {
 public:
  /// @param layouts  by group.
  CentralOutbox(const Program& program, const std::vector<BlockLayout>& layouts);

  double* table(int group) override;
  void send(int group, std::int64_t key, std::int64_t message) override;
  void post(int group, std::int64_t key, std::int64_t from, const void* message, std::size_t bytes) override;
  std::byte* make(int group) override;

  /// The elements made since the last call, by group, as if by one block behind those of all spread elements.
  std::vector<std::vector<MadeByBlock>> take_made();

  std::vector<std::unique_ptr<Mail>> mail;  ///< by group; null where not keyed

 private:
  std::vector<Group> groups_;
  std::vector<std::vector<MadeByBlock>> made_;
};

}  // namespace uneven::elements
