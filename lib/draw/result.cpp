// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "draw/picture.hpp"

// A report's result is whatever the run found: members are looked for, and those of another form are left out.

namespace uneven::draw {
namespace {

using document::OrderedJson;

constexpr std::size_t longest_value = 60;  // characters
constexpr std::size_t values_shown = 4;

const OrderedJson* find(const OrderedJson& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

/// Four digits; inf and nan are words.
std::string value_of(const OrderedJson& value) {
  if (value.is_number_integer()) return value.dump();
  if (!value.is_number()) return shown(value.is_string() ? value.get<std::string>() : value.dump(), longest_value);
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value.get<double>());
  return text;
}

/// "accuracy 87.3 % (20.1 % by the commonest)".
void add_share(std::vector<std::string>& facts, const OrderedJson& result, const std::string& key,
               const std::string& name) {
  const OrderedJson* share = find(result, key.c_str());
  if (!share || !share->is_number()) return;
  const OrderedJson* baseline = find(result, (key + "_baseline").c_str());
  facts.push_back(
      name + " " + percent(share->get<double>()) +
      (baseline && baseline->is_number() ? " (commonest answer: " + percent(baseline->get<double>()) + ")" : ""));
}

void add_value(std::vector<std::string>& facts, const OrderedJson& result, const char* key, const std::string& name) {
  if (const OrderedJson* value = find(result, key)) facts.push_back(name + " " + value_of(*value));
}

void add_training(std::vector<std::string>& facts, const OrderedJson& result) {
  const OrderedJson* error = find(result, "error");
  if (error && error->is_array() && !error->empty())
    facts.push_back("error " + value_of(error->back()) +
                    (error->size() > 1 ? ", at first " + value_of((*error)[0]) : ""));
  add_share(facts, result, "accuracy", "accuracy");
  add_share(facts, result, "test_accuracy", "test accuracy");
  add_value(facts, result, "mean_squared_error", "mean squared error");
  add_value(facts, result, "test_mean_squared_error", "of the test");
  if (const OrderedJson* replans = find(result, "replans"); replans && replans->is_array())
    facts.push_back(counted(replans->size(), "new plan"));
}

void add_objective(std::vector<std::string>& facts, const OrderedJson& result) {
  const OrderedJson* objective = find(result, "objective");
  const OrderedJson* values = objective ? find(*objective, "values") : nullptr;
  if (!values || !values->is_array() || values->empty()) return;
  std::string name = value_of(objective->value("name", OrderedJson("objective")));
  std::ranges::replace(name, '_', ' ');
  facts.push_back(name + " " + value_of(values->back()));
  add_value(facts, result, "misclassified", "misclassified");
}

void add_product(std::vector<std::string>& facts, const OrderedJson& result) {
  if (const OrderedJson* speed = find(result, "gflop_per_s"); speed && speed->is_number())
    facts.push_back(short_number(speed->get<double>()) + " GFLOP/s");
  const OrderedJson* check = find(result, "check");
  const OrderedJson* sound = check ? find(*check, "sound") : nullptr;
  if (sound && sound->is_boolean()) facts.push_back(*sound ? "the product is right" : "the product is wrong");
}

void add_reduction(std::vector<std::string>& facts, const OrderedJson& result) {
  if (const OrderedJson* value = find(result, "value")) {
    std::string text = "result";
    const bool list = value->is_array();
    for (std::size_t i = 0; list && i < std::min(values_shown, value->size()); ++i)
      text += (i == 0 ? " " : ", ") + value_of((*value)[i]);
    if (list && value->size() > values_shown) text += ", ...";
    facts.push_back(list ? text : text + " " + value_of(*value));
  }
  const OrderedJson* mpi = find(result, "mpi");
  if (!mpi || !mpi->is_array()) return;
  double least = 0;
  std::string algorithm;
  for (const OrderedJson& rival : *mpi) {
    const OrderedJson* ratio = find(rival, "ratio");
    if (!ratio || !ratio->is_number() || (!algorithm.empty() && ratio->get<double>() >= least)) continue;
    least = ratio->get<double>();
    algorithm = value_of(rival.value("algorithm", OrderedJson("unnamed")));
  }
  if (!algorithm.empty())
    facts.push_back("MPI_Reduce takes " + short_number(least) + " times as long (" + algorithm + ")");
}

void add_calls(std::vector<std::string>& facts, const OrderedJson& result) {
  add_value(facts, result, "units", "units");
  const OrderedJson* failed = find(result, "failed");
  if (failed && failed->is_array() && !failed->empty()) facts.push_back(counted(failed->size(), "failed piece"));
}

void add_search(std::vector<std::string>& facts, const OrderedJson& result) {
  add_value(facts, result, "queries", "queries");
  add_value(facts, result, "scanned_queries", "scanned");
}

}  // namespace

std::string result_line(const document::Report& report) {
  std::vector<std::string> facts;
  add_objective(facts, report.result);
  if (report.of == "bp") add_training(facts, report.result);
  if (report.of == "matmul") add_product(facts, report.result);
  if (report.of == "reduction") add_reduction(facts, report.result);
  if (report.of == "command") add_calls(facts, report.result);
  if (report.of == "search") add_search(facts, report.result);
  std::string line;
  for (const std::string& fact : facts) line += (line.empty() ? "" : "; ") + fact;
  return line;
}

}  // namespace uneven::draw
