// SPDX-License-Identifier: MIT
#include "document/options/bsp_options.hpp"

#include <charconv>

#include "document/common_json.hpp"
#include "document/describe/field.hpp"
#include "document/options/run_options.hpp"

namespace uneven::document {

namespace {

bool is_relocation(const std::string& text) {
  for (const char* name : {"none", "sync", "async", "steal"})
    if (text == name) return true;
  std::int64_t blocks = 0;
  if (!text.starts_with("blocks=")) return false;
  const auto [end, error] = std::from_chars(text.data() + 7, text.data() + text.size(), blocks);
  return error == std::errc() && end == text.data() + text.size() && blocks >= 1;
}

}  // namespace

const Object& input_description(const BspOptions&) {
  using O = BspOptions;
  const auto has_data = [](const void* o) { return static_cast<const O*>(o)->data.has_value(); };
  static const Object description({
      maybe<&O::data>("data", file(), "Absent: points made up from the seed."),
      maybe<&O::centroids>("centroids", file(), "To begin with."),
      field<&O::count>("count", count(), "Made-up points.").unless(has_data),
      field<&O::dimensions>("dimensions", size(), "Of made-up points.").unless(has_data),
  });
  return description;
}

const Object& options_description(const BspOptions&) {
  using O = BspOptions;
  Type constants = list_of(number(), "three numbers", 3);
  constants.greatest = 3;
  static const Object description({
      maybe<&O::program>("program", text("the name of a program"), ""),
      field<&O::user_program>("user_program", flag(),
                              "The program is a shared object that\n.BR mpi-runner (1)\nis given on its command line.")
          .unless([](const void* o) { return !static_cast<const O*>(o)->user_program; }),
      maybe<&O::output>("output", file(), "The output of the elements."),
      maybe<&O::clusters>("clusters", size(), ""),
      maybe<&O::iterations>("iterations", count(), ""),
      maybe<&O::tolerance>("tolerance", amount(), ""),
      maybe<&O::seed>("seed", count(), "Of what is made up."),
      maybe<&O::variance_floor>("variance_floor", amount(), ""),
      maybe<&O::damping>("damping", below_one(), ""),
      maybe<&O::l2>("l2", amount(), ""),
      maybe<&O::relocation>("relocation", text("none, sync, async, blocks=B or steal"), ""),
      maybe<&O::trigger>("trigger", one_of({"paper", "gain"}), ""),
      maybe<&O::constants>("trigger_constants", constants, ""),
      maybe<&O::threads>("threads", size(), ""),
      always<&O::slow>("slow", slowdowns(), meaning_of_slow),
      maybe<&O::checkpoint>("checkpoint", file(), ""),
      maybe<&O::checkpoint_every>("checkpoint_every", count(), ""),
      maybe<&O::resume>("resume", flag(), ""),
      maybe<&O::match>("match", match(), ""),
      maybe<&O::max_seconds>("max_seconds", positive(), ""),
      maybe<&O::cluster>("cluster", processors(0), "Without a plan: the processors that share the elements."),
  });
  return description;
}

Json input_of(const BspOptions& o) { return members_of(input_description(o), &o); }
Json options_of(const BspOptions& o) { return members_of(options_description(o), &o); }

BspOptions bsp_options_from_json(const Json& input, const Json& options) {
  BspOptions o;
  read_members(input_description(o), input, "/input", &o);
  read_members(options_description(o), options, "/options", &o);
  require_speeds(o.slow);
  require_option(o.threads <= 4096, "threads", options, "an integer from 1 to 4096");
  require_option(is_relocation(o.relocation), "relocation", options, "none, sync, async, blocks=B or steal");
  if (o.dimensions > 1'000'000) throw InputError("/input/dimensions: expected 1 to 10^6");
  return o;
}

}  // namespace uneven::document
