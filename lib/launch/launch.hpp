// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/tool.hpp"
#include "document/common.hpp"
#include "document/job.hpp"
#include "launch/progress.hpp"

namespace uneven::launch {

struct Loss;
class StatusFile;

struct LaunchOptions {
  std::string launcher;           ///< empty: mpirun; "srun"; or the words before mpi-runner, see launch_command
  std::string hostfile;           ///< host file for mpirun; empty: none
  std::string progress = "auto";  ///< auto | bar | lines | none
  bool quiet = false;             ///< no notes, and no progress unless `progress` names a style
  WatchLimits limits;
  bool programs = false;     ///< the ranks run programs, whose output the runner sends in frames (see OutputFrames)
  bool own_errors = false;   ///< the command is a part of the tool: its errors begin with the tool's name
  Loss* loss = nullptr;      ///< gets what a failed run has lost, in place of the launcher's words for the user
  std::int64_t printed = 0;  ///< bytes of the programs' standard output that are not passed on: an earlier start did it
  StatusFile* status = nullptr;  ///< where else progress goes
};

struct LaunchResult {
  std::string output;    ///< standard output of the runner
  bool stopped = false;  ///< SIGTERM or SIGUSR1 asked for an early end; the report tells whether the run ended early
};

/// Runs mpi-runner on `ranks` ranks and waits for it.
///
/// Messages for the user go to `words` at once: the runner's errors and notes, progress, and the output of a user's
/// program. The launcher's own messages are shown only if it failed and the runner did not give the reason.
///
/// The output of programs that the ranks run goes to this process's standard output and error as it comes. If standard
/// output has no reader any more, the launcher is ended and this process dies by SIGPIPE.
///
/// Signals to this process meanwhile: TERM and USR1 ask the ranks to finish their iteration and report; they end the
/// launcher if not all ranks have met yet. A second TERM ends the launcher; it counts only after a second, because
/// `timeout` sends two at once. INT and HUP end the launcher, too. After these, this process dies by the same signal.
/// TSTP pauses the ranks and this process, CONT continues both. If this process is killed, the launcher gets SIGTERM.
///
/// To end a launcher: SIGTERM or SIGINT to its process group; after some seconds, SIGKILL to all its descendants.
///
/// @param tool       name at the start of notes and progress.
/// @param arguments  arguments of mpi-runner, such as {"-"}.
/// @param input      standard input of mpi-runner, which need not read it to the end.
/// @throws UsageError   if the options are wrong.
/// @throws OpenError    if the host file cannot be read.
/// @throws SystemError  if the launcher cannot be started, or failed and the runner did not say why, or ended well
///                      but wrote nothing, or was given up (see Watchdog); or as require_startable().
/// @throws IoError      if the output of the programs cannot be written.
/// @throws ExitError    with the runner's exit code and no message if the runner reported an error; with 75 if it
///                      was stopped before it could report.
/// Cost: memory for input and output.
LaunchResult launch(const std::string& tool, const LaunchOptions& options, int ranks,
                    const std::vector<std::string>& arguments, std::string_view input, std::ostream& words);

/// Checks before a start that local ranks have enough memory, and mpirun enough room for its files.
/// @throws UsageError, SystemError
void require_startable(const LaunchOptions& options, int ranks);

/// launch() for any complete command line.
LaunchResult launch_command_line(const std::string& tool, const LaunchOptions& options,
                                 const std::vector<std::string>& command, std::string_view input, std::ostream& words);

/// A program could not be started.
struct StartError : SystemError {
  StartError(const std::string& message, int error_) : SystemError(message), error(error_) {}
  int error;  ///< errno of exec, such as ENOENT or EACCES; of chdir if the folder is at fault
};

/// A pipe whose ends are closed by exec and by the destructor. Both ends are above 2, so that dup2 in a child replaces
/// none of them, even if this process started with closed streams.
struct Pipe {
  /// @throws SystemError
  Pipe();
  ~Pipe();
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int read = -1, write = -1;
};

/// Closes a descriptor, unless it is -1, and sets it to -1.
void close_descriptor(int& descriptor);

/// How a program starts.
struct Start {
  std::vector<std::string> words;         ///< the program, looked for in PATH, and its arguments
  std::vector<std::string> environment;   ///< all variables, NAME=VALUE
  std::string folder;                     ///< its working folder; empty: that of this process
  int input = 0, output = 1, errors = 2;  ///< descriptors that become its standard streams
  int death_signal = 0;                   ///< sent to it when the calling thread ends, by whatever cause
  std::function<void()> before_exec;      ///< called in the new process; async-signal-safe
};

/// Variables of this process, NAME=VALUE.
std::vector<std::string> own_environment();

/// Starts a program in a process group of its own, and returns once exec has succeeded.
/// @return  its process id, which is also that of its group. The caller waits for it.
/// @throws StartError   if the program is not there or cannot be executed, or the folder cannot be entered.
/// @throws SystemError  if there is no process or pipe.
pid_t start_program(const Start& start);

/// When a job is started again.
struct RestartOptions {
  std::int64_t most = 0;  ///< 0: never
  bool ordered = false;   ///< programs print in a fixed order: the next start leaves out the bytes printed before
  std::vector<document::Processor> cluster{};  ///< of the plan, by rank
  /// Makes the job anew without some processors, ascending; nothing if that cannot be. Empty: it never can.
  std::function<std::optional<document::Job>(const std::vector<std::size_t>& lost)> without{};
};

/// Options of every tool that starts an MPI program.
struct RunOptions {
  LaunchOptions launch;
  std::string match = "host";         ///< host | cpu | any, see match_of
  std::optional<double> max_seconds;  ///< > 0
  bool emit = false;                  ///< print the job and start nothing
  bool force = false;                 ///< outputs may replace files of another kind
  RestartOptions restart;
  std::string status;  ///< file of a status document; empty: none
  std::string trace;   ///< file of the run's phases, written by the runner; empty: none
};

/// Outputs of a tool with the files of --status and --trace, which belong to a run and are no part of its job.
/// @throws UsageError  if there are such files and --emit.
std::vector<NamedFiles> with_run_files(std::vector<NamedFiles> outputs, const RunOptions& options);

/// Adds --launcher (default: the environment's UNEVEN_LAUNCHER), --hostfile, --progress, --match, --max-seconds,
/// --start-seconds, --silent-seconds, --status and --emit to `app`, which must not outlive `options`.
inline void add_launch_options(CommandLine& app, RunOptions& options) {
  const std::string group = "Launching";
  app.add_option("--launcher", options.launch.launcher,
                 "Words before mpi-runner, {n} being the number of ranks, or srun; default: mpirun -n {n}")
      .type_name("srun|WORDS")
      .environment("UNEVEN_LAUNCHER")
      .group(group);
  app.add_option("--hostfile", options.launch.hostfile, "File of hosts for mpirun").group(group);
  app.add_option("--progress", options.launch.progress,
                 "auto, bar, lines or none; auto is a bar on a terminal, else a line a minute")
      .one_of({"auto", "bar", "lines", "none"})
      .group(group);
  app.add_option("--match", options.match,
                 "What a rank must share with the processor of the plan whose part it does: host, cpu or any; "
                 "default: host")
      .one_of({"host", "cpu", "any"})
      .group(group);
  app.add_option("--max-seconds", options.max_seconds, "Stop after so long, and report")
      .check(positive_number())
      .group(group);
  app.add_option("--start-seconds", options.launch.limits.start_s,
                 "Give up if the ranks have not started by then; 0: never; default: 60")
      .check(number_from(0))
      .group(group);
  app.add_option("--silent-seconds", options.launch.limits.silent_s,
                 "Give up if a rank has given no sign of life for so long; 0: never; default: 30")
      .check(number_from(0))
      .group(group);
  app.add_option("--status", options.status, "Keep how far the run is in this file, for show-plan --watch")
      .type_name("FILE")
      .group(group);
  app.add_flag("--emit", options.emit, "Print the job for mpi-runner and start nothing").group(group);
}

/// Adds --force to a tool whose outputs begin with fixed bytes. It goes to mpi-runner's command line, never into a job.
inline void add_force_option(CommandLine& app, RunOptions& options) {
  app.add_flag("--force", options.force, "Let outputs replace files that are something else");
}

/// Adds --restarts to a tool whose job can go on from a checkpoint.
inline void add_restart_option(CommandLine& app, RunOptions& options) {
  app.add_option("--restarts", options.restart.most,
                 "Start again from the checkpoint, at most N times, when a rank or a host is lost")
      .check(integer_from(0, 1 << 20))
      .type_name("N")
      .group("Launching");
}

/// Refuses a job that cannot be started again where --restarts asks for it: one that is only printed, or whose hosts
/// come from a pipe. @throws UsageError
void require_restartable(const RunOptions& options);

/// Adds --trace to a tool whose ranks tell the phases of their work.
inline void add_trace_option(CommandLine& app, RunOptions& options) {
  app.add_option("--trace", options.trace, "Write what each rank did when to this file, for Perfetto")
      .type_name("FILE")
      .group("Launching");
}

/// Output of mpi-runner: one document.
struct JobOutput {
  std::string text;
  document::OrderedJson json;  ///< `text`, parsed

