// SPDX-License-Identifier: MIT
#include "document/options/program_options.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "base/error.hpp"
#include "document/common.hpp"
#include "document/field_groups.hpp"
#include "document/options/run_options.hpp"
#include "document/partition.hpp"

namespace uneven::document {

std::string text_of(const Relocation& relocation) {
  const bool counted = relocation.mode == RelocationMode::blocks;
  return name_of(relocation.mode) + (counted ? "=" + std::to_string(relocation.blocks) : "");
}

Relocation parse_relocation(const std::string& text) {
  const std::size_t sign = text.find('=');
  const auto mode = named<RelocationMode>(text.substr(0, sign));
  if (mode && *mode != RelocationMode::blocks && sign == text.npos) return {*mode, 1};
  if (mode == RelocationMode::blocks && sign != text.npos) {
    std::int64_t blocks = 0;
    const char *begin = text.data() + sign + 1, *end = text.data() + text.size();
    const auto [last, error] = std::from_chars(begin, end, blocks);
    if (error == std::errc() && last == end && blocks >= 1) return {*mode, blocks};
  }
  throw InputError("/options/relocation: found " + excerpt(Json(text)) +
                   "; expected none, sync, async, blocks=B or steal");
}

static void read_value(const Node& node, Relocation& relocation) {
  relocation = parse_relocation(std::string(node.text()));
}
static void write_value(std::string& out, const Relocation& relocation) { append_text(out, text_of(relocation)); }

std::pair<std::string, std::string> named_file(const std::string& text) {
  const auto equals = text.find('=');
  const std::string name = text.substr(0, equals);
  const bool is_field =
      equals != text.npos && equals + 1 < text.size() && !name.empty() &&
      std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '.'; });
  return is_field ? std::pair(name, text.substr(equals + 1)) : std::pair(std::string(), text);
}

Object describe_input(const BspOptions&) {
  using O = BspOptions;
  const auto has_data = [](const void* o) { return static_cast<const O*>(o)->data.has_value(); };
  return Object({
      maybe<&O::data>("data", file(), "Absent: points made up from the seed."),
      maybe<&O::centroids>("centroids", file(), "To begin with."),
      maybe<&O::personal>("personal", file(), "Vertices to start anew from, with their weights."),
      maybe<&O::model>("model", file(), "A report whose model is applied to the data, instead of one being fitted."),
      field<&O::count>("count", count(), "Made-up points.").unless(has_data),
      field<&O::dimensions>("dimensions", size(), "Of made-up points.").unless(has_data),
  });
}

Object describe_options(const BspOptions&) {
  using O = BspOptions;
  Type constants = list_of(number(), "three numbers", 3);
  constants.greatest = 3;
  return Object(joined({
      maybe<&O::program>("program", text("the name of a program")),
      field<&O::user_program>("user_program", flag(),
                              "The program is a shared object that\n.BR mpi-runner (1)\nis given on its command line.")
          .unless(is<&O::user_program, false>),
      table_fields<&O::table>(),
      maybe<&O::output>("output", file(), "The output of the elements."),
      maybe<&O::outputs>("outputs", list_of(text("FIELD=FILE"), "texts"), "Of fields of elements."),
      maybe<&O::clusters>("clusters", size()),
      maybe<&O::starts>("starts", size(), "Runs from different seeds."),
      maybe<&O::seeding>("seeding", one_of<Seeding>(), "Of first centroids: k-means++ or k-means||."),
      maybe<&O::iterations>("iterations", count()),
      maybe<&O::tolerance>("tolerance", amount()),
      maybe<&O::seed>("seed", count(), "Of random numbers."),
      maybe<&O::variance_floor>("variance_floor", amount()),
      maybe<&O::covariance>("covariance", one_of({"full", "diagonal", "tied", "spherical"}), "Of components."),
      maybe<&O::damping>("damping", below_one()),
      maybe<&O::source>("source", text("the name of a vertex"), "Where paths begin."),
      field<&O::unweighted>("unweighted", flag(), "What stands behind two vertices is no weight.")
          .unless(is<&O::unweighted, false>),
      field<&O::undirected>("undirected", flag(), "Edges lead both ways.").unless(is<&O::undirected, false>),
      maybe<&O::l2>("l2", amount()),
      maybe<&O::classes>("classes", size(), "Of the labels; absent: as many as the data have."),
      maybe<&O::relocation>("relocation", text("none, sync, async, blocks=B or steal")),
      maybe<&O::trigger>("trigger", one_of<Trigger>()),
      maybe<&O::constants>("trigger_constants", constants),
      maybe<&O::threads>("threads", size()),
      field<&O::block>("block", size(), "Elements that are computed and moved as one.").unless(is<&O::block, 0>),
      maybe<&O::parameters>("parameters", list_of(text("NAME=VALUE"), "texts"), "Of the user's program."),
      always<&O::slow>("slow", slowdowns(), meaning_of_slow),
      checkpointing<O>(),
      limits<O>(),
      maybe<&O::cluster>("cluster", processors(0), "Without a plan: the processors that share the elements."),
  }));
}

