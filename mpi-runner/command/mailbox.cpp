// SPDX-License-Identifier: MIT
#include "command/mailbox.hpp"

#include <cstring>

#include "comm/wait.hpp"

namespace uneven::command {

namespace {

constexpr std::size_t head_bytes = sizeof(Message::say) + sizeof(Message::numbers);

}  // namespace

void Mailbox::send(const Message& message, int to) {
  Sending& sending = sending_.emplace_back();
  sending.bytes.resize(head_bytes);
  std::memcpy(sending.bytes.data(), &message.say, sizeof message.say);
  std::memcpy(sending.bytes.data() + sizeof message.say, message.numbers, sizeof message.numbers);
  sending.bytes += message.text;
  comm::check(MPI_Issend(sending.bytes.data(), comm::count_of(sending.bytes.size()), MPI_BYTE, to, out_, comm_.handle(),
                         &sending.request));
}

std::size_t Mailbox::unsent() {
  std::erase_if(sending_, [](Sending& sending) { return comm::is_done(sending.request); });
  return sending_.size();
}

std::optional<Mailbox::Received> Mailbox::receive() {
  auto arrived = comm::look_for(comm_, MPI_ANY_SOURCE, in_);
  if (!arrived) return std::nullopt;
  int count = 0;
  comm::check(MPI_Get_count(&arrived->status, MPI_BYTE, &count));
  std::string bytes(static_cast<std::size_t>(count), '\0');
  comm::check(MPI_Mrecv(bytes.data(), count, MPI_BYTE, &arrived->message, MPI_STATUS_IGNORE));
  Received received{arrived->status.MPI_SOURCE, {}};
  std::memcpy(&received.message.say, bytes.data(), sizeof received.message.say);
  std::memcpy(received.message.numbers, bytes.data() + sizeof received.message.say, sizeof received.message.numbers);
  received.message.text = bytes.substr(head_bytes);
  return received;
}

}  // namespace uneven::command
