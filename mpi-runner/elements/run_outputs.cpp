// SPDX-License-Identifier: MIT
#include <algorithm>
#include <stdexcept>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "context.hpp"
#include "elements/run.hpp"

// The part of a run about output files of its elements: whether it may write them, and which numbers go where.

namespace uneven::elements {

/// Rank 0. What the user names on the command line of run-bsp is the user's own; a job's table could replace anything.
void Run::require_replaceable_output(const std::string& path) const {
  if (!root()) return;
  if (is_csv(path))
    require_replaceable(path, "", "a table", context_.force || context_.allow_paths);
  else
    require_replaceable(path, npy_magic, "an NPY array", context_.force);
  require_writable(path);
}

/// Finds the outputs to be written. Refuses unknown ones, and files of keys that would replace a file of another kind.
void Run::choose_outputs() {
  const std::vector<OutputField> fields = program_->output_fields();
  outputs_.clear();
  if (options_.output) {
    if (fields.empty()) throw InputError("--element-output: the program has none");
    outputs_.emplace_back(0, *options_.output);
  }
  for (const std::string& text : options_.outputs) {
    const auto [name, path] = document::named_file(text);
    const auto found = std::ranges::find(fields, name, &OutputField::name);
    if (found == fields.end()) {
      std::string known;
      for (const OutputField& field : fields)
        if (!field.name.empty()) known += (known.empty() ? "" : ", ") + field.name;
      throw InputError("--element-output: '" + shown(name) + "' is unknown; expected " +
                       (known.empty() ? "a file without a name" : known));
    }
    outputs_.emplace_back(static_cast<std::size_t>(found - fields.begin()), path);
  }
  for (const auto& [field, path] : outputs_) {
    const auto group = static_cast<std::size_t>(fields[field].group);
    if (group >= groups_.size() || groups_[group].central)
      throw std::logic_error("its output is of group " + std::to_string(group) + ", which is not spread");
    if (!root() || is_csv(path) || !keys_[group].are_listed()) continue;
    if (keys_[group].are_whole())
      require_replaceable(path_of_keys(path), npy_magic, "an NPY array", context_.force);
    else
      runner::note(path + ": holds numbers in the order of the names; a file that ends in .csv has the names");
  }
}

}  // namespace uneven::elements