void complete(const BspOptions& o, const Json&, const Json& options) {
  require_speeds(o.slow);
  require_option(!o.classes || (*o.classes >= 2 && *o.classes <= 128), "classes", options, "an integer from 2 to 128");
  if (o.model && (o.centroids || o.checkpoint || o.starts > 1 || o.user_program))
    throw InputError("/input/model: expected no centroids, checkpoint, starts or user_program beside it");
  require_option(o.starts <= 10000, "starts", options, "an integer from 1 to 10000");
  require_option(o.threads <= 4096, "threads", options, "an integer from 1 to 4096");
  for (const std::string& text : o.outputs)
    require_option(!named_file(text).first.empty(), "outputs", options, "texts FIELD=FILE");
  for (const std::string& text : o.parameters)
    require_option(text.find('=') != text.npos && !text.starts_with('='), "parameters", options, "texts NAME=VALUE");
  if (o.dimensions > 1'000'000) throw InputError("/input/dimensions: expected 1 to 10^6");
}

Object describe_input(const CommandOptions&) {
  using O = CommandOptions;
  return Object({
      maybe<&O::lines>("lines", file(), "Each call reads its lines of it; as many as the plan has units."),
  });
}

Object describe_options(const CommandOptions&) {
  using O = CommandOptions;
  return Object(joined({
      maybe<&O::method>("method", one_of<CallMethod>()),
      maybe<&O::piece>("piece", size(), "Units of each call."),
      maybe<&O::least>("least", size(), "Units of the smallest call."),
      maybe<&O::keep_order>("keep_order", flag(), "Outputs in the order of the units."),
      maybe<&O::retries>("retries", count(), "Further calls for units that failed."),
      maybe<&O::keep_going>("keep_going", flag(), "A failure does not end the run."),
      maybe<&O::absent>("absent", processor_numbers("a list of processor numbers, ascending"),
                        "Of the plan; they have no rank, and the others do their units."),
      checkpointing<O>(),
      limits<O>(),
  }));
}

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
      maybe<&O::kernel>("kernel", text("the name of a kernel")),
      network_field(),
      maybe<&O::input>("input", one_of({"one-hot", "dense"}), "Of kernel bp."),
      maybe<&O::samples>("samples", size(), "Of kernel bp."),
      maybe<&O::floats>("floats", size(), "Of kernel search: of a vector; absent: examples have words."),
      maybe<&O::unit>("unit", text("the unit of work"), "Of kernel command."),
      maybe<&O::units>("units", size(), "Of kernel command: the number of units to run it with."),
      maybe<&O::confidence>("confidence", positive(), "Wanted half-width of the 95 % interval over the mean."),
      maybe<&O::max_seconds>("max_seconds", positive()),
      maybe<&O::curve>("curve", flag(), "Measure at several sizes of the problem."),
      maybe<&O::with_network>("with_network", flag()),
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
