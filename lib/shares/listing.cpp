// SPDX-License-Identifier: MIT
#include "shares/listing.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.hpp"
#include "base/foreign_text.hpp"
#include "base/number.hpp"

namespace uneven::shares {
namespace {

/// @throws InputError  if it is not known, or no word that a file of hosts can hold.
const std::string& host_of(const Part& part) {
  const std::string where = "processor " + std::to_string(part.processor) + ": ";
  if (!part.host)
    throw InputError(where +
                     "the plan does not know its host; expected a plan of measured speeds, or speeds with hosts");
  const auto odd = [](unsigned char c) {
    return c <= ' ' || c == 0x7f || c == '#' || c == '"' || c == '\'' || c == '\\';
  };
  if (part.host->empty() || std::ranges::any_of(*part.host, odd))
    throw InputError(where + "found host '" + shown(*part.host) + "'; expected a name of letters, digits, - and .");
  return *part.host;
}

/// Hosts in the order of their first part, with the number of their parts.
std::vector<std::pair<std::string, std::size_t>> hosts_of(const std::vector<Part>& parts) {
  std::vector<std::pair<std::string, std::size_t>> hosts;
  std::map<std::string, std::size_t> index;
  for (const Part& part : parts) {
    const auto [place, is_new] = index.try_emplace(host_of(part), hosts.size());
    if (is_new) hosts.emplace_back(place->first, 0);
    ++hosts[place->second].second;
  }
  return hosts;
}

/// A line for each host: its name, `between`, its number of parts.
std::string host_lines(const std::vector<Part>& parts, const std::string& between) {
  std::string lines;
  for (const auto& [host, count] : hosts_of(parts)) lines += host + between + std::to_string(count) + "\n";
  return lines;
}

std::string field(const std::optional<std::string>& text) { return text && !text->empty() ? cleaned(*text) : "-"; }

/// In whole bytes. @param bytes  absent: not known.
std::string bytes_field(const std::optional<double>& bytes) {
  char text[400];
  if (!bytes) return "-";
  std::snprintf(text, sizeof text, "%.0f", std::ceil(*bytes));
  return text;
}

}  // namespace

std::string tsv(const std::vector<Part>& parts) {
  const bool blocks = !parts.empty() && parts.front().rows;
  std::string text = "rank\thost\tfirst\tcount\tshare\tseconds\tmemory";
  text += blocks ? "\trows\tcolumns\n" : "\n";
  for (const Part& part : parts) {
    std::map<std::string, std::string> fields;
    for (const Word& word : words_of(values_of(part, parts.size()))) fields[word.name] = field(word.value);
    for (const char* name : {"rank", "host", "first", "count", "share"}) text += fields[name] + "\t";
    text += (part.seconds ? shortest(*part.seconds) : "-") + "\t" + bytes_field(part.memory_bytes);
    text += blocks ? "\t" + fields["rows"] + "\t" + fields["columns"] + "\n" : "\n";
  }
  return text;
}

std::string hostfile(const std::vector<Part>& parts) { return host_lines(parts, " slots="); }

std::string machinefile(const std::vector<Part>& parts) { return host_lines(parts, ":"); }

std::string rankfile(const std::vector<Part>& parts) {
  std::string lines;
  std::map<std::string, std::int64_t> next_core;
  for (const Part& part : parts) {
    std::int64_t& core = next_core[host_of(part)];
    const std::int64_t last = core + part.threads - 1;
    lines += "rank " + std::to_string(part.processor) + "=" + *part.host + " slot=" + std::to_string(core) +
             (last > core ? "-" + std::to_string(last) : "") + "\n";
    core = last + 1;
  }
  return lines;
}

std::string multi_prog(const std::vector<Part>& parts) {
  std::string lines;
  for (const Part& part : parts) {
    lines += std::to_string(part.processor) + " env";
    if (part.host) host_of(part);
    for (const std::string& variable : environment_of(words_of(values_of(part, parts.size()))))
      lines += variable.find(' ') == std::string::npos ? " " + variable : " '" + variable + "'";  // srun knows no "..."
    lines += "\n";
  }
  return lines;
}

std::string shell_environment(const std::vector<Part>& parts, std::int64_t rank) {
  if (rank < 0 || rank >= std::ssize(parts))
    throw UsageError("--env: found rank " + std::to_string(rank) + "; expected 0 to " +
                     std::to_string(std::ssize(parts) - 1) + ", the processors of the plan");
  const Part& part = parts[static_cast<std::size_t>(rank)];
  if (part.host && part.host->find('\0') != std::string::npos)
    throw InputError("processor " + std::to_string(rank) + ": found host '" + shown(*part.host) +
                     "'; expected a name without NUL bytes");
  return shell_lines(words_of(values_of(part, parts.size())));
}

}  // namespace uneven::shares
