// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "partition/predict/iteration.hpp"

BOOST_AUTO_TEST_SUITE(all_reduces)

using namespace uneven;
using namespace uneven::partition;

namespace {

const auto near = boost::test_tools::tolerance(1e-12);

double seconds(const AllReduce& all_reduce, double bytes) { return all_reduce.start_s + bytes * all_reduce.byte_s; }

/// Latency 1, 0.01 per byte, 0.1 per message; an addition takes 0.001 per byte.
document::Speeds measured(bool hosts) {
  document::Speeds speeds;
  speeds.processors.resize(2);
  if (hosts)
    for (auto& processor : speeds.processors) processor.host = &processor == &speeds.processors[0] ? "a" : "b";
  speeds.network = document::NetworkSpeeds{1, 0.01, 0, 0.1};
  speeds.operation_s_per_element = 0.004;
  return speeds;
}

}  // namespace

BOOST_AUTO_TEST_CASE(linear_and_ring_by_hand) {
  const document::NetworkSpeeds network{1, 0.01, 0, 0.1};
  // Four others send 100 bytes to the first, which adds each and answers each.
  BOOST_TEST(seconds(linear_all_reduce(5, network, 0.001, 100), 100) == 1 + 4 * (0.1 + 1 + 0.1) + 1 + 4 * (0.1 + 1),
             near);
  // Ten slices: all come, each with four additions, and only the last is still to go back.
  const double bytes = 10 * slice_bytes;
  BOOST_TEST(seconds(linear_all_reduce(5, network, 0.001, bytes), bytes) ==
                 1 + 4 * (0.1 + (0.01 + 0.001) * bytes) + 1 + 4 * (0.1 + 0.01 * slice_bytes),
             near);
  // Four steps of 20 bytes with additions, four without.
  BOOST_TEST(seconds(ring_all_reduce(5, network, 0.001), 100) == 4 * (1.1 + 0.2 + 0.02) + 4 * (1.1 + 0.2), near);
  for (const auto collective : {Collective::linear, Collective::tree, Collective::ring})
    BOOST_TEST(seconds(all_reduce(collective, 1, measured(false), 100), 100) == 0);
}

BOOST_AUTO_TEST_CASE(trees_by_hand) {
  // 100 bytes: an operation takes 0.2, or 1.2 where the receiver's link is busy with them; a send 1.1.
  const auto one_host = tree_message(measured(false), 100);
  BOOST_TEST(one_host.join_s == 0.2, near);
  BOOST_TEST(one_host.join_transfer_s == 2.0, near);
  BOOST_TEST(one_host.send_s == 1.1, near);
  BOOST_TEST(one_host.send_transfer_s == 1.0, near);
  const auto hosts = tree_message(measured(true), 100);
  BOOST_TEST(hosts.join_s == 1.2, near);
  BOOST_TEST(hosts.join_transfer_s == 1.0, near);
  // One host, operations and sends 1.3 together, transfers 3: two children of the root are as good as a chain is not.
  //   0 - 1, 0 - 2:  up 2.0 + 2 x 0.2; down 2 x 1.1 + 1.0
  BOOST_TEST(seconds(tree_all_reduce(3, measured(false), 100), 100) == 2.4 + 3.2, near);
  // Hosts, 2.3 together, transfers 2; the fourth member goes below the second.
  //   0 - 1 - 3, 0 - 2:  up 2 x (1.0 + 1.2); down 2 x (1.1 + 1.0)
  BOOST_TEST(seconds(tree_all_reduce(4, measured(true), 100), 100) == 4.4 + 4.2, near);
}

BOOST_AUTO_TEST_CASE(further_slices_follow_as_fast_as_the_root_takes_them) {
  const auto speeds = measured(true);
  const auto all = [&](double bytes) { return seconds(tree_all_reduce(4, speeds, bytes), bytes); };
  // The root has two children, and an operation keeps it longer than a send.
  const double each = 2 * tree_message(speeds, slice_bytes).join_s;
  BOOST_TEST(all(5 * slice_bytes) == all(slice_bytes) + 4 * each, near);
  BOOST_TEST(all(5 * slice_bytes) < 4 * all(slice_bytes));
}

// Binomial: ceil(log2 k) messages with additions up, as many down. On one host the two ways want different trees, and
// one that serves both loses a little where bytes are far dearer than additions.
BOOST_AUTO_TEST_CASE(trees_beside_binomial_ones) {
  for (const bool hosts : {false, true}) {
    for (const double bytes : {8.0, 100.0, 1e6}) {
      double least = 1;
      for (std::int64_t k = 2; k < 70; ++k) {
        BOOST_TEST_CONTEXT(k << " members, " << bytes << " bytes, hosts " << hosts) {
          const double binomial = phi(Collective::tree, k) * (2 * 1.1 + bytes * (2 * 0.01 + 0.001));
          const double ratio = seconds(tree_all_reduce(k, measured(hosts), bytes), bytes) / binomial;
          BOOST_TEST(ratio <= (hosts || bytes < 1000 ? 1 + 1e-12 : 1.1));
          least = std::min(least, ratio);
        }
      }
      if (bytes == 8) BOOST_TEST(least < 0.5);  // start-up is all: nearly a star
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
