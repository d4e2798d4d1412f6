// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "context.hpp"
#include "document/options/program_options.hpp"
#include "document/speeds.hpp"
#include "launch/process.hpp"
#include "measure/kernels/kernel.hpp"
#include "measure/sampling/speed.hpp"
#include "planned.hpp"
#include "shares/parts.hpp"
#include "speeds/derived.hpp"

namespace uneven::measure {

/// A user's command as one rank calls it: words replaced, standard output discarded, nothing to read, on the rank's own
/// cores, without the variables by which MPI would take it for a rank.
///
///     {units}         of the call
///     {rank} {ranks}  of the measurement
///     {host}
///     {seed}          different in each call of any rank
///     {folder}        a temporary folder of this rank, the same in all its calls: made for the first call if the
///                     command names it, removed at the end
///
/// The environment has the same words as UNEVEN_UNITS and so on.
class UserCommand {
 public:
  /// @param longest_s  a longer run is killed.
  UserCommand(const runner::Context& context, const runner::CoreShare& cores, double longest_s);
  ~UserCommand();
  UserCommand(const UserCommand&) = delete;
  UserCommand& operator=(const UserCommand&) = delete;

  /// Runs the command and waits for it.
  /// @throws SystemError  if it cannot be started, runs too long or does not end with exit code 0; with the last words
  ///                      of its standard error.
  /// @throws ExitError    with code 75 if the user asks to stop.
  launch::ChildEnd run(std::int64_t units);

  /// Runs a text by the shell on all cores, without a time limit. @param name  of the text, in messages.
  void run_shell(const std::string& name, const std::string& text) const;

 private:
  std::vector<shares::Word> words() const;

  const runner::Context& context_;
  runner::CoreShare cores_;
  double longest_s_;
  std::int64_t calls_ = 0;
  std::string folder_;
};

/// Does `work` on every rank. A rank waits asleep for the others, which may still run programs. Collective.
/// @param failure  gets what `work` throws.
/// @return         whether it threw nowhere.
bool all_did(const comm::Communicator& world, std::exception_ptr& failure, const std::function<void()>& work);

/// Times calls of a command in rounds: in each of them all ranks run it, each with its own number of units, for about
/// as long as the slowest takes, so that none is timed while others rest.
///
/// First each rank looks for a number of units (AmountSearch). Then it measures an eighth of that number and the whole
/// in turn, because the line through both tells the time of the start from that of the units; for a curve 1/16, 1/4 and
/// 1 of that number and four times as many. A given number is measured alone, or for a curve is the largest. The rounds
/// end by the rule Enough; the runs of the search count, but for the first.
class CommandRounds {
 public:
  /// @param idle  this rank makes no calls; it only joins the collective operations.
  CommandRounds(const runner::Context& context, const document::MeasureOptions& options, UserCommand& command,
                bool idle);

  /// Measures until it is enough. Collective. @return  whether all went well. @param failure  see all_did.
  bool measure(std::exception_ptr& failure);

  /// All counted runs.
  const speeds::RunsByUnits& runs() const { return runs_; }

  /// The cost by these runs. @throws InputError  if the time does not grow with the units.
  speeds::CommandCost cost() const;

 private:
  bool search(std::exception_ptr& failure);
  bool round(std::int64_t units, double least_s, std::exception_ptr& failure);
  std::vector<std::int64_t> amounts() const;

  const runner::Context& context_;
  const document::MeasureOptions& options_;
  UserCommand& command_;
  bool idle_;
  Measurement measurement_;
  bool warm_ = false;
  double last_s_ = 0;  ///< of the last run
  speeds::RunsByUnits runs_;
};

/// The kernel "command": the user's command of the command line. It has no load to be timed in this process.
/// @throws UsageError  if the command line names none.
Kernel command_kernel(const runner::Context& context, const document::MeasureOptions& options);

/// A rank's measurement of the user's command.
struct CommandSpeed {
  document::MeasuredProcessor processor;
  std::optional<speeds::CommandMemory> memory;  ///< from all ranks; the same at every rank
};

/// Measures the user's command on all ranks at once. The setup runs on each host before, the cleanup after, even if the
/// command fails. Ends the job if something fails. Collective.
/// @param known  this rank makes no calls; it only joins the collective operations.
CommandSpeed measure_command(const runner::Context& context, const document::MeasureOptions& options, bool known);

}  // namespace uneven::measure
