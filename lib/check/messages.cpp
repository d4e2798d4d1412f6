// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <optional>
#include <ostream>

#include "base/error.hpp"
#include "check/sound.hpp"
#include "collective/allreduce.hpp"
#include "document/array_shares.hpp"
#include "document/hbsp_costs.hpp"
#include "document/job.hpp"
#include "document/options/plan_options.hpp"
#include "document/options/program_options.hpp"
#include "elements/programs.hpp"
#include "elements/tree_sum.hpp"
#include "hbsp/matmul.hpp"
#include "hbsp/schedule.hpp"
#include "partition/chain/schedule.hpp"
#include "partition/predict/iteration.hpp"
#include "partition/predict/time_model.hpp"
#include "partition/schedule.hpp"
#include "partition/sums.hpp"
#include "reduction/prediction.hpp"
#include "search/answers.hpp"
#include "shares/blocks.hpp"

namespace uneven::check {

namespace {

using schedule::Traffic;

constexpr double most_counted = 1e5;  // messages of a plan whose bytes are compared

Traffic messages(const document::Partition& plan) {
  Traffic traffic;
  for (std::size_t rank = 0; !plan.layers.empty() && rank < plan.cluster.size(); ++rank)
    add_traffic(partition::chain_part(plan, static_cast<std::int64_t>(rank), partition::planned_element_bytes).schedule,
                static_cast<int>(rank), traffic);
  if (!plan.layers.empty()) return traffic;
  const auto parts = partition::schedule(plan, partition::planned_element_bytes);
  for (std::size_t rank = 0; rank < parts.size(); ++rank)
    add_traffic(parts[rank].schedule, static_cast<int>(rank), traffic);
  return traffic;
}

/// One message to each neighbour that needs cells.
Traffic messages(const document::ArrayShares& plan) {
  std::vector<document::MatrixPart> blocks;
  for (const auto& block : plan.blocks) blocks.push_back(block.cells);
  const auto sent = shares::halo_messages(blocks, plan.halo);
  Traffic traffic;
  for (std::size_t i = 0; i < sent.size(); ++i)
    for (const auto& [to, cells] : sent[i])
      if (cells > 0)
        traffic[{static_cast<int>(blocks[i].processor), static_cast<int>(blocks[to].processor)}] = {
            1, cells * plan.element_bytes};
  return traffic;
}

Traffic messages(const document::HbspMatmul& plan) {
  Traffic traffic;
  const std::int64_t element_bytes = hbsp::element_bytes_of(plan.kernel_options);
  for (const document::MatrixPart& block : plan.rectangles)
    add_traffic(hbsp::schedule(plan, block.processor, element_bytes), static_cast<int>(block.processor), traffic);
  return traffic;
}

Traffic messages(const document::ReductionTree& tree) {
  Traffic traffic;
  const reduction::Vectors vectors{.numbers = tree.elements.value_or(1)};
  for (const document::TreeNode& node : tree.processors)
    add_traffic(reduction::schedule(tree, node, vectors), static_cast<int>(node.processor), traffic);
  return traffic;
}

Traffic messages(const std::vector<schedule::Schedule>& lists) {
  Traffic traffic;
  for (std::size_t rank = 0; rank < lists.size(); ++rank) add_traffic(lists[rank], static_cast<int>(rank), traffic);
  return traffic;
}

Traffic messages(const document::Search& plan) { return messages(search::schedule(plan, {.queries = plan.queries})); }

/// Settings as far as a job tells them: of data that are still to be read, a row has the fewest columns possible.
elements::Settings settings_of(const document::BspOptions& options, const elements::ProgramEntry& program,
                               std::int64_t elements) {
  elements::Settings settings;
  settings.clusters = options.clusters;
  settings.starts = static_cast<int>(options.starts);
  settings.parallel_seeding = options.seeding == document::Seeding::parallel;
  settings.covariance = options.covariance;
  settings.classes = static_cast<int>(options.classes.value_or(2));
  settings.elements = std::max(elements, options.clusters);
  settings.columns = static_cast<int>(options.data ? 1 : options.dimensions) + program.has_label;
  return settings;
}

/// @return  nothing if the program is the user's, or if the job does not say on how many processors it runs.
std::optional<Traffic> messages_of_supersteps(const document::Job& job) {
  const auto options = document::options_from_json<document::BspOptions>(job.input, job.options);
  const auto* program = options.user_program ? nullptr : elements::find_program(options.program);
  std::size_t ranks = options.cluster.size();
  std::int64_t elements = options.count;
  if (!job.plan.empty()) {
    const auto plan = document::of_json(job.plan, "/plan", {"hbsp-elements"}).as<document::HbspElements>();
    ranks = plan.cluster.size();
    elements = plan.count;
  }
  if (!program || ranks == 0) return std::nullopt;
  const auto made = program->make(settings_of(options, *program, elements));
  const elements::Superstep superstep = elements::superstep_of(*made, static_cast<int>(ranks));
  std::vector<schedule::Schedule> lists;
  for (int rank = 0; rank < superstep.ranks; ++rank) lists.push_back(elements::schedule(superstep, rank));
  return messages(lists);
}

Traffic messages(const document::Job& job, const std::string& name) {
  const std::string kind = job.plan.empty() ? "" : job.plan.value("kind", "");
  if (job.run == "bsp")
    if (const auto traffic = messages_of_supersteps(job)) return *traffic;
  if (job.run == "search") {
    const auto options = document::options_from_json<document::SearchOptions>(job.input, job.options);
    const auto plan = document::of_json(job.plan, name + ": /plan", {"search"}).as<document::Search>();
    return messages(search::schedule(plan, {options.batch, options.k, options.ties_all}));
  }
  if (kind.empty() || kind == "job" || kind == "hbsp-elements")
    throw InputError(name +
                     ": expected a plan whose messages are known: array-shares, partition, hbsp-matmul, "
                     "reduction-tree or search, or a program of run-bsp that comes with uneven");
  return messages_of(document::of_json(job.plan, name + ": /plan", kinds_with_messages()));
}

}  // namespace

std::optional<schedule::Bytes> scheduled_bytes(const document::Partition& plan) {
  const bool few = partition::within_replay_limit(std::ssize(plan.rectangles), plan.network, plan.samples);
  if (!few || !partition::sent_bytes(plan, partition::planned_element_bytes)) return std::nullopt;
  return bytes_of(messages(plan));
}

std::optional<schedule::Bytes> scheduled_bytes(const document::HbspMatmul& plan) {
  const auto blocks = static_cast<double>(plan.rectangles.size());
  const double panels = std::ceil(static_cast<double>(plan.size.inner) / static_cast<double>(plan.panel)) + blocks;
  const auto sent = hbsp::sent_bytes(plan, hbsp::element_bytes_of(plan.kernel_options));
  if (!sent) return std::nullopt;
  const double segments = static_cast<double>(sent->sum) / static_cast<double>(collective::segment_bytes);
  if (panels * blocks * blocks + segments > most_counted) return std::nullopt;
  return bytes_of(messages(plan));
}

std::optional<schedule::Bytes> scheduled_bytes(const document::ReductionTree& tree) {
  if (!tree.elements || !reduction::sent_bytes(tree)) return std::nullopt;
  const double pieces = std::ceil(static_cast<double>(*tree.elements) /
                                  static_cast<double>(reduction::piece_length(tree, {.numbers = *tree.elements})));
  if (pieces * static_cast<double>(tree.processors.size()) > most_counted) return std::nullopt;
  return bytes_of(messages(tree));
}

const std::vector<std::string>& kinds_with_messages() {
  static const std::vector<std::string> kinds{"array-shares", "hbsp-matmul",    "job",
                                              "partition",    "reduction-tree", "search"};
  return kinds;
}

Traffic messages_of(const document::Document& document) {
  if (document.kind == "array-shares") return messages(document.as<document::ArrayShares>());
  if (document.kind == "partition") return messages(document.as<document::Partition>());
  if (document.kind == "hbsp-matmul") return messages(document.as<document::HbspMatmul>());
  if (document.kind == "reduction-tree") return messages(document.as<document::ReductionTree>());
  if (document.kind == "search") return messages(document.as<document::Search>());
  return messages(document.as<document::Job>(), document.name);
}

void write_messages(std::ostream& out, const Traffic& traffic) {
  const schedule::Bytes bytes = schedule::bytes_of(traffic);
  std::int64_t messages = 0;
  out << "{\n  \"messages\": [";
  const char* separator = "\n";
  const auto number = [](std::int64_t count, bool known) { return known ? std::to_string(count) : "null"; };
  for (const auto& [pair, sent] : traffic) {
    out << separator << "    {\"from\":" << pair.first << ",\"to\":" << pair.second << ",\"messages\":" << sent.messages
        << ",\"bytes\":" << number(sent.bytes, sent.all_known) << '}';
    separator = ",\n";
    messages += sent.messages;
  }
  out << (traffic.empty() ? "]" : "\n  ]") << ",\n  \"total\": {\"messages\":" << messages
      << ",\"bytes\":{\"largest\":" << number(bytes.largest, bytes.all_known)
      << ",\"sum\":" << number(bytes.sum, bytes.all_known) << "}}\n}\n";
}

}  // namespace uneven::check
