// SPDX-License-Identifier: MIT
#include "document/speeds_option.hpp"

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "base/text.hpp"
#include "document/document.hpp"
#include "document/speeds.hpp"

namespace uneven::document {

namespace {

constexpr std::size_t most_processors = std::size_t{1} << 24;  // each takes several hundred bytes

}  // namespace

void SpeedsOption::add_to(CommandLine& app, const std::string& kernel, const std::string& unit) {
  const Option by_hand =
      app.add_option("--speeds", list_, "Speeds by hand, such as 4*1.0,2, instead of SPEEDS" + unit).type_name("LIST");
  app.add_option("SPEEDS", path_, "Output of measure-speeds" + kernel + "; '-' is standard input")
      .type_name("FILE")
      .excludes(by_hand);
}

void SpeedsOption::require_other_than(const std::string& input, const std::string& name) const {
  if (input == "-" && !list_ && path_.value_or("-") == "-")
    throw UsageError(name + " and SPEEDS are both standard input; expected --speeds, or a file for one of them");
}

Speeds SpeedsOption::read(const Tool& tool) const {
  if (!list_) return load(path_.value_or("-"), {"speeds"}, tool).as<Speeds>();
  Speeds speeds;
  const std::vector<double> list = parse_positive_list(*list_, "--speeds");
  if (list.size() > most_processors)
    throw UsageError("--speeds: has " + std::to_string(list.size()) + " processors; expected at most " +
                     std::to_string(most_processors));
  speeds.processors.reserve(list.size());
  for (const double speed : list) {
    auto& processor = speeds.processors.emplace_back();
    processor.rank = std::ssize(speeds.processors) - 1;
    processor.speed = speed;
  }
  return speeds;
}

bool between_hosts(const Speeds& speeds) {
  const std::optional<std::string>* first = nullptr;
  for (const MeasuredProcessor& processor : speeds.processors) {
    if (!processor.host) continue;
    if (first && *first != processor.host) return true;
    first = &processor.host;
  }
  return false;
}

namespace {

std::vector<int> numbers_of_hosts(const auto& processors) {
  std::vector<int> numbers;
  numbers.reserve(processors.size());
  std::map<std::string, int> known;
  int hosts = 0;
  for (const auto& processor : processors) {
    if (!processor.host) {
      numbers.push_back(hosts++);
      continue;
    }
    const auto [at, is_new] = known.try_emplace(*processor.host, hosts);
    hosts += is_new;
    numbers.push_back(at->second);
  }
  return numbers;
}

}  // namespace

std::vector<int> host_numbers(const Speeds& speeds) { return numbers_of_hosts(speeds.processors); }
std::vector<int> host_numbers(const std::vector<Processor>& cluster) { return numbers_of_hosts(cluster); }

bool has_two_levels(const NetworkSpeeds& network) { return network.within_host || network.host_gap_s_per_byte; }

std::vector<double> speeds_of(const Speeds& speeds) {
  std::vector<double> list;
  list.reserve(speeds.processors.size());
  for (const MeasuredProcessor& processor : speeds.processors) list.push_back(processor.speed);
  return list;
}

bool has_quotas(const Speeds& speeds) {
  return std::ranges::any_of(speeds.processors, [](const auto& processor) { return processor.cpu_share.has_value(); });
}

std::vector<Processor> cluster_of(const Speeds& speeds) {
  std::vector<Processor> cluster;
  cluster.reserve(speeds.processors.size());
  for (const MeasuredProcessor& p : speeds.processors) {
    Processor& made = cluster.emplace_back(p.host, p.cpu, p.threads, p.speed, p.cpu_share, p.cpu_burst_s);
    made.fixed_s = p.fixed_s;
    made.memory_bytes = p.memory_bytes;
  }
  return cluster;
}

}  // namespace uneven::document
