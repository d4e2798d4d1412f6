#include "document/report.hpp"

#include <algorithm>

#include "document/common_json.hpp"
#include "document/faults.hpp"
#include "document/perceptron_text.hpp"
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

namespace {

void check_end(const Report& report, Faults& faults) {
  static const std::vector<std::string> known{"tolerance", "target", "iterations", "time", "signal", "max-seconds"};
  if (!report.stopped) return;
  if (std::ranges::count(known, *report.stopped) == 0)
    faults.add("/stopped",
               "found " + excerpt(*report.stopped) + "; expected tolerance, target, iterations, time, signal or null");
  else if (report.converged && *report.converged && *report.stopped == "iterations")
    faults.add("/stopped", "found \"iterations\", of a run that converged; expected tolerance or target");
}

/// Numbers; of those that are not finite, words.
bool is_error(const OrderedJson& value) {
  return value.is_number() || value == "inf" || value == "-inf" || value == "nan";
}

void check_training(const OrderedJson& result, Faults& faults) {
  if (const auto errors = result.find("error"); errors != result.end() && !errors->is_array())
    faults.add("/result/error", "found " + excerpt(*errors) + "; expected a list of numbers");
  else if (errors != result.end())
    for (std::size_t i = 0; i < errors->size(); ++i)
      if (!is_error((*errors)[i]))
        faults.add("/result/error/" + std::to_string(i),
                   "found " + excerpt((*errors)[i]) + "; expected a number, inf, -inf or nan");
  for (const char* key : {"accuracy", "accuracy_baseline", "test_accuracy", "test_accuracy_baseline"})
    if (const auto share = result.find(key);
        share != result.end() && !(share->is_number() && *share >= 0 && *share <= 1))
      faults.add(std::string("/result/") + key, "found " + excerpt(*share) + "; expected a number from 0 to 1");
}

}  // namespace

std::vector<std::string> faults(const Report& report) {
  Faults faults;
  for (std::size_t i = 0; i < report.processors.size(); ++i)
    if (const std::int64_t rank = report.processors[i].rank; rank != static_cast<std::int64_t>(i))
      faults.add("/processors/" + std::to_string(i) + "/rank",
                 "found " + std::to_string(rank) + "; expected " + std::to_string(i) + ", its place in the list");
  check_end(report, faults);
  if (report.of == "bp") check_training(report.result, faults);
  if (report.kernel == "bp") faults.add_member("", faults_of_bp_options(report.kernel_options));
  return faults.lines;
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
