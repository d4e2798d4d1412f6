#include "document/report.hpp"

#include "document/common_json.hpp"
#include "document/writer.hpp"

namespace uneven::document {

namespace {

OrderedJson to_json(const RankReport& p) {
  return {{"rank", p.rank},
          {"host", p.host},
          {"cpu", p.cpu},
          {"instruction_set", p.instruction_set},
          {"blas_core", p.blas_core},
          {"work", p.work},
          {"compute_s", p.compute_s},
          {"communicate_s", p.communicate_s},
          {"wait_s", p.wait_s}};
}

}  // namespace

Report report_from_json(const Json& json) {
  Report report;
  report.of = json.at("of");
  for (const Json& p : json.at("processors"))
    report.processors.push_back({value_at<std::int64_t>(p, "rank", static_cast<std::int64_t>(report.processors.size())),
                                 value_at<std::string>(p, "host", ""), value_at<std::string>(p, "cpu", ""),
                                 value_at<std::string>(p, "instruction_set", ""),
                                 value_at<std::string>(p, "blas_core", ""), value_at(p, "work", 0.0),
                                 value_at(p, "compute_s", 0.0), value_at(p, "communicate_s", 0.0),
                                 value_at(p, "wait_s", 0.0)});
  report.kernel = value_at<std::string>(json, "kernel", "");
  report.kernel_options = value_at<Json>(json, "kernel_options", Json::object());
  report.unit = value_at<std::string>(json, "unit", "");
  report.iterations = value_at<std::int64_t>(json, "iterations", 0);
  report.seconds_per_iteration = value_at(json, "seconds_per_iteration", 0.0);
  report.predicted_seconds_per_iteration = optional_at<double>(json, "predicted_seconds_per_iteration");
  report.converged = optional_at<bool>(json, "converged");
  report.stopped = optional_at<std::string>(json, "stopped");
  report.result = OrderedJson(value_at<Json>(json, "result", Json::object()));
  return report;
}

std::vector<std::string> faults(const Report& report) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < report.processors.size(); ++i)
    if (const std::int64_t rank = report.processors[i].rank; rank != static_cast<std::int64_t>(i))
      lines.push_back("/processors/" + std::to_string(i) + "/rank: found " + std::to_string(rank) + "; expected " +
                      std::to_string(i) + ", its place in the list");
  return lines;
}

void write_document(std::ostream& out, const Report& report, bool compact) {
  Writer writer(out, "report", compact);
  writer.field("of", report.of);
  writer.array("processors", report.processors.size(), [&](std::size_t i) { return to_json(report.processors[i]); });
  writer.field("kernel", report.kernel);
  writer.field("kernel_options", OrderedJson(report.kernel_options));
  writer.field("unit", report.unit);
  writer.field("iterations", report.iterations);
  writer.field("seconds_per_iteration", report.seconds_per_iteration);
  writer.field("predicted_seconds_per_iteration", or_null(report.predicted_seconds_per_iteration));
  if (report.converged) writer.field("converged", *report.converged);
  if (report.stopped) writer.field("stopped", *report.stopped);
  writer.field("result", report.result);
  writer.end();
}

}  // namespace uneven::document
