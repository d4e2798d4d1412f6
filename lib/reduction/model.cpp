// SPDX-License-Identifier: MIT
#include "reduction/model.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

#include "base/error.hpp"

namespace uneven::reduction {
namespace {

template <typename T>
void require(bool sound, const std::string& name, T found, const std::string& expected) {
  if (sound) return;
  std::ostringstream text;
  text << name << ": " << found << "; expected " << expected;
  throw InputError(text.str());
}

void require_operation_time(const std::string& name, double time) {
  require(std::isfinite(time) && time > 0, name, time, "a finite time > 0");
}

}  // namespace

void check(const Model& model) {
  require_operation_time("compute", model.compute);
  require(std::isfinite(model.transfer) && model.transfer >= 0, "transfer", model.transfer, "a finite time >= 0");
  require(model.arity >= 2, "arity", model.arity, "at least 2 operands");
  for (const double time : model.operation_times) require_operation_time("operation time", time);
}

void check(const Goal& goal, const Model& model) {
  if (goal.height && goal.items) throw InputError("a height and a number of items; expected one of them");
  const auto most = static_cast<std::int64_t>(model.operation_times.size());
  if (!goal.height && !goal.items && !goal.processors && most == 0)
    throw InputError("no size; expected a height, a number of items or a number of processors");
  if (goal.height) require(std::isfinite(*goal.height) && *goal.height >= 0, "height", *goal.height, "a time >= 0");
  if (goal.items) require(*goal.items >= 1, "items", *goal.items, "at least 1");
  if (!goal.processors) return;
  require(*goal.processors >= 1, "processors", *goal.processors, "at least 1");
  require(most == 0 || *goal.processors <= most, "processors", *goal.processors,
          "at most the " + std::to_string(most) + " whose speeds are known");
}

std::int64_t whole(double time, double unit) {
  constexpr double most = 0x1p53;
  const double quotient = std::clamp(time / unit, -most, most);
  const double tolerance = std::min(1e-9 + 1e-12 * std::abs(quotient), 0.25);
  return static_cast<std::int64_t>(std::floor(quotient + tolerance));
}

double Scaled::in_unit(double time) const {
  constexpr double most = 1e290;
  return std::min(std::ldexp(time, -exponent), most);
}

Scaled scaled(const Model& model) {
  const auto& times = model.operation_times;
  Scaled result{model, std::ilogb(times.empty() ? model.compute : *std::ranges::min_element(times))};
  result.model.compute = result.in_unit(model.compute);
  result.model.transfer = result.in_unit(model.transfer);
  for (double& time : result.model.operation_times) time = result.in_unit(time);
  return result;
}

}  // namespace uneven::reduction
