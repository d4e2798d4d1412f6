#include "document/common_json.hpp"

#include <algorithm>

#include "document/faults.hpp"
#include "document/writer.hpp"

namespace uneven::document {

OrderedJson to_json(const Range& range) { return {{"first", range.first}, {"count", range.count}}; }

OrderedJson to_json(const Processor& processor) {
  OrderedJson json{{"host", or_null(processor.host)},
                   {"cpu", or_null(processor.cpu)},
                   {"threads", processor.threads},
                   {"speed", processor.speed}};
  if (processor.cpu_share) json["cpu_share"] = *processor.cpu_share;
  if (processor.cpu_burst_s) json["cpu_burst_s"] = *processor.cpu_burst_s;
  if (processor.sample_s) json["sample_s"] = *processor.sample_s;
  if (processor.beside_work) json["beside_work"] = *processor.beside_work;
  if (processor.tall_work) json["tall_work"] = *processor.tall_work;
  return json;
}

OrderedJson to_json(const MadeBy& made_by) {
  return {{"tool", made_by.tool}, {"version", made_by.version}, {"options", made_by.options}};
}

Range range_from_json(const Json& json) { return {json.at("first"), json.at("count")}; }

Processor processor_from_json(const Json& json) {
  return {optional_at<std::string>(json, "host"),     optional_at<std::string>(json, "cpu"),
          value_at<std::int64_t>(json, "threads", 1), json.at("speed"),
          optional_at<double>(json, "cpu_share"),     optional_at<double>(json, "cpu_burst_s"),
          optional_at<double>(json, "sample_s"),      optional_at<double>(json, "beside_work"),
          optional_at<double>(json, "tall_work")};
}

MadeBy made_by_from_json(const Json& plan) {
  const Json made_by = raw_at(plan, "made_by");
  if (!made_by.is_object()) return {};
  return {value_at<std::string>(made_by, "tool", ""), value_at<std::string>(made_by, "version", ""),
          value_at<std::string>(made_by, "options", "")};
}

std::vector<Processor> processors_at(const Json& plan, const char* key) {
  std::vector<Processor> processors;
  if (const auto member = plan.find(key); member != plan.end())
    for (const Json& processor : *member) processors.push_back(processor_from_json(processor));
  return processors;
}

std::vector<Processor> cluster_or_equal(const Json& plan, std::size_t count) {
  std::vector<Processor> cluster = processors_at(plan, "cluster");
  if (cluster.empty()) cluster.resize(count);
  return cluster;
}

Json raw_at(const Json& json, const char* key) {
  const auto member = json.find(key);
  return member == json.end() ? Json(nullptr) : *member;
}

void require_option(bool sound, const char* key, const Json& options, const std::string& expected) {
  if (!sound)
    throw InputError(std::string("/options/") + key + ": found " + excerpt(raw_at(options, key)) + "; expected " +
                     expected);
}

void require_one_of(const std::string& pointer, const std::string& found, std::initializer_list<const char*> names) {
  if (std::ranges::find(names, found) != names.end()) return;
  std::string expected;
  for (const auto* name : names) expected += (expected.empty() ? "" : ", ") + std::string(name);
  throw InputError(pointer + ": found \"" + shown(found) + "\"; expected one of " + expected);
}

}  // namespace uneven::document
