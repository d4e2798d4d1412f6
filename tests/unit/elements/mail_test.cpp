// SPDX-License-Identifier: MIT
#include "elements/mail.hpp"

#include <algorithm>
#include <array>
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

/// Two numbers and a byte, so that a message is no multiple of 8 bytes.
struct Pair {
  std::array<float, 2> least;
  std::uint8_t flags;
};

/// Messages of Join::combine are pairs, joined number by number.
struct Receiving : Program {
  Group group;
  std::vector<Group> groups() const override { return {group}; }
  void begin(State&) const override {}
  int next(const State&, int) const override { return stop; }
  void step(const Batch&, Outbox&) const override {}
  std::int64_t iterations(const State&) const override { return 0; }
  double objective(const State&) const override { return 0; }
  std::vector<Result> results(const State&) const override { return {}; }
  void join(int, void* into, const void* from) const override {
    auto& a = *static_cast<Pair*>(into);
    const auto& b = *static_cast<const Pair*>(from);
    for (int i = 0; i < 2; ++i) a.least[i] = std::min(a.least[i], b.least[i]);
    a.flags |= b.flags;
  }
};

/// Messages are numbers, joined so that the order tells.
struct Digesting : Receiving {
  void join(int, void* into, const void* from) const override {
    *static_cast<double*>(into) = *static_cast<double*>(into) * 0.9 + *static_cast<const double*>(from);
  }
};

Receiving receiving(std::int64_t count, Join join, int message_bytes = 8) {
  Receiving program;
  program.group = {
      .name = "g", .count = count, .lanes = {8}, .keyed = true, .join = join, .message_bytes = message_bytes};
  return program;
}

/// Three processes' mail for one group, of which the first has two threads, and where it all arrives.
struct Post {
  Post(const Receiving& program, std::int64_t elements) : layout(program.group, elements) {
    for (int s = 0; s < 4; ++s) mail.push_back(std::make_unique<Mail>(program, 0, program.group, layout));
  }
  Mail& sender(std::mt19937& random) { return *mail[random() % 3]; }
  void travel() {
    mail[0]->merge(*mail[1]);
    for (std::int64_t b = 0; b < layout.blocks(); ++b) {
      ByteWriter bytes;
      mail[0]->pack_and_drop(b, bytes);
      mail[2]->pack_and_drop(b, bytes);
      BOOST_TEST(!mail[0]->has(b));
      mail[3]->unpack(bytes.bytes);
    }
  }
  BlockLayout layout;
  std::vector<std::unique_ptr<Mail>> mail;
};

const auto elements_of_a_block = [](std::mt19937& random) { return std::int64_t{1} << random() % 13; };

}  // namespace

BOOST_AUTO_TEST_CASE(however_it_travels_every_element_gets_its_messages_joined) {
  uneven::test::for_seeds(60, [&](std::mt19937& random) {
    const Join join = Join(random() % 3);
    const Receiving program = receiving(1 + random() % 15000, join);
    Post post(program, elements_of_a_block(random));
    std::map<std::int64_t, std::int64_t> expected;
    // Few messages travel one by one, many as a whole block.
    for (unsigned n = random() % 2 ? 100 : 40000; n > 0; --n) {
      const std::int64_t key = random() % program.group.count, message = std::int64_t(random()) - (1ll << 31);
      post.sender(random).send(key, message);
      const auto [found, first] = expected.emplace(key, message);
      if (!first) found->second = joined(join, found->second, message);
    }
    post.travel();
    for (std::int64_t b = 0; b < post.layout.blocks(); ++b) {
      Block block(post.layout, b);
      std::ranges::fill(block.received, 99);
      std::ranges::fill(block.has_received, 1);
      post.mail[3]->deliver(block, true);
      for (std::int64_t i = 0; i < block.count; ++i) {
        const auto found = expected.find(b * post.layout.elements + i);
        const bool has = block.has_received[std::size_t(i)];
        if (has != (found != expected.end()) || (has && block.received[std::size_t(i)] != found->second))
          BOOST_ERROR("key " << b * post.layout.elements + i);
      }
    }
  });
}

BOOST_AUTO_TEST_CASE(messages_of_the_programs_type_are_joined_by_it) {
  uneven::test::for_seeds(30, [&](std::mt19937& random) {
    const Receiving program = receiving(1 + random() % 3000, Join::combine, sizeof(Pair));
    Post post(program, elements_of_a_block(random));
    std::map<std::int64_t, Pair> expected;
    for (unsigned n = random() % 2 ? 50 : 9000; n > 0; --n) {
      const std::int64_t key = random() % program.group.count;
      const Pair message{{float(random() % 1000), -float(random() % 1000)}, std::uint8_t(1 << random() % 8)};
      post.sender(random).post(key, random() % 100, &message, sizeof message);
      const auto [found, first] = expected.emplace(key, message);
      if (!first) program.join(0, &found->second, &message);
    }
    post.travel();
    for (std::int64_t b = 0; b < post.layout.blocks(); ++b) {
      Block block(post.layout, b);
      post.mail[3]->deliver(block, true);
      const Batch batch = batch_of(0, post.layout, block, {});
      for (std::int64_t i = 0; i < batch.count; ++i) {
        const auto found = expected.find(batch.first + i);
        BOOST_TEST_REQUIRE(bool(batch.has_received[i]) == (found != expected.end()));
        if (found == expected.end()) continue;
        const auto& got = *reinterpret_cast<const Pair*>(batch.messages + i * 16);
        BOOST_TEST_REQUIRE((got.least == found->second.least && got.flags == found->second.flags));
      }
    }
  });
}