  /// @throws ExitError with code 75 if a signal ended the run early. @param complete  result that is still complete.
  void require_no_signal(const std::string& complete) const;
};

/// The document that a run wrote. @throws SystemError  if it is none.
JobOutput parsed(LaunchResult result);

/// Runs a job on as many ranks as it needs; see run_with_restarts().
/// @param arguments  for mpi-runner besides the job, such as {"--program", FILE}.
/// @throws as launch().
JobOutput output_of_job(const Tool& tool, const RunOptions& options, const document::Job& job, std::size_t ranks,
                        std::vector<std::string> arguments = {});

/// What tells mpi-runner of a user's shared object; nothing if `path` is empty.
std::vector<std::string> program_arguments(const std::string& path);

/// With --emit: says how to start a job whose command stands on the command line of mpi-runner.
void note_command(const Tool& tool, const std::vector<std::string>& arguments);

/// Runs a job on as many ranks as it needs and writes the resulting document, such as a report, as the tool's output.
/// With --emit, writes the job instead and starts nothing.
///
/// @param arguments  see output_of_job().
/// @return  the resulting document; null with --emit.
/// @throws ExitError with code 75, after writing the report, if a signal ended the run early; and as launch().
document::OrderedJson run_job(const Tool& tool, const RunOptions& options, const document::Job& job, std::size_t ranks,
                              std::vector<std::string> arguments = {});

/// Runs a command that takes a job on standard input and answers with a document, such as a simulation, and writes that
/// as the tool's output.
/// @throws as launch_command_line(); and ExitError with code 75, after writing it, if a signal ended the run early.
void run_job_by(const Tool& tool, const std::vector<std::string>& command, const document::Job& job);

/// Names of the job's files ("x.npy,y.npy") as they go into the job: relative names become relative to the folder of
/// --emit -o, absolute names stay. Encoded as JSON text, which the runner decodes (base/file_name.hpp).
std::string job_files(const Tool& tool, const RunOptions& options, const std::string& files);

/// Property that must agree between a planned processor and the rank that does its part.
enum class Match { host, cpu, any };

/// @throws UsageError  if `text` is none of host, cpu and any.
Match match_of(const std::string& text);

/// "node1 (2), node2": each host (or model) of a plan once, with its number of processors if more than one; at most
/// eight.
std::string places_of(const std::vector<document::Processor>& planned, Match match);

/// Host and processor model of a rank of the running program.
struct RankPlace {
  std::string host;
  std::string cpu;
};

/// The part of the plan that each rank does.
struct Assignment {
  std::vector<int> processor_of_rank;  ///< shape [ranks]; -1 for a rank without a part
  std::string note;                    ///< note for the user; may be empty
};

/// Whether two names are of one host: equal, or one is the other without its domain: node1 and node1.cluster.org, but
/// not node1.a and node1.b. Addresses such as 10.0.0.1 have no domain.
bool same_host(const std::string& a, const std::string& b);

/// Whether a name is of one of some hosts.
bool is_any_of(const std::string& name, const std::vector<std::string>& hosts);

/// Names of hosts by which to compare them: of each, the longest of `names` that is one of the same host. A name that
/// would stand for different hosts, as node1 beside node1.a and node1.b, stays as it is.
/// @param names  in any order, also repeated.
/// @return       name as given to name to compare.
/// Cost: O(n log n) unless many names begin alike.
std::map<std::string, std::string> full_names(const std::vector<std::string>& names);

/// Gives each rank the part planned for its host (or processor model). Hosts are those of full_names(), of the plan's
/// names and the ranks'.
///
/// Among equals the lower rank gets the lower processor, so a program started as planned keeps its numbers. A
/// processor of unknown host (model) goes to the lowest remaining rank.
///
/// @param planned  the plan's processors, shape [p].
/// @param ranks    shape [n], n >= p; n - p ranks stay without a part.
/// @throws InputError  if n < p, or if a processor finds no rank on its host (of its model).
/// Cost: O((n + p) log p).
Assignment assign(const std::vector<document::Processor>& planned, const std::vector<RankPlace>& ranks, Match match);

}  // namespace uneven::launch
