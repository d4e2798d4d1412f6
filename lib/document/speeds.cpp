// SPDX-License-Identifier: MIT
#include "document/speeds.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include "document/field_groups.hpp"
#include "document/partition.hpp"
#include "document/writer.hpp"

namespace uneven::document {

Object describe(const CurvePoint&) {
  return Object({
      field<&CurvePoint::units>("units", positive(), "Size of the problem."),
      field<&CurvePoint::speed>("speed", positive(), "At this size.").in("units/s"),
  });
}

namespace {

Type share_of_a_core() {
  Type type = number_between(0, 1, "a number > 0 and <= 1");
  type.above_least = true;
  return type;
}

/// The place in the list is the rank where the document names none; an empty name is no host.
void complete(MeasuredProcessor& processor, const Node& node, std::size_t position) {
  if (processor.host && processor.host->empty()) processor.host.reset();
  if (!node.find("rank")) processor.rank = static_cast<std::int64_t>(position);
  std::ranges::sort(processor.curve, {}, &CurvePoint::units);
}

}  // namespace

Object describe(const MeasuredProcessor&) {
  using P = MeasuredProcessor;
  const Type ratio = number_from(1, "a number >= 1");
  return Object(
      {
          maybe<&P::rank>("rank", count(), "Its place in the list."),
          always<&P::host>("host", host(), "Where it is."),
          always<&P::cpu>("cpu", cpu(), "Its model."),
          maybe<&P::threads>("threads", threads(), "How many computed; default 1."),
          field<&P::speed>("speed", positive(), "Work of the kernel.").in("units/s"),
          maybe<&P::relative_error>("relative_error", or_null(amount()),
                                    "Half the width of the 95 % interval over the mean."),
          maybe<&P::repeats>("repeats", count(), "Measurements."),
          maybe<&P::outliers>("outliers", count(), "Those far from the median, which are counted all the same."),
          maybe<&P::sample_s>("sample_s", amount(),
                              "Time of kernel bp for a sample whatever the number of hidden units, which\n.B speed\n"
                              "includes for a near-square part of the problem."),
          maybe<&P::message_s>("message_s", amount(), "Time that it is busy with a message that it waits for."),
          maybe<&P::byte_s>("byte_s", amount(),
                            "With each byte that it sends, or that has come already, in the long run."),
          maybe<&P::waited_byte_s>("waited_byte_s", amount(),
                                   "With each byte of a message that it waits for, the mean of sending and receiving."),
          maybe<&P::send_overhead_s>("send_overhead_s", amount(), "With a message that it only sends.").was("sent_s"),
          maybe<&P::sent_byte_s>("sent_byte_s", amount(), "With each byte that it only sends."),
          maybe<&P::burst_byte_s>("burst_byte_s", amount(),
                                  "With each byte of a message that it waits for, where a link that has rested passes\n"
                                  "them at once."),
          maybe<&P::recv_overhead_s>("recv_overhead_s", amount(), "With a message that has come before it asks for it.")
              .was("arrived_s"),
          maybe<&P::cold_message_s>("cold_message_s", amount(),
                                    "As message_s, where each pair of messages, one sent and one received, comes\n"
                                    "after work; where a control group limits its CPU time.")
              .was("beside_message_s"),
          maybe<&P::pipelined_slowdown>("pipelined_slowdown", ratio,
                                        "Slowdown of the work of kernel bp in chunks between which messages travel.")
              .was("beside_work"),
          maybe<&P::tall_slowdown>("tall_slowdown", ratio, "The same with all hidden units and as many fewer samples.")
              .was("tall_work"),
          maybe<&P::cpu_share>("cpu_share", share_of_a_core(), "Of a core, where a control group limits its CPU time."),
          maybe<&P::cpu_burst_s>("cpu_burst_s", amount(),
                                 "CPU time that it may use at once before the limit stops it."),
          maybe<&P::fixed_s>("fixed_s", amount(),
                             "Time of a call of kernel command whatever the number of units;\n.B speed\ncounts the "
                             "rest of the time.\nA positive one takes the place of\n.BR curve ;\n0 does not."),
          maybe<&P::memory_bytes>("memory_bytes", count(), "Memory that the work may use."),
          maybe<&P::curve>("curve",
                           list_of(object<CurvePoint>("an object with units and speed"), "a list of {units, speed}"),
                           "Its speed by the size of the problem."),
      },
      [](void* to, const Node& node, std::size_t position) {
        complete(*static_cast<MeasuredProcessor*>(to), node, position);
      });
}

Object describe(const WithinHost&) {
  return Object({
      maybe<&WithinHost::latency_s>("latency_s", amount(), "An empty message, one way."),
      maybe<&WithinHost::gap_s_per_byte>("gap_s_per_byte", amount(), "Each further byte."),
      maybe<&WithinHost::message_s>("message_s", amount(), "The receiver's own work for a message."),
  });
}

Object describe(const NetworkSpeeds&) {
  using N = NetworkSpeeds;
  return Object({
      field<&N::latency_s>("latency_s", amount(), "An empty message, one way."),
      field<&N::gap_s_per_byte>("gap_s_per_byte", amount(), "Each further byte."),
      maybe<&N::barrier_s>("barrier_s", amount(), "Until all processors have met."),
      maybe<&N::message_s>("message_s", amount(), "The receiver's own work for a message."),
      maybe<&N::wakeup_s>("wakeup_s", amount(), "Until a processor that has waited long for a message goes on.")
          .was("wake_s"),
      maybe<&N::bucket_bytes>("bucket_bytes", amount(),
                              "Where a link's rate is limited on average only: bytes that pass it faster after a rest.")
          .was("burst_bytes"),
      maybe<&N::burst_gap_s_per_byte>("burst_gap_s_per_byte", positive(), "Each of them."),
      maybe<&N::within_host>("within_host", object<WithinHost>("an object"),
                             "What differs between ranks of one host, which then share its card."),
      maybe<&N::host_gap_s_per_byte>(
          "host_gap_s_per_byte", amount(),
          "Each byte on a host's card while all its ranks send; default\n.BR gap_s_per_byte ."),
  });
}

Object describe(const NetworkPair&) {
  return Object({
      field<&NetworkPair::first>("first", count(), "A processor."),
      field<&NetworkPair::second>("second", count(), "Another."),
      field<&NetworkPair::latency_s>("latency_s", amount(), "An empty message between them, one way."),
      field<&NetworkPair::gap_s_per_byte>("gap_s_per_byte", amount(), "Each further byte."),
  });
}

Object describe(const SharedCores&) {
  return Object({
      field<&SharedCores::cores>("cores", threads(), "Of the machine."),
      field<&SharedCores::processors>("processors", processor_numbers("a list of processors"),
                                      "Those that share them."),
  });
}

Object describe(const Fewer&) {
  return Object({
      field<&Fewer::processors>("processors", size(), "Number k: the k fastest of the machine."),
      field<&Fewer::speedup>("speedup", positive(), "Speed-up of each while the others rest.").was("times_speed"),
  });
}

Object describe(const SharedMachine&) {
  return Object(
      {
          field<&SharedMachine::processors>("processors", processor_numbers("a list of processors"),
                                            "Those that run on the machine."),
          field<&SharedMachine::fewer>(
              "fewer",
              list_of(object<Fewer>("an object with processors and speedup"), "a list of {processors, speedup}"),
              "Speed-up of some while the others rest."),
      },
      [](void* to, const Node&, std::size_t) {
        std::ranges::sort(static_cast<SharedMachine*>(to)->fewer, std::greater<>{}, &Fewer::processors);
      });
}

Object describe(const Speeds&) {
  return Object({
      maybe<&Speeds::kernel>("kernel", text("the name of a kernel, such as \"bp\""), "What was timed."),
      maybe<&Speeds::kernel_options>(
          "kernel_options", any_object(),
          "What the speed depends on: for bp\n.BR network ,\n.B input\nand where measured\n.BR samples ,\nfor search "
          "the\n.B queries\nscanned together, for command its words, for kmeans, em and logistic\n.B "
          "dimensions\nand\n.BR clusters ;\nand\n"
          ".B precision\nif it is not single for bp or double for matmul."),
      maybe<&Speeds::unit>("unit", text("the unit of work"), "Such as \"hidden unit x sample\"."),
      field<&Speeds::processors>(
          "processors",
          list_of(object<MeasuredProcessor>("an object with a speed"), "a list of at least one processor", 1),
          "In the order of their ranks."),
      maybe<&Speeds::network>(
          "network",
          [] {
            Type type = object<NetworkSpeeds>("an object with latency_s and gap_s_per_byte");
            return or_null(type, type.expected);
          }(),
          "What messages take between hosts."),
      maybe<&Speeds::network_pairs>(
          "network_pairs",
          list_of(object<NetworkPair>("an object with first, second, latency_s and gap_s_per_byte"),
                  "a list of {first, second, latency_s, gap_s_per_byte}"),
          "Pairs of processors that were measured, from which\n.B network\nis estimated: up to 16 processors all "
          "pairs, "
          "beyond that at most 160."),
      maybe<&Speeds::operation_s_per_element>("operation_s_per_element", or_null(number_from(0, "seconds >= 0")),
                                              "Adding one double to another."),
      maybe<&Speeds::long_operation_s_per_element>("long_operation_s_per_element", amount(),
                                                   "The same in vectors that do not fit into the cache."),
      maybe<&Speeds::shared_cores>(
          "shared_cores",
          list_of(object<SharedCores>("an object with cores and processors"), "a list of {cores, processors}"),
          "Where processors with such limits are containers on one machine and more than its cores."),
      maybe<&Speeds::shared_machines>(
          "shared_machines",
          list_of(object<SharedMachine>("an object with processors and fewer"), "a list of {processors, fewer}"),
          "Where measured: machines, whose processors slow each other down."),
      maybe<&Speeds::memory_per_unit_bytes>("memory_per_unit_bytes", amount(), "Memory of a unit of work."),
      maybe<&Speeds::memory_fixed_bytes>("memory_fixed_bytes", count(),
                                         "Memory of a process whatever the number of its units."),
      maybe<&Speeds::warnings>("warnings", list_of(text(), "a list of strings"),
                               "What makes the numbers doubtful, a line each."),
  });
}

OrderedJson to_json(const MeasuredProcessor& processor) {
  std::string text;
  write_value(text, processor);
  return OrderedJson::parse(text);
}

namespace {

/// Each of them is one of `count` processors, and is at one place only.
template <typename Place>
void check_processors(const std::string& name, const std::vector<Place>& places, std::size_t count, Faults& faults) {
  std::set<std::int64_t> seen;
  for (std::size_t i = 0; i < places.size(); ++i)
    for (const std::int64_t processor : places[i].processors) {
      const std::string pointer = "/" + name + "/" + std::to_string(i) + "/processors",
                        number = std::to_string(processor);
      if (processor >= static_cast<std::int64_t>(count))
        faults.add(pointer, "found " + number + "; expected a processor, 0 to " + std::to_string(count - 1));
      else if (!seen.insert(processor).second)
        faults.add(pointer, "processor " + number + " occurs twice");
    }
}

void check_pairs(const std::vector<NetworkPair>& pairs, std::size_t count, Faults& faults) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::string pointer = "/network_pairs/" + std::to_string(i);
    for (const std::int64_t processor : {pairs[i].first, pairs[i].second})
      if (processor >= static_cast<std::int64_t>(count))
        faults.add(pointer,
                   "found processor " + std::to_string(processor) + "; expected 0 to " + std::to_string(count - 1));
    if (pairs[i].first == pairs[i].second)
      faults.add(pointer, "found processor " + std::to_string(pairs[i].first) + " twice; expected two processors");
  }
}

