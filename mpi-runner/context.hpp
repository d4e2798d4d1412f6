// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "document/job.hpp"
#include "machine/machine.hpp"

namespace uneven::runner {

/// The environment of every executor.
struct Context {
  const comm::Communicator& world;
  machine::Machine machine;
  const comm::WaitPolicy& wait_policy;
  std::string document;                ///< the job's own path, or "-"
  std::vector<std::string> documents;  ///< those of all jobs
  std::string output;                  ///< where the report goes; empty or "-": standard output
  std::string program;                 ///< a user's shared object, named on the command line; empty: none
  std::vector<std::string> command;    ///< words of a user's command, named on the command line; empty: none
  std::string setup, cleanup;          ///< texts for the shell, once per host before and after; empty: none
  std::string outputs;                 ///< pattern of the files that its outputs become; empty: none
  int standard_output = 1;             ///< descriptor of the standard output with which the process started
  bool by_tool = false;                ///< started by a tool, which takes notes, progress and outputs as such
  bool allow_paths = false;            ///< the job may write anywhere
  bool force = false;                  ///< outputs may replace files that are something else
};

/// Runs a job on all processes.
/// @return  the document for the user at one process, nothing at the others.
using Executor = std::function<std::string(const document::Job&, const Context&)>;

/// Whether SIGUSR1 asked this process to finish its iteration, report and end.
bool stop_requested();
/// From now on SIGUSR1 is obeyed: as above once work has begun, before it by ending at once with exit code 75.
/// @param patience_s  seconds without a report, after which the process ends likewise; 0: no limit.
void listen_for_stop(unsigned patience_s = 0);
/// To be called when all is read, between a moment at which all processes met and the first iteration.
void begin_work();
/// Sets the function that the first begin_work() calls.
void when_work_begins(std::function<void()> call);

/// Lets this process end with `code` in place of 0, unless a tool has started it, which finds the code in the report.
void end_with(int code);
int exit_code();

/// From now on notes and progress are lines for a tool, which reads them in lib/launch/launch.hpp.
void use_machine_lines();

/// Tells the tool that all processes have met.
void say_started();

/// A line for the user, and a step of progress (for a tool only; of those with a total at most ten a second get
/// through), on standard error.
void note(const std::string& text);
/// @param unit    of those done, such as "iteration".
/// @param before  of those done, in earlier runs: `seconds` are those of the others.
void progress(std::int64_t done, std::int64_t total, const char* unit, double seconds, const std::string& label,
              double value, std::int64_t before = 0);

/// Tells the tool's status a decision of the run, such as to move elements; of several at a time the first counts.
void tell_event(const std::string& text);

/// The ranks' seconds of computing so far, for the tool's status: at most once a second, and of at most 256 ranks.
/// @param rank_of  of the i-th; empty: i.
/// @param all_done  told whenever it is, so that the last ones are those of the whole run.
void tell_rank_times(const std::vector<double>& compute_s, const std::vector<int>& rank_of, bool all_done);

/// From now on writes a line to standard error every `seconds`, the first at once, which tells the tool that this
/// process lives: `mpi-runner-alive RANK HOST`.
///
/// A timer's signal writes it and not a thread, for which there may be no room; so it comes while the process computes
/// or waits, but not while it is stopped. System calls that a signal interrupts go on (SA_RESTART) or are asked again.
/// Where there is no timer, no sign is given.
void give_signs_of_life(int rank, const std::string& host, double seconds);

/// Ends the job with one line, before anything is taken, if the processes of one host need more bytes together than it
/// has free, or this one more than it may take; warns where they need most of it. Collective.
///
/// @param needed  by this process, beside what it has; estimated from the plan, not from allocations.
void require_memory(double needed, const comm::Communicator& comm, const Context& context);

/// The most bytes that this process has had in memory so far.
std::int64_t peak_memory();

/// The peak that require_memory() has foretold for this job, what the process had before and messages inside MPI
/// included; nothing if it was not asked. Forgotten then, for the next job.
std::optional<std::int64_t> take_predicted_peak();

}  // namespace uneven::runner
