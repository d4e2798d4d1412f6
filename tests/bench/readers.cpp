// SPDX-License-Identifier: MIT
// What reading a table and a list of edges by parts costs beyond a bare read of the bytes and std::from_chars: times of
// the processor of all parts together, as ratios of three rounds in turn.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "data/graphs/graph.hpp"
#include "data/table.hpp"

using namespace uneven;

namespace {

constexpr int parts = 2, rounds = 3;
constexpr std::size_t megabytes = 25;

double processor_s() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

template <class Act>
double seconds_of(const Act& act) {
  const double begin = processor_s();
  act();
  return processor_s() - begin;
}

/// The numbers of a file whose separators are one byte each.
template <class Number>
std::vector<Number> bare(const std::string& path) {
  data::InputFile file(path);
  constexpr std::int64_t at_a_time = 1 << 20;
  std::vector<Number> numbers;
  std::string bytes;
  for (std::int64_t at = 0; at < file.bytes();) {
    bytes.resize(static_cast<std::size_t>(std::min(at_a_time, file.bytes() - at)));
    file.read(at, std::ssize(bytes), bytes.data());
    const std::size_t end = bytes.rfind('\n') + 1;
    for (const char* next = bytes.data(); next < bytes.data() + end; ++next) {
      Number number{};
      next = std::from_chars(next, bytes.data() + end, number).ptr;
      numbers.push_back(number);
    }
    at += static_cast<std::int64_t>(end);
  }
  return numbers;
}

void read_table(const std::string& path) {
  std::vector<std::string> surveys;
  std::vector<data::Table> tables;
  for (int part = 0; part < parts; ++part) surveys.push_back(tables.emplace_back(path).survey(part, parts));
  for (int part = 0; part < parts; ++part) {
    data::Table& table = tables[static_cast<std::size_t>(part)];
    table.finish(surveys);
    const std::int64_t first = table.rows() * part / parts;
    table.read({first, table.rows() * (part + 1) / parts - first});
  }
}

void read_edges(const std::string& path) {
  const auto format = data::read_graph_format(path);
  for (int part = 0; part < parts; ++part) data::read_graph_part(format, part, parts);
}

template <class Number>
void compare(const char* what, const std::string& path, void (*ours)(const std::string&)) {
  std::array<double, rounds> ratios{};
  for (double& ratio : ratios) {
    const double alone = seconds_of([&] { bare<Number>(path); });
    ratio = seconds_of([&] { ours(path); }) / alone;
  }
  std::ranges::sort(ratios);
  std::printf("%s: %.2f times a bare read (%.2f to %.2f), %zu MB in %d parts\n", what, ratios[1], ratios[0], ratios[2],
              megabytes, parts);
}

std::string random_number(std::mt19937& rng) {
  std::array<char, 32> text{};
  const double value = std::uniform_real_distribution<>(-10, 10)(rng);
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, 6).ptr};
}

}  // namespace

int main() {
  std::string folder = (std::filesystem::temp_directory_path() / "uneven-bench-XXXXXX").string();
  if (!::mkdtemp(folder.data())) return 74;
  const std::string csv = folder + "/x.csv", edges = folder + "/x.edges";
  std::mt19937 rng(1);
  std::ofstream rows(csv), list(edges);
  for (std::size_t bytes = 0; bytes < megabytes * 1'000'000;) {
    std::string line;
    for (int column = 0; column < 8; ++column) line += (column ? "," : "") + random_number(rng);
    bytes += line.size() + 1;
    rows << line << '\n';
  }
  for (std::size_t bytes = 0; bytes < megabytes * 1'000'000;) {
    const std::string line = std::to_string(rng() % 5'000'000) + '\t' + std::to_string(rng() % 5'000'000) + '\n';
    bytes += line.size();
    list << line;
  }
  rows.close();
  list.close();
  compare<double>("CSV of 8 columns", csv, read_table);
  compare<std::int64_t>("list of edges", edges, read_edges);
  std::filesystem::remove_all(folder);
}
