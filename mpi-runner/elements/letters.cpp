// SPDX-License-Identifier: MIT
#include "elements/letters.hpp"

namespace uneven::elements {

void EarlyLetters::send(std::unique_ptr<Mail> mail, const Store& store) {
  for (int i = 0; i < comm_.size(); ++i) {
    if (i == comm_.rank()) continue;
    ByteWriter writer;
    const auto at = static_cast<std::size_t>(i);
    for (std::int64_t b = store.split[at]; b < store.split[at + 1]; ++b) mail->pack_and_drop(b, writer);
    if (writer.bytes.empty()) continue;
    sending_.emplace_back(comm_, i, tag_, std::move(writer.bytes));
    ++sent_[at];
  }
  kept_.push_back(std::move(mail));
}

void EarlyLetters::progress() {
  std::erase_if(sending_, [](Sending& sending) { return sending.done(); });
  while (auto message = Receiving::begin_if_any(comm_, MPI_ANY_SOURCE, tag_)) arriving_.push_back(std::move(*message));
  for (; !arriving_.empty() && arriving_.front().done(); arriving_.pop_front()) {
    ++received_[static_cast<std::size_t>(arriving_.front().from())];
    arrived_.push_back(arriving_.front().take());
  }
}

void EarlyLetters::finish(const std::vector<std::int64_t>& expected, const Waiting& waiting, Mail& mail) {
  waiting.until([&] {
    progress();
    return sending_.empty() && received_ == expected;
  });
  for (const std::string& bytes : arrived_) mail.unpack(bytes);
  for (const auto& kept : kept_) mail.merge(*kept);
  arrived_.clear();
  kept_.clear();
  sent_.assign(size(), 0);
  received_.assign(size(), 0);
}

}  // namespace uneven::elements
