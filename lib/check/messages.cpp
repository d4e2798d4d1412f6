// SPDX-License-Identifier: MIT
#include "check/messages.hpp"

#include <algorithm>
#include <ostream>

#include "base/error.hpp"
#include "document/array_shares.hpp"
#include "document/job.hpp"
#include "hbsp/matmul.hpp"
#include "hbsp/schedule.hpp"
#include "partition/predict/sums.hpp"
#include "partition/schedule.hpp"
#include "reduction/schedule.hpp"
#include "shares/halo.hpp"

namespace uneven::check {

namespace {

using schedule::Traffic;

Traffic messages(const document::Partition& plan) {
  Traffic traffic;
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

}  // namespace

const std::vector<std::string>& kinds_with_messages() {
  static const std::vector<std::string> kinds{"array-shares", "hbsp-matmul", "job", "partition", "reduction-tree"};
  return kinds;
}

Traffic messages_of(const document::Document& document) {
  if (document.kind == "array-shares") return messages(document.as(document::array_shares_from_json));
  if (document.kind == "partition") return messages(document.as(document::partition_from_json));
  if (document.kind == "hbsp-matmul") return messages(document.as(document::hbsp_matmul_from_json));
  if (document.kind == "reduction-tree") return messages(document.as(document::reduction_tree_from_json));
  const document::Json plan = document.kind == "job" ? document.as(document::job_from_json).plan : document::Json();
  if (plan.empty() || plan.value("kind", "") == "job")
    throw InputError(
        document.name +
        ": expected a plan whose messages are known: array-shares, partition, hbsp-matmul or reduction-tree");
  return messages_of(document::of_json(plan, document.name + ": /plan", kinds_with_messages()));
}

void write_messages(std::ostream& out, const Traffic& traffic) {
  const schedule::Bytes bytes = schedule::bytes_of(traffic);
  std::int64_t messages = 0;
  out << "{\n  \"messages\": [";
  const char* separator = "\n";
  for (const auto& [pair, sent] : traffic) {
    out << separator << "    {\"from\":" << pair.first << ",\"to\":" << pair.second << ",\"messages\":" << sent.messages
        << ",\"bytes\":" << sent.bytes << '}';
    separator = ",\n";
    messages += sent.messages;
  }
  out << (traffic.empty() ? "]" : "\n  ]") << ",\n  \"total\": {\"messages\":" << messages
      << ",\"bytes\":{\"largest\":" << bytes.largest << ",\"sum\":" << bytes.sum << "}}\n}\n";
}

}  // namespace uneven::check
