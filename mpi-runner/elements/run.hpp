// SPDX-License-Identifier: MIT
#pragma once

#include <sysexits.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "document/hbsp_costs.hpp"
#include "elements/data.hpp"
#include "elements/directory.hpp"
#include "elements/engine.hpp"
#include "elements/graph.hpp"
#include "elements/program.hpp"

namespace uneven::elements {

/// One data-parallel run, seen from one process: data, program, supersteps, report.
class Run {
 public:
  /// Reads the data and sets the state, from a checkpoint if asked for. Collective.
  /// @param speed  of each processor, for the first shares; shape [p].
  /// @param placed elements that the plan gives each processor; empty: by speed.
  Run(const document::BspOptions& options, const runner::Context& context, const comm::Communicator& comm,
      const std::vector<double>& speed, const std::vector<std::int64_t>& placed);

  /// Supersteps to the end. Collective.
  void run() {
    engine_->run([this] { write_state(); });
  }

  /// Writes the last checkpoint and the output and makes the report. Collective.
  /// @param plan  that the run was of; predicts it if it is of the same program with the same options.
  /// @return      nothing but at rank 0.
  std::string report(const document::HbspElements& plan);

 private:
  void ask_program();
  void read_data(const std::vector<std::int64_t>& placed);
  void read_links(std::int64_t planned);
  bool links_both_ways() const;
  void require_replaceable_output(const std::string& path) const;
  void choose_outputs();
  void prepare(const std::vector<double>& speed, const std::vector<std::int64_t>& placed);
  int classes_found() const;
  void make_stores(const std::vector<double>& speed, const std::vector<std::int64_t>& placed);
  void load_rows();
  void load_preferences();
  bool resume();
  void write_state();
  std::int64_t iterations() const;
  std::optional<std::string> why_stopped(std::optional<bool> converged) const;
  bool root() const { return comm_.rank() == 0; }

  document::BspOptions options_;
  const runner::Context& context_;
  const comm::Communicator& comm_;
  Waiting waiting_;
  Rows rows_;
  Graph graph_;
  Settings settings_;
  std::function<std::unique_ptr<Program>(const Settings&)> make_;
  std::unique_ptr<Program> asked_;  ///< with no elements, for what it says of its data; null: it cannot be without
  DataForm form_ = DataForm::rows;
  std::vector<Keys> keys_;  ///< of the elements of each group
  document::Json identity_;
  std::unique_ptr<Program> program_;
  std::vector<Group> groups_;
  std::vector<std::unique_ptr<Store>> stores_;
  std::unique_ptr<Engine> engine_;
  std::vector<std::pair<std::size_t, std::string>> outputs_;  ///< of Program::output_fields(), and the files
  std::int64_t done_before_ = 0;
};

/// Opens a shared object made with UNEVEN_PROGRAM; it stays open until the process ends.
/// @return  makes the program.
/// @throws OpenError   if it cannot be loaded.
/// @throws InputError  if it is no shared object, is cut off, has no entry point or was built for another interface.
std::function<std::unique_ptr<Program>(const Settings&)> load_user_program(const std::string& path);

/// Calls `work`, which runs the user's `program`, if that is not empty. An exception of any other type than those of
/// base/error.hpp is then an error of the program.
/// @throws InputError
template <class Work>
auto in_user_program(const std::string& program, Work work) {
  try {
    return work();
  } catch (...) {
    if (program.empty() || exit_code_of_current_exception() != EX_SOFTWARE) throw;
    throw InputError(program + ": " + message_of_current_exception());
  }
}

}  // namespace uneven::elements