BOOST_AUTO_TEST_CASE(sets_of_messages_come_in_the_order_of_senders_and_of_sending) {
  uneven::test::for_seeds(30, [&](std::mt19937& random) {
    const Receiving program = receiving(1 + random() % 300, Join::set, 0);
    Post post(program, elements_of_a_block(random));
    // All messages of one sender leave from one process.
    std::map<std::int64_t, std::map<std::int64_t, std::vector<std::string>>> expected;
    const auto send_some = [&] {
      for (unsigned n = random() % 400; n > 0; --n) {
        const std::int64_t key = random() % program.group.count, from = random() % 50;
        const std::string text(random() % 20, char('a' + random() % 26));
        post.mail[std::size_t(from % 3)]->post(key, from, text.data(), text.size());
        expected[key][from].push_back(text);
      }
      post.travel();
    };
    std::map<std::int64_t, Block> blocks;
    for (std::int64_t b = 0; b < post.layout.blocks(); ++b) blocks.emplace(b, Block(post.layout, b));
    // What is not read is kept, and moves with its block.
    for (const bool read : {true, false, false}) {
      send_some();
      for (auto& [number, block] : blocks) {
        post.mail[3]->deliver(block, read);
        Block moved(post.layout, number);
        unpack_letters(pack_letters(block), moved);
        block.letter_start = moved.letter_start;
        block.letter_places = moved.letter_places;
        block.letter_bytes = moved.letter_bytes;
      }
    }
    for (const auto& [number, block] : blocks) {
      const Batch batch = batch_of(0, post.layout, block, {});
      for (std::int64_t i = 0; i < batch.count; ++i) {
        std::vector<std::pair<std::int64_t, std::string>> got, wanted;
        for (std::int64_t k = batch.letter_start[i]; k < batch.letter_start[i + 1]; ++k) {
          const Letter letter = batch.letter(k);
          got.emplace_back(letter.from,
                           std::string(reinterpret_cast<const char*>(letter.bytes.data()), letter.bytes.size()));
        }
        for (const auto& [from, texts] : expected[batch.first + i])
          for (const std::string& text : texts) wanted.emplace_back(from, text);
        BOOST_TEST_REQUIRE((got == wanted));
        BOOST_TEST_REQUIRE(bool(batch.has_received[i]) == !wanted.empty());
      }
    }
  });
}

BOOST_AUTO_TEST_CASE(ordered_messages_are_joined_in_the_order_of_senders) {
  uneven::test::for_seeds(30, [&](std::mt19937& random) {
    Digesting program;
    program.group = receiving(1 + random() % 300, Join::ordered).group;
    Post post(program, elements_of_a_block(random));
    std::map<std::int64_t, Block> blocks;
    std::map<std::int64_t, double> expected;
    for (std::int64_t b = 0; b < post.layout.blocks(); ++b) blocks.emplace(b, Block(post.layout, b));
    for (const bool read : {true, false, true, false}) {
      std::map<std::pair<std::int64_t, std::int64_t>, std::vector<double>> sent;
      for (unsigned n = random() % 400; n > 0; --n) {
        const std::int64_t key = random() % program.group.count, from = random() % 50;
        const double message = double(random() % 1000) / 7;
        post.mail[std::size_t(from % 3)]->post(key, from, &message, sizeof message);
        sent[{key, from}].push_back(message);
      }
      post.travel();
      for (auto& [number, block] : blocks) post.mail[3]->deliver(block, read);
      if (read) expected.clear();
      for (const auto& [key_and_sender, messages] : sent)
        for (const double message : messages) {
          const auto [found, first] = expected.emplace(key_and_sender.first, message);
          if (!first) program.join(0, &found->second, &message);
        }
    }
    for (const auto& [number, block] : blocks) {
      const Batch batch = batch_of(0, post.layout, block, {});
      for (std::int64_t i = 0; i < batch.count; ++i) {
        const auto found = expected.find(batch.first + i);
        BOOST_TEST_REQUIRE(bool(batch.has_received[i]) == (found != expected.end()));
        if (found != expected.end())
          BOOST_TEST_REQUIRE(reinterpret_cast<const double*>(batch.messages)[i] == found->second);
      }
    }
  });
}

BOOST_AUTO_TEST_CASE(what_has_not_been_read_stays) {
  const Receiving program = receiving(10, Join::add);
  const BlockLayout layout(program.group, 16);
  Mail mail(program, 0, program.group, layout);
  Block block(layout, 0);
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

BOOST_AUTO_TEST_CASE(messages_that_do_not_suit_the_group_are_refused) {
  const Receiving adds = receiving(10, Join::add), combines = receiving(10, Join::combine, 4);
  const BlockLayout layout(adds.group, 4);
  Mail whole(adds, 0, adds.group, layout), other(combines, 0, combines.group, layout);
  const float message[2] = {1, 2};
  BOOST_CHECK_THROW(whole.send(10, 1), std::logic_error);
  BOOST_CHECK_THROW(whole.send(-1, 1), std::logic_error);
  BOOST_CHECK_THROW(whole.post(1, 0, message, 8), std::logic_error);
  BOOST_CHECK_THROW(other.send(1, 1), std::logic_error);
  BOOST_CHECK_THROW(other.post(1, 0, message, 8), std::logic_error);
  other.post(1, 0, message, 4);
}

BOOST_AUTO_TEST_SUITE_END()
