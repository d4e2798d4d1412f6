// SPDX-License-Identifier: MIT
#include "schedule/message_line.hpp"

#include <boost/test/unit_test.hpp>
#include <deque>
#include <map>
#include <random>
#include <vector>

#include "../cases.hpp"

BOOST_AUTO_TEST_SUITE(message_line)

using namespace uneven::schedule;

namespace {

/// Counts what it is asked. The oldest message is done some looks after it began.
class Counting : public Transport {
 public:
  explicit Counting(std::mt19937& random) : random_(random) {}
  Request send(int to, int, const Memory&) override { return begin(to); }
  Request receive(int from, int, const Memory&) override { return begin(from); }
  void test_requests(std::span<Request> requests) override {
    ++looks;
    looked_at += std::ssize(requests);
    if (!under_way.empty() && random_() % 3 == 0) under_way.pop_front();
    for (Request& request : requests)
      if (under_way.empty() || request < under_way.front()) request = no_request;
  }
  void wait_until(const std::function<bool()>&) override {}
  void forget(Request) override {}

  std::vector<int> peers;  ///< of all messages, in the order in which they began
  std::deque<Request> under_way;
  std::size_t most_under_way = 0;
  std::int64_t looks = 0, looked_at = 0;

 private:
  Request begin(int peer) {
    peers.push_back(peer);
    under_way.push_back(static_cast<Request>(peers.size()) - 1);
    most_under_way = std::max(most_under_way, under_way.size());
    return under_way.back();
  }
  std::mt19937& random_;
};

}  // namespace

BOOST_AUTO_TEST_CASE(each_message_goes_once_and_few_at_a_time) {
  uneven::test::for_seeds(100, [&](std::mt19937& random) {
    Counting transport(random);
    const std::size_t most = 1 + random() % 8;
    const auto way = random() % 2 ? MessageLine::Way::out : MessageLine::Way::in;
    MessageLine line(transport, way, 3, {}, most);
    std::map<int, int> wanted, found;
    std::int64_t done = 0;
    for (int turn = 0; turn < 20; ++turn) {
      const int peer = int(random() % 5);
      const auto messages = std::int64_t(random() % 9);
      line.add(peer, messages);
      if (messages > 0) wanted[peer] += int(messages);
      done += line.progress();
    }
    while (!line.empty()) done += line.progress();
    BOOST_TEST(done == std::ssize(transport.peers));
    for (const int peer : transport.peers) ++found[peer];
    BOOST_TEST((found == wanted));
    BOOST_TEST(transport.most_under_way <= most);
  });
}

BOOST_AUTO_TEST_CASE(nobody_waits_until_another_has_all) {
  std::mt19937 random(1);
  Counting transport(random);
  MessageLine line(transport, MessageLine::Way::out, 3, {}, 2);
  for (const int peer : {7, 2, 5}) line.add(peer, peer);
  while (!line.empty()) line.progress();
  BOOST_TEST(transport.peers == (std::vector<int>{2, 5, 7, 2, 5, 7, 5, 7, 5, 7, 5, 7, 7, 7}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_it_asks_grows_with_the_messages_alone) {
  for (const std::int64_t messages : {100, 10000}) {
    std::mt19937 random(1);
    Counting transport(random);
    MessageLine line(transport, MessageLine::Way::in, 3, {}, 32);
    line.add(1, messages);
    std::int64_t done = 0, calls = 0;
    for (; !line.empty(); ++calls) done += line.progress();
    BOOST_TEST(done == messages);
    BOOST_TEST(transport.looked_at <= messages + calls);
    BOOST_TEST(calls <= 10 * messages);
  }
}

BOOST_AUTO_TEST_SUITE_END()