void check_network(const NetworkSpeeds& network, Faults& faults) {
  if (network.bucket_bytes.has_value() != network.burst_gap_s_per_byte.has_value())
    faults.add("/network", "expected both bucket_bytes and burst_gap_s_per_byte, or neither");
  else if (network.bucket_bytes.value_or(0) > 0 && *network.burst_gap_s_per_byte >= network.gap_s_per_byte)
    faults.add("/network/burst_gap_s_per_byte", "expected less than gap_s_per_byte");
}

}  // namespace

Faults faults(const Speeds& speeds) {
  Faults faults;
  check_ranks(speeds.processors, faults);
  check_processors("shared_cores", speeds.shared_cores, speeds.processors.size(), faults);
  check_processors("shared_machines", speeds.shared_machines, speeds.processors.size(), faults);
  for (std::size_t i = 0; i < speeds.shared_machines.size(); ++i)
    if (const auto& [processors, fewer] = speeds.shared_machines[i];
        !fewer.empty() && fewer.front().processors >= std::ssize(processors))
      faults.add("/shared_machines/" + std::to_string(i) + "/fewer",
                 "found " + std::to_string(fewer.front().processors) +
                     " processors; expected fewer than the machine's " + std::to_string(processors.size()));
  if (speeds.network) check_network(*speeds.network, faults);
  check_pairs(speeds.network_pairs, speeds.processors.size(), faults);
  if (speeds.kernel == "bp") faults.add_all(faults_of_bp_options(speeds.kernel_options));
  return faults;
}

}  // namespace uneven::document
