// SPDX-License-Identifier: MIT
#include "elements/central_outbox.hpp"

#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "elements/serial.hpp"

namespace uneven::elements {

CentralOutbox::CentralOutbox(const Program& program, const std::vector<BlockLayout>& layouts)
    : mail(mail_of(program, layouts)), groups_(groups_of(program)), made_(groups_.size()) {}

double* CentralOutbox::table(int group) {
  throw std::logic_error("a central element sends to group " + std::to_string(group) +
                         " by a table; expected a multicast, or messages to a keyed group");
}

void CentralOutbox::send(int group, std::int64_t key, std::int64_t message) { mail_to(mail, group).send(key, message); }

void CentralOutbox::post(int group, std::int64_t key, std::int64_t from, const void* message, std::size_t bytes) {
  mail_to(mail, group).post(key, from, message, bytes);
}

std::byte* CentralOutbox::make(int group) {
  return room_for_made(groups_, group, std::numeric_limits<std::int64_t>::max(), made_);
}

std::vector<std::vector<MadeByBlock>> CentralOutbox::take_made() {
  return std::exchange(made_, std::vector<std::vector<MadeByBlock>>(groups_.size()));
}

}  // namespace uneven::elements
