// SPDX-License-Identifier: MIT
#include "simulated/inbox.hpp"

#include <iterator>

namespace uneven::simulated {

namespace {

schedule::Memory memory_of(Words& words) {
  return {.data = words.data(), .columns = std::ssize(words), .element_bytes = sizeof(std::int64_t)};
}

}  // namespace

void say(Transport& transport, Words words, int to, int tag) { transport.send_to_any(to, tag, memory_of(words)); }

Inbox::Inbox(Transport& transport, int tag) : transport_(transport), tag_(tag) {
  expect();
  transport_.test_requests({&request_, 1});
}

Inbox::~Inbox() {
  if (request_ != schedule::no_request) transport_.forget(request_);
}

void Inbox::expect() { request_ = transport_.receive(any_source, tag_, memory_of(words_)); }

bool Inbox::any() {
  if (request_ != schedule::no_request) transport_.test_requests({&request_, 1});
  return request_ == schedule::no_request;
}

std::optional<Words> Inbox::take() {
  if (!any()) return std::nullopt;
  const Words words = words_;
  expect();
  return words;
}

}  // namespace uneven::simulated
