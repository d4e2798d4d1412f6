// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <numeric>
#include <random>
#include <string_view>

#include "base/error.hpp"
#include "base/text.hpp"
#include "speeds/made_up.hpp"

namespace uneven::speeds {

namespace {

constexpr double accelerator_speed = 30;
constexpr int digits_drawn = 4;
const std::string speeds_option = "--speeds";

/// Numbers between 0 and 1, exclusive.
class Random {
 public:
  explicit Random(std::uint64_t seed) : bits_(seed) {}
  double uniform() { return (static_cast<double>(bits_() >> 12) + 0.5) * 0x1p-52; }
  /// Standard normal, by Box and Muller (Ann. Math. Stat. 29, 1958).
  double normal() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

 private:
  std::mt19937_64 bits_;
};

std::vector<std::string> split_at(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text)
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

[[noreturn]] void refuse(const std::string& text, const std::string& expected) {
  throw UsageError(speeds_option + ": '" + text + "' is not " + expected);
}

std::vector<double> uniform(const std::string& text, const std::vector<std::string>& words, std::int64_t hosts,
                            Random random) {
  if (words.size() != 3) refuse(text, "uniform:A:B, such as uniform:0.1:1");
  const double least = parse_positive(words[1], speeds_option), most = parse_positive(words[2], speeds_option);
  if (least > most) refuse(text, "uniform:A:B with A <= B");
  std::vector<double> speeds(static_cast<std::size_t>(hosts));
  for (double& speed : speeds) speed = rounded(least + (most - least) * random.uniform(), digits_drawn);
  return speeds;
}

std::vector<double> lognormal(const std::string& text, const std::vector<std::string>& words, std::int64_t hosts,
                              Random random) {
  constexpr double most_sigma = 10;  // e^60 times the median would be no host
  if (words.size() != 2) refuse(text, "lognormal:SIGMA, such as lognormal:0.5");
  const double sigma = parse_positive(words[1], speeds_option);
  if (sigma > most_sigma) refuse(text, "lognormal:SIGMA with SIGMA <= 10");
  std::vector<double> speeds(static_cast<std::size_t>(hosts));
  for (double& speed : speeds) speed = rounded(std::exp(sigma * random.normal()), digits_drawn);
  return speeds;
}

struct Generation {
  double hosts, speed;
};

/// COUNTxSPEED of each generation.
std::vector<Generation> generations_in(const std::string& text, const std::string& list) {
  std::vector<Generation> all;
  for (const std::string& item : split_at(list, ',')) {
    const auto words = split_at(item, 'x');
    if (words.size() != 2) refuse(text, "generations:COUNTxSPEED,..., such as generations:4x1,2x2,1x4");
    const double count = parse_positive(words[0], speeds_option);
    if (count != std::floor(count)) refuse(text, "generations:COUNTxSPEED,... with whole counts");
    all.push_back({count, parse_positive(words[1], speeds_option)});
  }
  return all;
}

/// The first generations get round(hosts x cumulated ratio) hosts together.
std::vector<double> in_generations(const std::vector<Generation>& generations, std::int64_t hosts) {
  const auto add = [](double sum, const Generation& generation) { return sum + generation.hosts; };
  const double all = std::accumulate(generations.begin(), generations.end(), 0.0, add);
  const double wanted = hosts > 0 ? static_cast<double>(hosts) : all;
  std::vector<double> speeds;
  double before = 0;
  for (const Generation& generation : generations) {
    before += generation.hosts;
    speeds.resize(static_cast<std::size_t>(std::llround(wanted * before / all)), generation.speed);
  }
  return speeds;
}

std::vector<double> with_accelerators(const std::string& text, const std::vector<std::string>& words,
                                      std::int64_t hosts) {
  if (words.size() != 2 && words.size() != 3) refuse(text, "accelerators:K or accelerators:K:TIMES");
  const double count = parse_positive(words[1], speeds_option);
  if (count != std::floor(count) || count > static_cast<double>(hosts))
    refuse(text, "accelerators:K with 1 <= K <= " + std::to_string(hosts) + ", the number of hosts");
  std::vector<double> speeds(static_cast<std::size_t>(hosts), 1);
  const double speed = words.size() == 3 ? parse_positive(words[2], speeds_option) : accelerator_speed;
  std::fill(speeds.end() - static_cast<std::ptrdiff_t>(count), speeds.end(), speed);
  return speeds;
}

std::vector<double> listed(const std::string& text, std::int64_t hosts) {
  auto speeds = parse_positive_list(text, speeds_option);
  if (hosts > 0 && std::ssize(speeds) != hosts)
    throw UsageError(speeds_option + ": has " + std::to_string(speeds.size()) + " speeds; expected " +
                     std::to_string(hosts) + ", the number of hosts");
  return speeds;
}

}  // namespace

double rounded(double value, int digits) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return parse_number(text, "a rounded number");
}

std::vector<double> speeds_by(const std::string& text, std::int64_t hosts, std::uint64_t seed) {
  const auto words = split_at(text, ':');
  const std::string& family = words.front();
  if (family == "generations") {
    if (words.size() != 2) refuse(text, "generations:COUNTxSPEED,..., such as generations:4x1,2x2,1x4");
    return in_generations(generations_in(text, words[1]), hosts);
  }
  const bool drawn = family == "uniform" || family == "lognormal";
  if ((drawn || family == "accelerators") && hosts == 0)
    throw UsageError("--hosts is required with " + speeds_option + " " + family);
  if (family == "uniform") return uniform(text, words, hosts, Random(seed));
  if (family == "lognormal") return lognormal(text, words, hosts, Random(seed));
  if (family == "accelerators") return with_accelerators(text, words, hosts);
  if (words.size() > 1) refuse(text, "uniform:A:B, lognormal:SIGMA, generations:4x1,2x2, accelerators:K or a list");
  return listed(text, hosts);
}

}  // namespace uneven::speeds
