#include "document/common_json.hpp"

#include "document/writer.hpp"

namespace uneven::document {

OrderedJson to_json(const Range& range) { return {{"first", range.first}, {"count", range.count}}; }

OrderedJson to_json(const Processor& processor) {
  return {{"host", or_null(processor.host)},
          {"cpu", or_null(processor.cpu)},
          {"threads", processor.threads},
          {"speed", processor.speed}};
}

OrderedJson to_json(const MadeBy& made_by) {
  return {{"tool", made_by.tool}, {"version", made_by.version}, {"options", made_by.options}};
}

Range range_from_json(const Json& json) { return {json.at("first"), json.at("count")}; }

Processor processor_from_json(const Json& json) {
  return {optional_at<std::string>(json, "host"), optional_at<std::string>(json, "cpu"),
          value_at<std::int64_t>(json, "threads", 1), json.at("speed")};
}

MadeBy made_by_from_json(const Json& plan) {
  const Json made_by = raw_at(plan, "made_by");
  if (!made_by.is_object()) return {};
  return {value_at<std::string>(made_by, "tool", ""), value_at<std::string>(made_by, "version", ""),
          value_at<std::string>(made_by, "options", "")};
}

std::vector<Processor> cluster_from_json(const Json& plan) {
  std::vector<Processor> cluster;
  if (const auto member = plan.find("cluster"); member != plan.end())
    for (const Json& processor : *member) cluster.push_back(processor_from_json(processor));
  return cluster;
}

std::vector<Processor> cluster_or_equal(const Json& plan, std::size_t count) {
  std::vector<Processor> cluster = cluster_from_json(plan);
  if (cluster.empty()) cluster.resize(count);
  return cluster;
}

Json raw_at(const Json& json, const char* key) {
  const auto member = json.find(key);
  return member == json.end() ? Json(nullptr) : *member;
}

void require_option(bool sound, const char* key, const Json& options, const std::string& expected) {
  if (!sound)
    throw InputError(std::string("/options/") + key + ": found " + raw_at(options, key).dump() + "; expected " +
                     expected);
}

}  // namespace uneven::document
