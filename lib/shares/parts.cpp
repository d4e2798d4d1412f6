// SPDX-License-Identifier: MIT
#include "shares/parts.hpp"

#include <functional>
#include <map>

#include "base/error.hpp"
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

}  // namespace uneven::shares
