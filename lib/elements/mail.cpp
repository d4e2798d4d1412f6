// SPDX-License-Identifier: MIT
#include "elements/mail.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "elements/serial.hpp"

namespace uneven::elements {

namespace {

/// Header of a packed block: its number, and how many places with messages, or letters, follow; -1: `has` and all
/// messages follow.
struct Header {
  std::int64_t block, messages;
};

}  // namespace

Mail::Mail(const Program& program, int number, const Group& group, const BlockLayout& layout)
    : program_(program),
      number_(number),
      join_(group.join),
      message_bytes_(static_cast<std::size_t>(group.message_bytes)),
      words_(layout.message_words),
      count_(group.count),
      elements_(layout.elements),
      blocks_(static_cast<std::size_t>(layout.blocks())) {}

Mail::OfBlock Mail::fresh() const {
  const auto elements = static_cast<std::size_t>(elements_);
  if (sends_letters()) return {};
  return {std::vector<std::int64_t>(elements * words_), std::vector<std::uint8_t>(elements), {}, {}};
}

Mail::OfBlock& Mail::at(std::int64_t number, bool is_key) {
  if (is_key && (number < 0 || number >= count_))
    throw std::logic_error("a message goes to key " + std::to_string(number) + " of " + std::to_string(count_) +
                           " elements");
  auto& found = blocks_[static_cast<std::size_t>(is_key ? number / elements_ : number)];
  if (!found) found = std::make_unique<OfBlock>(fresh());
  return *found;
}

inline void Mail::join(std::int64_t* old, std::uint8_t& has, const std::int64_t* message) const {
  if (!has)
    std::copy_n(message, words_, old);
  else if (join_ == Join::add)
    *old += *message;
  else if (!joins_numbers(join_))
    program_.join(number_, old, message);
  else
    *old = (*message < *old) == (join_ == Join::min) ? *message : *old;
  has = 1;
}

void Mail::send(std::int64_t key, std::int64_t message) {
  if (!joins_numbers(join_))
    throw std::logic_error("a whole number is sent to group " + std::to_string(number_) +
                           ", whose messages are others; expected Outbox::post");
  join(at(key, true), static_cast<std::size_t>(key % elements_), &message);
}

void Mail::post(std::int64_t key, std::int64_t from, const void* message, std::size_t bytes) {
  if (joins_numbers(join_))
    throw std::logic_error("a message of " + std::to_string(bytes) + " bytes is posted to group " +
                           std::to_string(number_) + ", which joins whole numbers; expected Outbox::send");
  if (bytes != message_bytes_ && !(join_ == Join::set && message_bytes_ == 0))
    throw std::logic_error("a message to group " + std::to_string(number_) + " has " + std::to_string(bytes) +
                           " bytes; expected " + std::to_string(message_bytes_));
  OfBlock& to = at(key, true);
  const auto place = static_cast<std::size_t>(key % elements_);
  if (sends_letters()) {
    to.heads.push_back({from, static_cast<std::uint32_t>(bytes), static_cast<std::uint16_t>(place)});
    to.letters.append(static_cast<const char*>(message), bytes);
    letter_bytes_ += bytes + sizeof(Head);
    return;
  }
  std::int64_t* old = to.message.data() + place * words_;
  if (to.has[place])
    program_.join(number_, old, message);
  else
    std::memcpy(old, message, bytes);
  to.has[place] = 1;
}

void Mail::merge(Mail& other) {
  letter_bytes_ += std::exchange(other.letter_bytes_, 0);
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    auto& from = other.blocks_[b];
    if (!from) continue;
    if (!blocks_[b]) {
      blocks_[b] = std::move(from);
      continue;
    }
    OfBlock& to = *blocks_[b];
    for (std::size_t i = 0; i < from->has.size(); ++i)
      if (from->has[i]) join(to, i, from->message.data() + i * words_);
    to.heads.insert(to.heads.end(), from->heads.begin(), from->heads.end());
    to.letters += from->letters;
    from.reset();
  }
}

void Mail::grow(std::int64_t count) {
  count_ = count;
  blocks_.resize(static_cast<std::size_t>((count + elements_ - 1) / elements_));
}

void Mail::pack_and_drop(std::int64_t block, ByteWriter& to) {
  const auto& mail = blocks_[static_cast<std::size_t>(block)];
  if (!mail) return;
  if (sends_letters()) {
    to.put(Header{block, std::ssize(mail->heads)});
    to.put(mail->heads.data(), mail->heads.size());
    to.put(mail->letters.data(), mail->letters.size());
  } else {
    const auto messages = std::accumulate(mail->has.begin(), mail->has.end(), std::int64_t{0});
    const bool few = messages < elements_ / 2;
    to.put(Header{block, few ? messages : -1});
    for (std::size_t i = 0; few && i < mail->has.size(); ++i) {
      if (!mail->has[i]) continue;
      to.put(static_cast<std::uint16_t>(i));
      to.put(mail->message.data() + i * words_, words_);
    }
    if (!few) {
      to.put(mail->has.data(), mail->has.size());
      to.put(mail->message.data(), mail->message.size());
    }
  }
  blocks_[static_cast<std::size_t>(block)].reset();
}

