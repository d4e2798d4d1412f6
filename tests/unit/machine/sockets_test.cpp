// SPDX-License-Identifier: MIT
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <string>
#include <thread>

#include "machine/machine.hpp"

BOOST_AUTO_TEST_SUITE(sockets)

using namespace std::chrono_literals;
using uneven::machine::Sockets;

namespace {

constexpr auto no_time = 0ns;

/// Two ends of a connection of this machine with itself.
struct Connection {
  int here = -1, there = -1;

  Connection() {
    const int door = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    BOOST_REQUIRE(bind(door, reinterpret_cast<sockaddr*>(&address), size) == 0 && listen(door, 1) == 0);
    BOOST_REQUIRE(getsockname(door, reinterpret_cast<sockaddr*>(&address), &size) == 0);
    there = socket(AF_INET, SOCK_STREAM, 0);
    BOOST_REQUIRE(connect(there, reinterpret_cast<sockaddr*>(&address), size) == 0);
    here = accept(door, nullptr, nullptr);
    BOOST_REQUIRE(here >= 0);
    close(door);
  }
  ~Connection() {
    close(here);
    close(there);
  }
};

/// Waits until nothing is left of what has happened so far.
void settle(Sockets& sockets) {
  while (sockets.wait(no_time)) continue;
}

bool wait_long(Sockets& sockets) {
  const auto end = std::chrono::steady_clock::now() + 20s;
  while (std::chrono::steady_clock::now() < end)
    if (sockets.wait(1s)) return true;
  return false;
}

}  // namespace

BOOST_AUTO_TEST_CASE(sleeps_until_a_message_arrives) {
  const Connection connection;
  Sockets sockets;
  settle(sockets);
  BOOST_TEST(!sockets.wait(no_time));
  std::thread sender([&] {
    std::this_thread::sleep_for(20ms);
    BOOST_TEST(write(connection.there, "x", 1) == 1);
  });
  BOOST_TEST(wait_long(sockets));
  sender.join();
}

BOOST_AUTO_TEST_CASE(what_came_before_the_call_counts_once) {
  const Connection connection;
  Sockets sockets;
  settle(sockets);
  BOOST_TEST(write(connection.there, "x", 1) == 1);
  BOOST_TEST(wait_long(sockets));
  BOOST_TEST(!sockets.wait(no_time));  // though nobody has read it
}

BOOST_AUTO_TEST_CASE(sleeps_until_a_full_socket_has_room) {
  const Connection connection;
  Sockets sockets;
  settle(sockets);
  const std::string much(1 << 16, 'x');
  while (send(connection.here, much.data(), much.size(), MSG_DONTWAIT) > 0) continue;
  settle(sockets);
  std::thread reader([&] {
    std::string space(much);
    std::this_thread::sleep_for(20ms);
    while (recv(connection.there, space.data(), space.size(), MSG_DONTWAIT) > 0) continue;
  });
  BOOST_TEST(wait_long(sockets));
  reader.join();
}

BOOST_AUTO_TEST_CASE(none_is_left_to_bbr) {
  const Connection connection;
  const auto control = [&] {
    char name[16] = {};
    socklen_t size = sizeof name - 1;
    BOOST_REQUIRE(getsockopt(connection.here, IPPROTO_TCP, TCP_CONGESTION, name, &size) == 0);
    return std::string(name);
  };
  const std::string usual = control();
  if (setsockopt(connection.here, IPPROTO_TCP, TCP_CONGESTION, "bbr", 3) == 0) {
    Sockets sockets;
    settle(sockets);
    BOOST_TEST(control() == "reno");
  }
  BOOST_REQUIRE(setsockopt(connection.here, IPPROTO_TCP, TCP_CONGESTION, usual.data(), usual.size()) == 0);
  Sockets sockets;
  settle(sockets);
  BOOST_TEST(control() == (usual == "bbr" ? "reno" : usual));
}

BOOST_AUTO_TEST_CASE(finds_connections_made_later) {
  Sockets sockets;
  settle(sockets);
  const Connection connection;
  settle(sockets);
  BOOST_TEST(write(connection.there, "x", 1) == 1);
  BOOST_TEST(wait_long(sockets));
}

BOOST_AUTO_TEST_SUITE_END()
