// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/speeds.hpp"

namespace uneven::speeds {

/// Kinds of networks between hosts.
///
/// Gaps follow from the rates: 1,448 of the 1,538 bytes of an Ethernet frame carry data of TCP, 94 %; with frames of
/// 4,096 bytes of data and without TCP it is 97 % of 100 Gbit/s Ethernet (RoCE) and 98 % of InfiniBand HDR. Latencies
/// are typical half round trips of an empty MPI message through one switch: about 25 us by TCP over Gigabit Ethernet
/// (the NW-GRID measurements of 2009 have 15 to 24 us between cards and switches of several makers, drivers that wait
/// to collect interrupts 35 us), half of it by TCP over 10 Gbit/s, 2 us where the kernel is bypassed (Cisco's 1.93 us
/// of 2014 at 40 Gbit/s), 1.2 us by InfiniBand, whose switches and cards take 0.1 and 0.5 us. A message costs its
/// receiver a passage through the kernel, some us, or a look at memory. They are assumptions; measure-speeds measures.
///
/// Messages within a host have figures of their own, see ClusterRequest.
struct NetworkKind {
  std::string_view name;
  double latency_s;
  double gap_s_per_byte;
  double message_s;  ///< the receiver's own work for a message
};

/// All kinds, from slow to fast. "infiniband" is the fastest of its name.
std::vector<NetworkKind> network_kinds();

/// A cluster that is not there.
struct ClusterRequest {
  std::vector<double> host_speeds;              ///< of each host; a factor if there are measured speeds, else units/s
  std::int64_t cores_per_host = 1;              ///< processors of each host
  std::optional<std::string> network;           ///< name of a kind; absent: the measured one
  std::optional<double> within_gap_s_per_byte;  ///< between processors of a host; absent: as measured, or shared memory
  std::optional<document::Speeds> like;         ///< measured speeds
  std::vector<std::int64_t> models;  ///< measured processor that each host resembles, in turn; empty: all of them
  std::string kernel;                ///< if nothing was measured
  document::Json kernel_options = document::Json::object();
};

/// The speeds document of a cluster that is not there, which all planners take like a measured one.
///
/// Host h is "node" h + 1. Its processors are all like one measured processor, with its curve, at the speed of the host
/// times the measured one; so are what samples and calls take. A kind of network replaces the measured network and what
/// messages cost the measured processors; without, both are kept, and slow processors pay more for messages. Quotas,
/// shared cores and errors of the measurement are not taken over. Multiples of measured speeds have six digits.
///
/// @throws UsageError  if there are more than 2^24 processors.
/// @throws InputError  if a speed is out of range.
/// Cost: O(processors x points of a curve).
document::Speeds made_up_cluster(const ClusterRequest& request);

/// Seconds per byte of a rate such as "20gbyte", which is 20e9 bytes per second.
/// @throws UsageError  naming --within.
double gap_within(const std::string& rate);

/// The measured processors that hosts resemble, by a list such as "4*0,2*EPYC": numbers of processors, or parts of the
/// names of their models, which mean the first processor that fits; 4*0 is four times 0.
/// @return  processor numbers.
/// @throws UsageError  if there is no such processor.
std::vector<std::int64_t> models_by(const std::string& list, const document::Speeds& measured);

/// Speeds of hosts that are not there, by a text:
///
///     uniform:A:B             between A and B, all equally likely
///     lognormal:SIGMA         exp(SIGMA z), z standard normal; the median is 1
///     generations:4x1,2x2     in the ratio 4 : 2 hosts of speed 1 and 2, in this order
///     accelerators:K[:TIMES]  all of speed 1, but the last K of speed TIMES, which is 30 if not given
///     4*1,2.5                 a list, one speed for each host
///
/// The same seed gives the same speeds on any machine: the generator is std::mt19937_64, the formulas are not those of
/// the standard library, whose results differ between libraries, and speeds are rounded to four digits, beyond which
/// logarithms differ between machines.
///
/// @param hosts  0: as many as the text names, which uniform and lognormal do not.
/// @return       shape [hosts], each > 0.
/// @throws UsageError  naming --speeds or --hosts.
/// Cost: O(hosts).
std::vector<double> speeds_by(const std::string& text, std::int64_t hosts, std::uint64_t seed);

/// The nearest number of `digits` significant decimal digits, from 1 to 17.
double rounded(double value, int digits);

}  // namespace uneven::speeds
