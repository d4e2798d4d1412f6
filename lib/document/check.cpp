#include "document/check.hpp"

#include <functional>
#include <map>

#include "base/error.hpp"
#include "document/hbsp_elements.hpp"
#include "document/hbsp_matmul.hpp"
#include "document/job.hpp"
#include "document/partition.hpp"
#include "document/reduction_tree.hpp"
#include "document/report.hpp"
#include "document/search.hpp"
#include "document/speeds.hpp"

namespace uneven::document {

namespace {

using Check = std::function<std::vector<std::string>(const Json&)>;

/// What a schema cannot say, for a kind whose struct `from_json` makes.
template <class From>
Check check_with(From from_json) {
  return [from_json](const Json& json) { return faults(from_json(json)); };
}

const std::map<std::string, Check>& checks() {
  static const std::map<std::string, Check> all{
      {"hbsp-elements", check_with(hbsp_elements_from_json)},
      {"hbsp-matmul", check_with(hbsp_matmul_from_json)},
      {"job", check_with(job_from_json)},
      {"partition", check_with(partition_from_json)},
      {"reduction-tree", check_with(reduction_tree_from_json)},
      {"report", check_with(report_from_json)},
      {"search", check_with(search_from_json)},
      {"speeds", check_with(speeds_from_json)},
  };
  return all;
}

}  // namespace

std::vector<std::string> faults_of(const Document& document) {
  std::vector<std::string> lines = document.schema_faults();
  if (!lines.empty()) return lines;
  try {
    return checks().at(document.kind)(document.json);
  } catch (const InputError& e) {
    return {e.what()};
  }
}

std::vector<std::string> faults_of_member(const Json& json) {
  try {
    return faults_of(of_json(json, ""));
  } catch (const InputError& e) {
    return {e.what()};
  }
}

}  // namespace uneven::document
