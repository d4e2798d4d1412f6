#include "document/job.hpp"

#include "document/check.hpp"
#include "document/common_json.hpp"
#include "document/writer.hpp"

namespace uneven::document {

Job job_from_json(const Json& json) {
  return {json.at("run"), value_at<Json>(json, "plan", Json::object()), value_at<Json>(json, "input", Json::object()),
          value_at<Json>(json, "options", Json::object())};
}

std::vector<std::string> faults(const Job& job) {
  if (job.plan.empty()) return {};
  std::vector<std::string> lines;
  for (const std::string& line : faults_of_member(job.plan))
    lines.push_back("/plan" + (line.starts_with("/:") ? line.substr(1) : line));
  return lines;
}

void write_document(std::ostream& out, const Job& job, bool compact) {
  Writer writer(out, "job", compact);
  writer.field("run", job.run);
  writer.field("plan", OrderedJson(job.plan));
  writer.field("input", OrderedJson(job.input));
  writer.field("options", OrderedJson(job.options));
  writer.end();
}

}  // namespace uneven::document
