#include "document/hbsp_elements.hpp"

#include "document/common_json.hpp"
#include "document/writer.hpp"

namespace uneven::document {

std::vector<std::string> faults(const HbspElements& plan) {
  std::vector<std::string> found;
  const auto fault = [&](const std::string& pointer, const std::string& text) {
    found.push_back(pointer + ": " + text);
  };
  const std::int64_t processors = std::ssize(plan.cluster);
  if (processors == 0) fault("/cluster", "no processors");
  if (std::ssize(plan.placement) != processors)
    fault("/placement", std::to_string(plan.placement.size()) + " entries for " + std::to_string(processors) +
                            " processors; expected one each");
  std::int64_t next = 0;
  for (std::int64_t i = 0; i < std::ssize(plan.placement); ++i) {
    const auto& [processor, elements] = plan.placement[i];
    const std::string here = "/placement/" + std::to_string(i);
    if (processor != i)
      fault(here + "/processor", "found " + std::to_string(processor) + ", expected " + std::to_string(i));
    if (elements.first != next)
      fault(here + "/first", "found " + std::to_string(elements.first) + ", expected " + std::to_string(next));
    if (elements.count < 0) fault(here + "/count", std::to_string(elements.count) + " is not a count");
    next = elements.end();
  }
  if (next != plan.count)
    fault("/placement", "ends at " + std::to_string(next) + ", expected " + std::to_string(plan.count));
  return found;
}

HbspElements hbsp_elements_from_json(const Json& json) {
  HbspElements plan;
  plan.count = json.at("count");
  for (const Json& entry : json.at("placement"))
    plan.placement.push_back({entry.at("processor"), range_from_json(entry)});
  if (const Json predicted = raw_at(json, "predicted"); predicted.is_object()) {
    plan.superstep_s = optional_at<double>(predicted, "superstep_s");
    plan.imbalance = value_at(predicted, "imbalance", 0.0);
  }
  plan.cluster = cluster_or_equal(json, plan.placement.size());
  plan.kernel = optional_at<std::string>(json, "kernel");
  plan.kernel_options = value_at<Json>(json, "kernel_options", Json::object());
  plan.data = raw_at(json, "data");
  plan.made_by = made_by_from_json(json);
  return plan;
}

void write_document(std::ostream& out, const HbspElements& plan, bool compact) {
  Writer writer(out, "hbsp-elements", compact);
  writer.field("count", plan.count);
  writer.array("placement", plan.placement.size(), [&](std::size_t i) -> OrderedJson {
    const auto& [processor, elements] = plan.placement[i];
    return {{"processor", processor}, {"first", elements.first}, {"count", elements.count}};
  });
  writer.field("predicted", {{"superstep_s", or_null(plan.superstep_s)}, {"imbalance", plan.imbalance}});
  writer.array("cluster", plan.cluster.size(), [&](std::size_t i) { return to_json(plan.cluster[i]); });
  writer.field("kernel", or_null(plan.kernel));
  writer.field("kernel_options", OrderedJson(plan.kernel_options));
  if (!plan.data.is_null()) writer.field("data", OrderedJson(plan.data));
  writer.field("made_by", to_json(plan.made_by));
  writer.end();
}

}  // namespace uneven::document
