#include "bp/check_data.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/file_list.hpp"
#include "base/foreign_text.hpp"
#include "base/output_file.hpp"
#include "base/own_files.hpp"
#include "bp/weights.hpp"
#include "context.hpp"
#include "data/dataset.hpp"
#include "document/checkpoint_file.hpp"
#include "document/perceptron_text.hpp"

namespace uneven::bp {

namespace {

constexpr std::size_t notes_of_rows = 5;

data::DatasetInfo checked(const std::string& spec, const document::Perceptron& network) {
  data::DatasetInfo info = data::read_dataset_info(spec, network.inputs);
  const auto require = [&](const std::string& what, std::int64_t found, std::int64_t expected) {
    if (found != expected)
      throw InputError(spec + ": has " + std::to_string(found) + " " + what + "; the plan's network has " +
                       std::to_string(expected));
  };
  require("inputs", info.inputs, network.inputs);
  require("outputs", info.outputs, network.outputs);
  return info;
}

}  // namespace

document::Json check_data(const document::Partition& plan, const document::BpOptions& options,
                          const std::vector<std::string>& digests) {
  document::Json identity{{"run", "bp"},
                          {"network", document::text_of(plan.network)},
                          {"samples", plan.samples},
                          {"precision", options.precision},
                          {"seed", options.seed},
                          {"data", nullptr}};
  if (options.test) {
    const auto [inputs, hidden, outputs] = plan.network;
    const document::Range all{0, checked(*options.test, plan.network).samples};
    // Whole: the accuracy comes last, too late for bad rows.
    if (options.precision == "double")
      data::read_samples<double>(*options.test, inputs, outputs, all);
    else
      data::read_samples<float>(*options.test, inputs, outputs, all);
  }
  if (!options.data) {
    identity["form"] = options.form == "dense" ? document::Json("dense") : document::Json();
    return identity;
  }
  const data::DatasetInfo info = checked(*options.data, plan.network);
  if (info.samples < plan.samples)
    throw InputError(*options.data + ": has " + std::to_string(info.samples) + " samples; the plan needs " +
                     std::to_string(plan.samples));
  const std::size_t all = info.warnings.size();
  for (std::size_t i = 0; i < std::min(all, notes_of_rows); ++i) runner::note(info.warnings[i]);
  if (all > notes_of_rows)
    runner::note(*options.data + ": " + std::to_string(all - notes_of_rows) + " more rows are skipped");
  if (info.samples > plan.samples)
    runner::note(*options.data + ": has " + std::to_string(info.samples) + " samples; the plan uses the first " +
                 std::to_string(plan.samples));
  identity["data"] = cleaned(without_folders(*options.data));
  identity["data_digest"] = digests;
  identity["data_bytes"] = info.bytes;
  return identity;
}

void check_outputs(const document::BpOptions& options, bool force) {
  if (options.checkpoint) document::require_checkpoint_place(*options.checkpoint, force);
  if (!options.weights_out) return;
  for (const std::string& file : files_of(*options.weights_out)) {
    require_replaceable(file, npy_magic, "an NPY array", force);
    require_writable(file);
  }
}

}  // namespace uneven::bp
