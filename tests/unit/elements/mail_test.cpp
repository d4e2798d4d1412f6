// SPDX-License-Identifier: MIT
#include "elements/mail.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <random>

#include "../cases.hpp"
#include "base/error.hpp"

BOOST_AUTO_TEST_SUITE(mail)

using namespace uneven::elements;

namespace {

std::int64_t joined(Join join, std::int64_t a, std::int64_t b) {
  return join == Join::add ? a + b : join == Join::min ? std::min(a, b) : std::max(a, b);
}

}  // namespace

BOOST_AUTO_TEST_CASE(however_it_travels_every_element_gets_its_messages_joined) {
  uneven::test::for_seeds(60, [&](std::mt19937& random) {
    const Join join = Join(random() % 3);
    const Group group{
        .name = "g", .count = std::int64_t(1 + random() % 15000), .lanes = {8}, .keyed = true, .join = join};
    std::vector<std::unique_ptr<Mail>> senders;
    for (int s = 0; s < 3; ++s) senders.push_back(std::make_unique<Mail>(group));
    std::map<std::int64_t, std::int64_t> expected;
    // Few messages travel one by one, many as a whole block.
    for (unsigned n = random() % 2 ? 100 : 40000; n > 0; --n) {
      const std::int64_t key = random() % group.count, message = std::int64_t(random()) - (1ll << 31);
      senders[random() % senders.size()]->send(key, message);
      const auto [found, first] = expected.emplace(key, message);
      if (!first) found->second = joined(join, found->second, message);
    }
    Mail all(group);
    const BlockLayout layout(group);
    senders[0]->merge(*senders[1]);
    for (std::int64_t b = 0; b < layout.blocks(); ++b) {
      ByteWriter mail;
      senders[0]->pack_and_drop(b, mail);
      senders[2]->pack_and_drop(b, mail);
      BOOST_TEST(!senders[0]->has(b));
      all.unpack(mail.bytes);
    }
    for (std::int64_t b = 0; b < layout.blocks(); ++b) {
      Block block(layout, b);
      block.received.assign(block_elements, 99);
      block.has_received.assign(block_elements, 1);
      all.deliver(block, true);
      for (std::int64_t i = 0; i < block.count; ++i) {
        const auto found = expected.find(b * block_elements + i);
        const bool has = block.has_received[std::size_t(i)];
        if (has != (found != expected.end()) || (has && block.received[std::size_t(i)] != found->second))
          BOOST_ERROR("key " << b * block_elements + i);
      }
    }
  });
}

BOOST_AUTO_TEST_CASE(what_has_not_been_read_stays) {
  const Group group{.name = "g", .count = 10, .lanes = {8}, .keyed = true};
  Mail mail(group);
  Block block(BlockLayout(group), 0);
  mail.send(3, 5);
  mail.deliver(block, true);
  mail.send(3, 6);
  mail.send(4, 7);
  mail.deliver(block, false);
  BOOST_TEST(block.received[3] == 11);
  BOOST_TEST(block.received[4] == 7);
  mail.deliver(block, false);
  BOOST_TEST(block.received[3] == 11);
  mail.deliver(block, true);
  BOOST_TEST(!block.has_received[3]);
}

BOOST_AUTO_TEST_CASE(a_key_that_does_not_exist_is_refused) {
  Mail mail({.name = "g", .count = 10, .lanes = {8}, .keyed = true});
  BOOST_CHECK_THROW(mail.send(10, 1), std::logic_error);
  BOOST_CHECK_THROW(mail.send(-1, 1), std::logic_error);
}

BOOST_AUTO_TEST_SUITE_END()