void Mail::unpack(ByteReader in) {
  OfBlock all = fresh();
  while (!in.at_end()) {
    const auto header = in.get<Header>();
    OfBlock& to = at(header.block, false);
    if (sends_letters()) {
      const std::size_t heads = to.heads.size(), letters = to.letters.size();
      to.heads.resize(heads + static_cast<std::size_t>(header.messages));
      in.get(to.heads.data() + heads, to.heads.size() - heads);
      std::size_t size = 0;
      for (std::size_t i = heads; i < to.heads.size(); ++i) size += to.heads[i].size;
      to.letters.resize(letters + size);
      in.get(to.letters.data() + letters, size);
      continue;
    }
    if (header.messages < 0) {
      in.get(all.has.data(), all.has.size());
      in.get(all.message.data(), all.message.size());
      for (std::size_t i = 0; i < all.has.size(); ++i)
        if (all.has[i]) join(to, i, all.message.data() + i * words_);
    }
    for (std::int64_t n = 0; n < header.messages; ++n) {
      const auto place = in.get<std::uint16_t>();
      in.get(all.message.data(), words_);
      join(to, place, all.message.data());
    }
  }
}

void Mail::deliver(Block& block, bool read) {
  const auto mail = std::move(blocks_[static_cast<std::size_t>(block.number)]);
  if (join_ == Join::set) {
    deliver_letters(block, mail.get(), read);
  } else if (join_ == Join::ordered) {
    deliver_in_order(block, mail.get(), read);
  } else if (read && mail) {
    block.received = std::move(mail->message);
    block.has_received = std::move(mail->has);
  } else if (read) {
    std::ranges::fill(block.received, 0);
    std::ranges::fill(block.has_received, std::uint8_t{0});
  } else if (mail) {
    for (std::size_t i = 0; i < mail->has.size(); ++i)
      if (mail->has[i])
        join(block.received.data() + i * words_, block.has_received[i], mail->message.data() + i * words_);
  }
}

/// Joins the letters to a block's received messages, in the order of their senders and of sending.
void Mail::deliver_in_order(Block& block, OfBlock* mail, bool read) const {
  if (read) {
    std::ranges::fill(block.received, 0);
    std::ranges::fill(block.has_received, std::uint8_t{0});
  }
  if (!mail) return;
  std::vector<std::uint32_t> order(mail->heads.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return mail->heads[i].from; });
  std::vector<std::int64_t> message(words_);
  for (const std::uint32_t i : order) {
    const std::size_t place = mail->heads[i].place;
    std::memcpy(message.data(), mail->letters.data() + i * message_bytes_, message_bytes_);
    join(block.received.data() + place * words_, block.has_received[place], message.data());
  }
}

/// Sorts the letters by place, sender and order of sending, whichever way they came.
void Mail::deliver_letters(Block& block, OfBlock* mail, bool read) const {
  struct Entry {
    std::size_t place;
    LetterPlace letter;
  };
  std::vector<Entry> entries;
  std::string bytes;
  if (!read) {
    bytes = std::move(block.letter_bytes);
    for (std::size_t i = 0; i + 1 < block.letter_start.size(); ++i)
      for (std::int64_t k = block.letter_start[i]; k < block.letter_start[i + 1]; ++k)
        entries.push_back({i, block.letter_places[static_cast<std::size_t>(k)]});
  }
  if (mail) {
    auto begin = std::ssize(bytes);
    for (const Head& head : mail->heads) {
      entries.push_back({head.place, {head.from, begin, head.size}});
      begin += head.size;
    }
    bytes += mail->letters;
  }
  std::ranges::stable_sort(entries, {}, [](const Entry& e) { return std::pair(e.place, e.letter.from); });
  std::ranges::fill(block.has_received, std::uint8_t{0});
  block.letter_start.assign(static_cast<std::size_t>(block.count) + 1, 0);
  block.letter_places.clear();
  for (const Entry& entry : entries) {
    block.has_received[entry.place] = 1;
    ++block.letter_start[entry.place + 1];
    block.letter_places.push_back(entry.letter);
  }
  std::partial_sum(block.letter_start.begin(), block.letter_start.end(), block.letter_start.begin());
  block.letter_bytes = std::move(bytes);
}

Mail& mail_to(const std::vector<std::unique_ptr<Mail>>& mail, int group) {
  if (group < 0 || group >= static_cast<int>(mail.size()) || !mail[static_cast<std::size_t>(group)])
    throw std::logic_error("a message goes to group " + std::to_string(group) + ", which is not keyed");
  return *mail[static_cast<std::size_t>(group)];
}

std::vector<std::unique_ptr<Mail>> mail_of(const Program& program, const std::vector<BlockLayout>& layouts) {
  const std::vector<Group> groups = groups_of(program);
  std::vector<std::unique_ptr<Mail>> mail;
  for (std::size_t g = 0; g < groups.size(); ++g)
    mail.push_back(groups[g].keyed ? std::make_unique<Mail>(program, static_cast<int>(g), groups[g], layouts[g])
                                   : nullptr);
  return mail;
}

}  // namespace uneven::elements
