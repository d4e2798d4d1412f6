// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "document/hbsp_elements.hpp"
#include "elements/data.hpp"
#include "elements/engine.hpp"

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
  void read_data(const std::vector<std::int64_t>& placed);
  void make_stores(const std::vector<double>& speed, const std::vector<std::int64_t>& placed);
  void load_rows();
  bool resume();
  void write_state();
  std::int64_t iterations() const;
  std::optional<std::string> why_stopped(std::optional<bool> converged) const;
  bool root() const { return comm_.rank() == 0; }

  const document::BspOptions& options_;
  const runner::Context& context_;
  const comm::Communicator& comm_;
  Waiting waiting_;
  Rows rows_;
  Graph graph_;
  Settings settings_;
  document::Json identity_;
  std::unique_ptr<Program> program_;
  std::vector<Group> groups_;
  std::vector<std::unique_ptr<Store>> stores_;
  std::unique_ptr<Engine> engine_;
  std::int64_t done_before_ = 0;
};

}  // namespace uneven::elements
