// SPDX-License-Identifier: MIT
#include "document/options/measure_options.hpp"

#include "base/error.hpp"
#include "document/common.hpp"
#include "document/describe/field.hpp"
#include "document/options/run_options.hpp"
#include "document/partition.hpp"

namespace uneven::document {

namespace {

/// The network as text. A wrong one in a job is wrong input, not a wrong command line.
Field network_field() {
  using O = MeasureOptions;
  Field made = Field("network", text("inputs-hidden-outputs, such as \"203-80-26\""), "Of kernel bp.").may_miss();
  made.read = [](void* to, const Node& node) {
    try {
      static_cast<O*>(to)->network = parse_perceptron(node.text(), "/options/network");
    } catch (const UsageError& e) {
      throw InputError(e.what());
    }
  };
  made.write = [](const void* from, std::string& out) {
    append_text(out, text_of(static_cast<const O*>(from)->network));
  };
  return made;
}

}  // namespace

Object describe_input(const MeasureOptions&) { return Object({}); }

Object describe_options(const MeasureOptions&) {
  using O = MeasureOptions;
  return Object({
      maybe<&O::kernel>("kernel", text("the name of a kernel"), ""),
      network_field(),
      maybe<&O::input>("input", one_of({"one-hot", "dense"}), "Of kernel bp."),
      maybe<&O::samples>("samples", size(), "Of kernel bp."),
      maybe<&O::unit>("unit", text("the unit of work"), "Of kernel command."),
      maybe<&O::units>("units", size(), "Of kernel command: the number of units to run it with."),
      maybe<&O::confidence>("confidence", positive(), "Wanted half-width of the 95 % interval over the mean."),
      maybe<&O::max_seconds>("max_seconds", positive(), ""),
      maybe<&O::curve>("curve", flag(), "Measure at several sizes of the problem."),
      maybe<&O::with_network>("with_network", flag(), ""),
      always<&O::known>("known",
                        list_of(object<MeasuredProcessor>("a measured processor, as in a speeds document"),
                                "a list of measured processors"),
                        "Hosts, or processor models, that need no new measurement; members as in speeds."),
      maybe<&O::memory_per_unit_bytes>("memory_per_unit_bytes", amount(),
                                       "Of the speeds that are known, where no host is measured anew."),
      maybe<&O::memory_fixed_bytes>("memory_fixed_bytes", count(), "The same."),
  });
}

}  // namespace uneven::document
