// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "document/common.hpp"
#include "document/json.hpp"

namespace uneven::document {

/// The speed at one problem size.
struct CurvePoint {
  double units = 0;
  double speed = 0;  ///< units/s
};

/// One measured processor.
struct MeasuredProcessor {
  std::int64_t rank = 0;
  std::optional<std::string> host;
  std::optional<std::string> cpu;
  std::int64_t threads = 1;
  double speed = 1;                      ///< units/s
  std::optional<double> relative_error;  ///< 95 % confidence half-width over the mean
  std::optional<std::int64_t> repeats;
  std::optional<std::int64_t> outliers;     ///< repeats far from the median; counted in the mean all the same
  std::vector<CurvePoint> curve;            ///< ascending by units; may be empty
  std::optional<double> sample_s{};         ///< that a sample takes whatever the number of hidden units; part of speed
  std::optional<double> message_s{};        ///< busy time of a short message: mean of a send and a receive that waits
  std::optional<double> byte_s{};           ///< busy time per byte of a long message: mean of both ends, without waits
  std::optional<double> waited_byte_s{};    ///< the same, with a receive that waits
  std::optional<double> send_overhead_s{};  ///< busy time of sending a short message
  std::optional<double> sent_byte_s{};      ///< busy time per byte of sending a long message
  std::optional<double> burst_byte_s{};     ///< as waited_byte_s, while rested links pass a burst
  std::optional<double> recv_overhead_s{};  ///< busy time of receiving a short message that has already arrived
  std::optional<double> cold_message_s{};   ///< as message_s, if each pair follows work; known under a CPU quota only
  std::optional<double> pipelined_slowdown{};  ///< slowdown of work in pipelined chunks against chunk by chunk, >= 1
  std::optional<double> tall_slowdown{};       ///< slowdown of work on all hidden units against a square share, >= 1
  std::optional<double> cpu_share{};           ///< of a core, where a quota limits it
  std::optional<double> cpu_burst_s{};         ///< CPU time that it may use at once before the quota stops it
  std::optional<double> fixed_s{};             ///< that a call of a command takes whatever its units; not part of speed
  std::optional<std::int64_t> memory_bytes{};  ///< that the work may use
};

/// Network times between ranks of one host; an absent member is as between hosts.
struct WithinHost {
  std::optional<double> latency_s{};       ///< start-up and transit of an empty message
  std::optional<double> gap_s_per_byte{};  ///< each further byte
  std::optional<double> message_s{};       ///< the receiver's own work per message
};

/// Point-to-point network between hosts, averaged over the pairs measured.
struct NetworkSpeeds {
  double latency_s = 0;                  ///< start-up and transit of an empty message
  double gap_s_per_byte = 0;             ///< each further byte, beyond what passes in a burst
  double barrier_s = 0;                  ///< all processors
  double message_s = 0;                  ///< the receiver's own work per message
  std::optional<double> wakeup_s{};      ///< until a processor that has slept for a message goes on
  std::optional<double> bucket_bytes{};  ///< size of the burst that a rested link passes, if its rate is limited
  std::optional<double> burst_gap_s_per_byte{};  ///< each byte of the burst; less than gap_s_per_byte
  std::optional<WithinHost> within_host{};       ///< absent: one network, and a card for each processor
  std::optional<double> host_gap_s_per_byte{};   ///< each byte on a host's card while all its ranks send
};

/// Messages between two processors, one at a time.
struct NetworkPair {
  std::int64_t first = 0, second = 0;  ///< by rank
  double latency_s = 0;                ///< start-up and transit of an empty message
  double gap_s_per_byte = 0;           ///< each further byte
};

/// Cores of one machine that more processors with CPU quotas share than there are cores.
struct SharedCores {
  std::int64_t cores = 1;
  std::vector<std::int64_t> processors;  ///< by rank
};

/// Some processors of a machine that compute while the others rest.
struct Fewer {
  std::int64_t processors = 1;
  double speedup = 1;  ///< their speed over that while all compute
};

/// Processors of one machine, whose speeds depend on how many of them compute: they share caches, memory and cores.
struct SharedMachine {
  std::vector<std::int64_t> processors;  ///< by rank
  std::vector<Fewer> fewer;              ///< the fastest of them, descending by number
};

/// Document "speeds", made by measure-speeds.
struct Speeds {
  static constexpr const char* kind = "speeds";
  std::string kernel;
  Json kernel_options = Json::object();
  std::string unit;
  std::vector<MeasuredProcessor> processors;
  std::optional<NetworkSpeeds> network;
  std::optional<double> operation_s_per_element;       ///< one addition of two doubles
  std::optional<double> long_operation_s_per_element;  ///< the same in vectors that do not fit into the cache
  std::vector<SharedCores> shared_cores;               ///< the other processors have theirs for themselves
  std::vector<SharedMachine> shared_machines;          ///< where that was measured
  std::optional<double> memory_per_unit_bytes;         ///< that a unit of work occupies
  std::optional<std::int64_t> memory_fixed_bytes;      ///< that a process occupies whatever its units
  std::vector<std::string> warnings;
  std::vector<NetworkPair> network_pairs{};  ///< those from which `network` was estimated, at most 160
};

Object describe(const MeasuredProcessor&);
Object describe(const Speeds&);

/// One processor of the document.
OrderedJson to_json(const MeasuredProcessor& processor);

/// Faults beyond the description.
Faults faults(const Speeds& speeds);

/// Whether messages go between hosts, where the bytes of all that reach a processor pass its link one after the other.
bool between_hosts(const Speeds& speeds);

/// Number of each processor's host, from 0 in the order in which hosts first occur; one without a host is on one of its
/// own. Shape [p]. Cost: O(p log p).
std::vector<int> host_numbers(const Speeds& speeds);
/// The same of the processors of a plan.
std::vector<int> host_numbers(const std::vector<Processor>& cluster);

/// Whether processors of one host share its card, and have a network of their own between them.
bool has_two_levels(const NetworkSpeeds& network);

/// The processors as a plan records them.
std::vector<Processor> cluster_of(const Speeds& speeds);

/// By processor, in units per second.
std::vector<double> speeds_of(const Speeds& speeds);

/// Whether a quota limits the CPU time of some processor.
bool has_quotas(const Speeds& speeds);

}  // namespace uneven::document
