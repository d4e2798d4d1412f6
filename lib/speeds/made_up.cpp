// SPDX-License-Identifier: MIT
#include "speeds/made_up.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <map>

#include "base/error.hpp"
#include "base/text.hpp"
#include "speeds/derived.hpp"

namespace uneven::speeds {

namespace {

constexpr std::int64_t most_processors = std::int64_t{1} << 24;
constexpr int digits_of_network = 4, digits_of_speed = 6;
constexpr double tcp_share = 1448.0 / 1538, roce_share = 0.97, infiniband_share = 0.98;

/// Seconds per byte at a rate in Gbit/s.
constexpr double gap(double gbit_per_s, double share) { return 8e-9 / (gbit_per_s * share); }

/// Adding one double to another where vectors do not fit into the cache: 16 bytes read and 8 written at 100 GB/s, a
/// server's memory rate over some of its cores. Used if nothing was measured.
constexpr double operation_s = 2.4e-10;

/// Messages between ranks of one host, as of Open MPI 4.1.4 through shared memory: half a round trip of 8 bytes takes
/// 0.15 us to 0.5 us, 8 MB 7e-11 s per byte on a desktop, more between sockets.
constexpr double shared_memory_latency_s = 0.5e-6, shared_memory_gap = 1e-10, shared_memory_message_s = 0.1e-6;

NetworkKind kind_named(const std::string& name) {
  const auto kinds = network_kinds();
  const auto found = std::ranges::find(kinds, name, &NetworkKind::name);
  if (found == kinds.end()) throw UsageError("--network: no kind of network is called " + shown(name));
  return *found;
}

/// All meet in as many rounds of messages as doublings make all processors.
double barrier_s(std::size_t processors, double latency_s) {
  return latency_s * static_cast<double>(std::bit_width(processors - 1));
}

/// Times of messages between ranks of one host: as measured on a host, or else those of shared memory.
document::WithinHost within_host_of(const ClusterRequest& request) {
  if (!request.like || !request.like->network)
    return {shared_memory_latency_s, shared_memory_gap, shared_memory_message_s};
  const document::NetworkSpeeds& measured = *request.like->network;
  if (measured.within_host) return *measured.within_host;
  const std::vector<int> hosts = document::host_numbers(*request.like);
  if (hosts.size() < 2 || std::ranges::max(hosts) > 0)
    return {shared_memory_latency_s, shared_memory_gap, shared_memory_message_s};
  return {measured.latency_s, measured.gap_s_per_byte, measured.message_s};
}

document::NetworkSpeeds network_of(const ClusterRequest& request, std::size_t processors) {
  const auto add_hosts = [&](document::NetworkSpeeds& network) {
    network.within_host = within_host_of(request);
    if (request.within_gap_s_per_byte) network.within_host->gap_s_per_byte = request.within_gap_s_per_byte;
    if (!network.host_gap_s_per_byte) network.host_gap_s_per_byte = network.gap_s_per_byte;
  };
  if (!request.network) {
    document::NetworkSpeeds measured = *request.like->network;
    measured.barrier_s = std::max(measured.barrier_s, barrier_s(processors, measured.latency_s));
    if (request.within_gap_s_per_byte) add_hosts(measured);
    return measured;
  }
  const NetworkKind kind = kind_named(*request.network);
  document::NetworkSpeeds network;
  network.latency_s = kind.latency_s;
  network.gap_s_per_byte = rounded(kind.gap_s_per_byte, digits_of_network);
  network.barrier_s = rounded(barrier_s(processors, kind.latency_s), digits_of_network);
  network.message_s = kind.message_s;
  if (request.cores_per_host > 1 || request.within_gap_s_per_byte) add_hosts(network);
  return network;
}

/// What measure-speeds calls a unit of a kernel's work; "unit" of any work.
std::string unit_of(const std::string& kernel) {
  static const std::map<std::string, std::string> units{
      {"bp", "hidden unit x sample"}, {"matmul", "multiply-add"}, {"search", "example x query"},
      {"kmeans", "element"},          {"em", "element"},          {"logistic", "element"}};
  const auto found = units.find(kernel);
  return found == units.end() ? "unit" : found->second;
}

void forget_messages(document::MeasuredProcessor& processor) {
  for (auto* seconds :
       {&processor.message_s, &processor.byte_s, &processor.waited_byte_s, &processor.send_overhead_s,
        &processor.sent_byte_s, &processor.burst_byte_s, &processor.recv_overhead_s, &processor.cold_message_s})
    seconds->reset();
}

/// What a processor of a host of this speed is.
document::MeasuredProcessor like(const document::MeasuredProcessor& measured, double speed, bool other_network) {
  document::MeasuredProcessor made = measured;
  made.relative_error.reset();
  made.repeats.reset();
  made.outliers.reset();
  made.cpu_share.reset();
  made.cpu_burst_s.reset();
  if (other_network) forget_messages(made);
  if (speed == 1) return made;
  slow_down(made, 1 / speed);
  made.speed = measured.speed == 1 ? speed : rounded(made.speed, digits_of_speed);
  for (document::CurvePoint& point : made.curve) point.speed = rounded(point.speed, digits_of_speed);
  if (made.fixed_s) *made.fixed_s /= speed;
  return made;
}

/// The common members of the document.
document::Speeds frame_of(const ClusterRequest& request) {
  document::Speeds speeds;
  if (request.like) {
    speeds = *request.like;
    speeds.processors.clear();
    speeds.shared_cores.clear();
    speeds.shared_machines.clear();
    speeds.warnings.clear();
  } else {
    speeds.kernel = request.kernel;
    speeds.unit = unit_of(request.kernel);
    speeds.kernel_options = request.kernel_options;
  }
  if (!speeds.operation_s_per_element) speeds.operation_s_per_element = operation_s;
  return speeds;
}

}  // namespace

std::vector<NetworkKind> network_kinds() {
  constexpr NetworkKind hdr{"infiniband200", 1.2e-6, gap(200, infiniband_share), 0.2e-6};
  NetworkKind newest = hdr;
  newest.name = "infiniband";
  return {{"1gbit", 25e-6, gap(1, tcp_share), 4e-6},
          {"10gbit", 12e-6, gap(10, tcp_share), 3e-6},
          {"100gbit", 2e-6, gap(100, roce_share), 0.3e-6},
          hdr,
          newest};
}

document::Speeds made_up_cluster(const ClusterRequest& request) {
  const auto hosts = std::ssize(request.host_speeds);
  if (hosts > most_processors / request.cores_per_host)
    throw UsageError("more than " + std::to_string(most_processors) + " processors; expected fewer hosts or cores");
  document::Speeds speeds = frame_of(request);
  const auto processors = static_cast<std::size_t>(hosts * request.cores_per_host);
  speeds.processors.reserve(processors);
  for (std::int64_t host = 0; host < hosts; ++host) {
    const auto h = static_cast<std::size_t>(host);
    document::MeasuredProcessor measured;
    if (request.like) {
      const auto& all = request.like->processors;
      const auto& models = request.models;
      measured = all[models.empty() ? h % all.size() : static_cast<std::size_t>(models[h % models.size()])];
    }
    document::MeasuredProcessor made = like(measured, request.host_speeds[h], request.network.has_value());
    finite(made.speed, "the speed of host " + std::to_string(host + 1));
    made.host = "node" + std::to_string(host + 1);
    for (std::int64_t core = 0; core < request.cores_per_host; ++core) {
      made.rank = std::ssize(speeds.processors);
      speeds.processors.push_back(made);
    }
  }
  speeds.network.reset();
  if (request.network || (request.like && request.like->network)) speeds.network = network_of(request, processors);
  return speeds;
}

double gap_within(const std::string& rate) {
  constexpr std::string_view unit = "gbyte";
  constexpr double bytes = 1e9;
  const std::string number = rate.substr(0, rate.size() - std::min(rate.size(), unit.size()));
  if (!rate.ends_with(unit) || number.empty())
    throw UsageError("--within: '" + shown(rate) + "' is no rate such as 20gbyte, in 10^9 bytes per second");
  return rounded(1 / (parse_positive(number, "--within") * bytes), digits_of_network);
}

std::vector<std::int64_t> models_by(const std::string& list, const document::Speeds& measured) {
  std::vector<std::int64_t> models;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    std::string item = list.substr(begin, end - begin);
    begin = end + 1;
    std::int64_t times = 1, number = 0;
    const auto whole = [](const std::string& text, std::int64_t& value) {
      const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      return error == std::errc() && rest == text.data() + text.size() && value >= 0;
    };
    const std::string of_list = "--like: '" + shown(item) + "' ";
    if (const auto star = item.find('*'); star != item.npos) {
      if (!whole(item.substr(0, star), times) || times == 0 || times > most_processors)
        throw UsageError(of_list + "is not a repeated processor such as 4*0");
      item = item.substr(star + 1);
    }
    if (!whole(item, number) || number >= std::ssize(measured.processors)) {  // a model may be called by a number
      const auto fits = [&](const document::MeasuredProcessor& processor) {
        return processor.cpu && processor.cpu->find(item) != std::string::npos;
      };
      number = item.empty() ? std::ssize(measured.processors)
                            : std::ranges::find_if(measured.processors, fits) - measured.processors.begin();
    }
    if (number >= std::ssize(measured.processors))
      throw UsageError(of_list + "is no measured processor; expected 0 to " +
                       std::to_string(measured.processors.size() - 1) + ", or a part of a model's name");
    models.insert(models.end(), static_cast<std::size_t>(times), number);
  }
  return models;
}

}  // namespace uneven::speeds
