// SPDX-License-Identifier: MIT
#include "shares/parts.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "base/error.hpp"
#include "base/text.hpp"
#include "document/job.hpp"

namespace uneven::shares {
namespace {

/// An empty part for each processor.
std::vector<Part> empty_parts(const std::vector<document::Processor>& cluster) {
  std::vector<Part> parts;
  for (const auto& processor : cluster)
    parts.push_back({std::ssize(parts), processor.host, processor.cpu, processor.threads, {}, 0, {}, {}, {}, {}});
  return parts;
}

/// Of units or cells, as doubles because their number may exceed 2^63.
double fraction(double mine, double all) { return all > 0 ? mine / all : 0; }

double cells(const document::Range& rows, const document::Range& columns) {
  return static_cast<double>(rows.count) * static_cast<double>(columns.count);
}

std::vector<Part> empty_blocks(const std::vector<document::Processor>& cluster) {
  auto parts = empty_parts(cluster);
  for (Part& part : parts) part.rows = part.columns = document::Range();
  return parts;
}

/// @param all  cells of the whole.
void set_block(Part& part, const document::Range& rows, const document::Range& columns, double all) {
  part.elements = rows;
  part.rows = rows;
  part.columns = columns;
  part.share = fraction(cells(rows, columns), all);
}

using FromDocument = std::function<std::vector<Part>(const document::Document&)>;

template <class... Plan>
std::map<std::string, FromDocument> parts_of_plans() {
  return {{Plan::kind, [](const document::Document& document) { return parts_of(document.as<Plan>()); }}...};
}

const std::map<std::string, FromDocument>& plans_with_shares() {
  static const auto all = parts_of_plans<document::ArrayShares, document::HbspElements, document::HbspMatmul,
                                         document::Partition, document::Search>();
  return all;
}

}  // namespace

std::vector<Part> parts_of(const document::ArrayShares& plan) {
  auto parts = empty_blocks(plan.cluster);
  const double all = static_cast<double>(plan.rows) * static_cast<double>(plan.columns);
  for (const auto& [block, neighbours, bytes] : plan.blocks) {
    const auto& processor = plan.cluster[static_cast<std::size_t>(block.processor)];
    Part& part = parts[static_cast<std::size_t>(block.processor)];
    set_block(part, block.rows, block.columns, all);
    if (plan.predicted.seconds)
      part.seconds = processor.fixed_s.value_or(0) + cells(block.rows, block.columns) / processor.speed;
  }
  return parts;
}

std::vector<Part> parts_of(const document::HbspElements& plan) {
  auto parts = empty_parts(plan.cluster);
  for (const auto& [number, elements] : plan.placement) {
    Part& part = parts[static_cast<std::size_t>(number)];
    const auto& processor = plan.cluster[static_cast<std::size_t>(number)];
    const double units = static_cast<double>(elements.count);
    part.elements = elements;
    part.share = fraction(units, static_cast<double>(plan.count));
    if (plan.seconds || plan.superstep_s)
      part.seconds = units > 0 ? processor.fixed_s.value_or(0) + units / processor.speed : 0;
    if (plan.memory_per_unit_bytes || plan.memory_fixed_bytes)
      part.memory_bytes = units > 0 ? static_cast<double>(plan.memory_fixed_bytes.value_or(0)) +
                                          units * plan.memory_per_unit_bytes.value_or(0)
                                    : 0;
  }
  return parts;
}

std::vector<Part> parts_of(const document::Search& plan) {
  auto cluster = plan.cluster;
  cluster.insert(cluster.end(), plan.idle.begin(), plan.idle.end());
  auto parts = empty_parts(cluster);
  for (const auto& [number, examples] : plan.placement) {
    Part& part = parts[static_cast<std::size_t>(number)];
    part.elements = examples;
    part.share = fraction(static_cast<double>(examples.count), static_cast<double>(plan.examples));
  }
  return parts;
}

std::vector<Part> parts_of(const document::Partition& plan) {
  document::require_one_hidden_layer(plan);
  auto parts = empty_blocks(plan.cluster);
  const double all = static_cast<double>(plan.samples) * static_cast<double>(plan.network.hidden);
  for (const auto& rectangle : plan.rectangles)
    set_block(parts[static_cast<std::size_t>(rectangle.processor)], rectangle.samples, rectangle.hidden, all);
  return parts;
}

std::vector<Part> parts_of(const document::HbspMatmul& plan) {
  auto parts = empty_blocks(plan.cluster);
  const double all = static_cast<double>(plan.size.rows) * static_cast<double>(plan.size.columns);
  for (const auto& rectangle : plan.rectangles)
    set_block(parts[static_cast<std::size_t>(rectangle.processor)], rectangle.rows, rectangle.columns, all);
  return parts;
}

std::vector<Part> parts_of(const document::Document& document) {
  if (document.kind != "job") return plans_with_shares().at(document.kind)(document);
  const auto job = document.as<document::Job>();
  if (job.plan.empty()) throw InputError(document.name + ": /plan: this job has no plan to share");
  return parts_of(document::of_json(job.plan, document.name + ": /plan", kinds_with_shares()));
}

const std::vector<std::string>& kinds_with_shares() {
  static const std::vector<std::string> kinds = [] {
    std::vector<std::string> names{"job"};
    for (const auto& [kind, unused] : plans_with_shares()) names.push_back(kind);
    return names;
  }();
  return kinds;
}

Values values_of(const Part& part, std::size_t ranks) {
  return {part.processor, static_cast<std::int64_t>(ranks), part.host, part.elements, part.share, part.rows,
          part.columns};
}

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
