#include "document/job.hpp"

#include "document/check.hpp"
#include "document/common_json.hpp"
#include "document/faults.hpp"
#include "document/writer.hpp"

namespace uneven::document {

Job job_from_json(const Json& json) {
  return {json.at("run"), value_at<Json>(json, "plan", Json::object()), value_at<Json>(json, "input", Json::object()),
          value_at<Json>(json, "options", Json::object())};
}

const std::map<std::string, std::string>& runs_of_plans() {
  static const std::map<std::string, std::string> all{
      {"hbsp-elements", "bsp"},        {"hbsp-matmul", "matmul"}, {"partition", "bp"},
      {"reduction-tree", "reduction"}, {"search", "search"},
  };
  return all;
}

std::vector<std::string> faults(const Job& job) {
  if (job.plan.empty()) return {};
  Faults faults;
  if (const auto kind = job.plan.find("kind"); kind != job.plan.end() && kind->is_string())
    if (const auto plan = runs_of_plans().find(*kind); plan != runs_of_plans().end() && plan->second != job.run)
      faults.add("/run", "found \"" + job.run + "\"; expected \"" + plan->second + "\", which runs the plan of kind " +
                             plan->first);
  faults.add_member("/plan", faults_of_member(job.plan));
  return faults.lines;
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
