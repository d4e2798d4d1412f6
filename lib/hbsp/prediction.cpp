// SPDX-License-Identifier: MIT

#include <algorithm>
#include <bit>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "hbsp/cost.hpp"
#include "hbsp/matmul.hpp"
#include "hbsp/schedule.hpp"
#include "speeds/derived.hpp"

namespace uneven::hbsp {

using document::HbspMatmul;

std::vector<double> speeds_in(const HbspMatmul& plan, const document::Speeds& speeds) {
  std::vector<double> speed = speeds_of(plan.cluster);
  for (const document::MatrixPart& part : plan.rectangles) {
    speed[part.processor] = speeds::speed_at(speeds.processors[part.processor],
                                             static_cast<double>(part.cells()) * static_cast<double>(plan.panel));
  }
  return speed;
}

namespace {

std::vector<std::int64_t> working_in(const HbspMatmul& plan) {
  std::vector<std::int64_t> working;
  for (const document::MatrixPart& part : plan.rectangles) working.push_back(part.processor);
  return working;
}

double load(const Traffic& traffic) { return std::max(traffic.sent, traffic.received); }

/// The load of the busiest link, in s. Where processors share hosts, those between hosts and inside them are apart, and
/// a host's card carries what all its processors send to others.
double busiest_link_s(const HbspMatmul& plan, const document::Speeds& speeds, double element_bytes) {
  const document::NetworkSpeeds& network = *speeds.network;
  const double element_s = network.gap_s_per_byte * element_bytes;
  double longest = 0;
  const auto all = traffic(plan);
  if (!document::has_two_levels(network)) {
    for (const Traffic& one : all) longest = std::max(longest, element_s * load(one));
    return longest;
  }
  const std::vector<int> host = document::host_numbers(speeds);
  const auto within = traffic_within_hosts(plan, host);
  const double within_element_s = speeds::within_host(network).gap_s_per_byte * element_bytes;
  std::vector<Traffic> card(all.size());  // by host
  for (std::size_t p = 0; p < all.size(); ++p) {
    const Traffic between{all[p].sent - within[p].sent, all[p].received - within[p].received, 0};
    Traffic& of_host = card[static_cast<std::size_t>(host[p])];
    of_host.sent += between.sent;
    of_host.received += between.received;
    longest = std::max({longest, element_s * load(between), within_element_s * load(within[p])});
  }
  const double card_element_s = network.host_gap_s_per_byte.value_or(network.gap_s_per_byte) * element_bytes;
  for (const Traffic& one : card) longest = std::max(longest, card_element_s * load(one));
  return longest;
}

/// One latency for each panel: inside a host, if only one has blocks.
double latencies_s(const HbspMatmul& plan, const document::Speeds& speeds) {
  const document::NetworkSpeeds& network = *speeds.network;
  double latency_s = network.latency_s;
  if (plan.rectangles.size() == 1) latency_s = 0;
  if (document::has_two_levels(network)) {
    const std::vector<int> host = document::host_numbers(speeds);
    std::set<int> hosts;
    for (const std::int64_t p : working_in(plan)) hosts.insert(host[static_cast<std::size_t>(p)]);
    if (hosts.size() == 1) latency_s = std::min(latency_s, speeds::within_host(network).latency_s);
  }
  return latency_s * static_cast<double>(panels(plan).size());
}

}  // namespace

bool predict_seconds(HbspMatmul& plan, const document::Speeds& all, Replay replay) {
  std::optional<document::Speeds> of_fewer;
  if (!plan.left_out.empty()) of_fewer = speeds::among_fewer(all, working_in(plan));
  const document::Speeds& speeds = of_fewer ? *of_fewer : all;
  const std::int64_t element_bytes = element_bytes_of(speeds.kernel_options);
  const std::vector<double> speed = speeds_in(plan, speeds);
  plan.predicted.compute_s =
      finite(std::ranges::max(busy_seconds(plan, speed, message_costs(speeds))), "predicted compute_s");
  if (!speeds.network) return false;
  const double link_s = busiest_link_s(plan, speeds, static_cast<double>(element_bytes));
  plan.predicted.communication_s = finite(link_s + latencies_s(plan, speeds), "predicted communication_s");
  plan.predicted.seconds.reset();
  const bool disturbed = has_quotas(speeds) || document::has_two_levels(*speeds.network);
  if (replay == Replay::always || (replay == Replay::allowed && disturbed))
    plan.predicted.seconds = replayed_seconds(plan, speed, speeds, element_bytes);
  const bool replayed = plan.predicted.seconds.has_value();
  if (!replayed) plan.predicted.seconds = predicted_seconds(plan);
  finite(*plan.predicted.seconds, "predicted seconds");
  return replayed;
}

std::optional<double> predicted_seconds(const HbspMatmul& plan) {
  const auto& predicted = plan.predicted;
  if (predicted.seconds) return predicted.seconds;
  if (!predicted.compute_s || !predicted.communication_s) return {};
  const auto order = panels(plan);
  const auto part = [&](std::int64_t lines) {
    return static_cast<double>(lines) / static_cast<double>(plan.size.inner);
  };
  return std::max(*predicted.compute_s + part(order.front().count) * *predicted.communication_s,
                  *predicted.communication_s + part(order.back().count) * *predicted.compute_s);
}

namespace {

using document::ProductCandidate;

constexpr std::size_t numbers_replayed = 3;  // of processors, below all
constexpr std::int64_t all_weighed = 64;     // up to 64 processors, every number of them is weighed

bool is_free(const MatmulRequest& request, const document::Speeds& speeds) {
  return !request.processors && are_matmul_speeds(speeds) && speeds.network && speeds.processors.size() > 1;
}

ProductCandidate row_of(const HbspMatmul& plan, bool replayed, bool fits) {
  return {std::ssize(plan.rectangles), plan.predicted.elements, plan.predicted.seconds, replayed, fits};
}

bool is_faster(const ProductCandidate& one, const ProductCandidate& other) {
  return one.fits != other.fits ? one.fits : *one.seconds < *other.seconds;
}

/// Candidates by the number of processors that were to have a block, the most first.
using Rows = std::map<std::int64_t, ProductCandidate, std::greater<>>;

/// Estimates for numbers of processors.
class Estimates {
 public:
  Estimates(MatmulRequest request, const document::Speeds& speeds)
      : request_(std::move(request)), speeds_(speeds), cluster_(document::cluster_of(speeds)) {}

  /// See plan_on_paying_processors().
  Rows of_all() {
    const auto all = std::ssize(cluster_);
    const auto step = [&](std::int64_t number) {
      return all <= all_weighed ? 1 : std::max<std::int64_t>(1, number / 4);
    };
    for (std::int64_t number = all; number > 0; number -= step(number)) add(number);
    while (add_beside_fastest()) continue;
    return rows_;
  }

 private:
  void add(std::int64_t number) {
    request_.processors = number;
    HbspMatmul plan = plan_matmul(request_, cluster_);
    predict_seconds(plan, speeds_, Replay::none);
    rows_[number] = row_of(plan, false, fits_memory(plan, element_bytes_of(speeds_.kernel_options)));
  }

  /// @return  whether a number was left.
  bool add_beside_fastest() {
    const auto fastest = std::ranges::min_element(
        rows_, [](const auto& one, const auto& other) { return is_faster(one.second, other.second); });
    std::vector<std::int64_t> numbers;
    const auto add_between = [&](std::int64_t more, std::int64_t fewer) {
      if (more - fewer > 1) numbers.push_back(fewer + (more - fewer) / 2);
    };
    if (fastest != rows_.begin()) add_between(std::prev(fastest)->first, fastest->first);
    if (std::next(fastest) != rows_.end()) add_between(fastest->first, std::next(fastest)->first);
    for (const std::int64_t number : numbers) add(number);
    return !numbers.empty();
  }

  MatmulRequest request_;
  const document::Speeds& speeds_;
  std::vector<document::Processor> cluster_;
  Rows rows_;
};

/// The `most` fastest numbers of processors, descending, without the largest and those whose blocks do not fit. At most
/// one between two powers of two, since neighbours take nearly the same time.
std::vector<std::int64_t> leading(const Rows& rows, std::size_t most) {
  std::vector<std::pair<std::int64_t, ProductCandidate>> sorted(std::next(rows.begin()), rows.end());
  std::erase_if(sorted, [](const auto& row) { return !row.second.fits; });
  std::ranges::stable_sort(sorted, is_faster, [](const auto& row) { return row.second; });
  std::vector<std::int64_t> numbers;
  for (const auto& [number, row] : sorted) {
    const auto power = std::bit_width(static_cast<std::uint64_t>(number));
    const auto has_power = [&](std::int64_t other) {
      return std::bit_width(static_cast<std::uint64_t>(other)) == power;
    };
    if (numbers.size() < most && std::ranges::none_of(numbers, has_power)) numbers.push_back(number);
  }
  std::ranges::sort(numbers, std::greater());
  return numbers;
}

/// One row for each number of processors that have a block: the fastest, since whole cells may leave some without.
std::vector<ProductCandidate> listed(const Rows& rows) {
  std::vector<ProductCandidate> list;
  for (const auto& [number, row] : rows) {
    const auto same = std::ranges::find(list, row.processors, &ProductCandidate::processors);
    if (same == list.end())
      list.push_back(row);
    else if (is_faster(row, *same))
      *same = row;
  }
  std::ranges::sort(list, std::greater(), &ProductCandidate::processors);
  return list;
}

}  // namespace

HbspMatmul plan_on_paying_processors(const MatmulRequest& request, const document::Speeds& speeds, bool panel_given) {
  HbspMatmul best = plan_within_memory(request, speeds, panel_given);
  const bool replayed = are_matmul_speeds(speeds) && predict_seconds(best, speeds);
  if (!is_free(request, speeds)) return best;
  Rows rows = Estimates(request, speeds).of_all();
  rows.begin()->second = row_of(best, replayed, true);
  for (const std::int64_t number : leading(rows, replayed ? numbers_replayed : 1)) {
    MatmulRequest fewer = request;
    fewer.processors = number;
    HbspMatmul plan = plan_within_memory(fewer, speeds, panel_given);
    const bool replayed_too = predict_seconds(plan, speeds, replayed ? Replay::allowed : Replay::none);
    rows[number] = row_of(plan, replayed_too, true);
    if (replayed_too == replayed && *plan.predicted.seconds < *best.predicted.seconds) best = std::move(plan);
  }
  best.candidates = listed(rows);
  return best;
}

}  // namespace uneven::hbsp
