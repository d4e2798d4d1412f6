// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <functional>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "launch/progress.hpp"
#include "launch/status.hpp"

namespace uneven::launch {

/// A line of another program, made safe for a terminal as by cleaned(); tabs and the end of the line stay.
std::string cleaned_line(std::string_view line);

/// Sorts what arrives on the launcher's standard error, line by line:
///
///     mpi-runner: TEXT              the runner's error: printed as it is, once
///     mpi-runner-note: TEXT         printed as "TOOL: TEXT"
///     mpi-runner-progress: JSON     shown by the progress display, and in the status
///     mpi-runner-ranks: JSON        times of the ranks so far: for the status
///     mpi-runner-event: TEXT        what the run has decided: for the status, as notes are
///     mpi-runner-started            all ranks have met: for the watchdog
///     mpi-runner-alive RANK HOST    a sign of life: for the watchdog
///     the launcher's own words      kept, in case nothing else explains a failure
///     anything else                 a user's program: passed on, but kept once an error has been printed
///
/// Printed text is made safe for a terminal. A sign of life may arrive in the middle of a program's line: it then
/// stands at the end of an unfinished line, and the rest of that line follows.
class LauncherWords {
 public:
  LauncherWords(std::string tool, bool quiet, ProgressStyle progress, std::ostream& out, Watchdog& watchdog,
                std::function<int()> columns = terminal_columns);

  /// From now on the runner's errors are printed as "TOOL: TEXT".
  void own_errors() { own_errors_ = true; }

  /// From now on progress and events also go there. @param status  must outlive this.
  void tell(StatusFile& status) { status_ = &status; }

  /// To be called now and then, for the status.
  void pass(Watchdog::Clock::time_point now);

  /// Takes the next bytes; lines may be cut anywhere.
  void take(std::string_view bytes);

  /// Ends the stream: takes an unfinished line as a line, and erases the progress bar.
  void finish();

  /// Prints what a user's program wrote as it is.
  void pass_on(std::string_view bytes);

  /// Erases the progress bar, before something else is printed.
  void clear_progress() { progress_.clear(); }

  /// Whether the runner has printed an error.
  bool error_seen() const { return !errors_.empty(); }

  /// The runner's errors, each once.
  const std::set<std::string>& errors() const { return errors_; }

  /// The launcher's own words, line by line; the last thousand.
  const std::deque<std::string>& kept() const { return kept_; }

  /// Keeps a line of the launcher's that came elsewhere: MPICH and Open MPI print some on standard output.
  void keep(const std::string& text);

  /// How a rank ended, if the launcher tells: "rank 3 on node1 ended by signal 9 (Killed)", or "process 4711 on node1
  /// ..." of MPICH, which does not name the rank; else "".
  std::string cause() const;

 private:
  void end_line();
  bool take_sign();
  void line(const std::string& text);
  void print(const std::string& text);

  std::string tool_;
  bool quiet_, own_errors_ = false;
  ProgressDisplay progress_;
  std::ostream& out_;
  Watchdog& watchdog_;
  StatusFile* status_ = nullptr;
  std::string unfinished_;
  std::set<std::string> errors_;
  std::deque<std::string> kept_;
  bool in_block_ = false;  ///< between Open MPI's rulers
};

/// The option that takes a user's command to mpi-runner: `--command=["./render","--from","{first}"]`.
///
/// The words are one JSON list, because mpirun takes a word ":" of its command line for its own and srun and batch
/// systems differ in what they do with empty ones. Words may be any bytes (base/file_name.hpp).
std::string command_option(const std::vector<std::string>& words);

/// The words of the option's value again.
/// @throws UsageError  if it is no list of one or more words, or the first is empty, or a word has a NUL byte.
std::vector<std::string> words_of_option(const std::string& json);

/// Refuses what Linux cannot hand on. @throws UsageError  naming the option of the first argument above 131,071 bytes.
void require_short(const std::vector<std::string>& arguments);

/// A command as one would type it in a shell: words that need it stand in quotes.
std::string shell_text(const std::vector<std::string>& words);

/// Makes of MPI whose launchers take different options. MVAPICH has MPICH's.
enum class Mpi { open_mpi, mpich, intel };

/// Whether a word names a launcher such as mpirun, mpiexec.hydra or /opt/bin/mpirun.mpich.
bool is_mpirun(const std::string& word);

/// The make of MPI of what a launcher prints as its version; Open MPI unless another is recognised.
Mpi mpi_of_version(const std::string& text);

/// The make of MPI of a launcher, which is run with --version; Open MPI if it cannot be started. Cost: 3 to 10 ms.
Mpi mpi_of(const std::string& program);

/// Checks a host file, so that an error is one line in place of mpirun's pages.
///
/// Each line holds a host, then options such as `slots=N`, and a comment after `#`; or a host and its slots, `node1:2`.
/// A pipe is not checked, because it can be read only once, by mpirun.
///
/// @param ranks  number of ranks to start; if every host gives its slots, there must be at least this many.
/// @throws OpenError
/// @throws InputError  naming the line.
void require_hosts(const std::string& path, int ranks);

/// A host file without the lines of some hosts. @param path  a regular file. @throws OpenError, InputError
std::string hostfile_without(const std::string& path, const std::vector<std::string>& hosts);

/// The hosts of ranks as mpirun fills the slots of a host file; empty if a line does not tell its slots, or there are
/// fewer slots than ranks. @throws OpenError, InputError
std::vector<std::string> hosts_by_slots(const std::string& path, std::size_t ranks);

/// A host file in the words of a make of MPI: Open MPI reads `node1 slots=2`, the others read `node1:2`.
class HostsForMpirun {
 public:
  /// @param path  a file that require_hosts() has passed; empty: none.
  /// @throws SystemError  if the file is to be rewritten and there is no room for it.
  HostsForMpirun(const std::string& path, Mpi mpi);
  ~HostsForMpirun();
  HostsForMpirun(const HostsForMpirun&) = delete;
  HostsForMpirun& operator=(const HostsForMpirun&) = delete;

  /// `path` itself where that make reads it; else a file without a name, which goes with this object.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  int descriptor_ = -1;
};

/// Splits text into words as a shell does: blanks separate, '...' is literal, "..." and \ keep blanks. Nothing is
/// expanded.
/// @param what  names the text in the error.
/// @throws UsageError  if a quote or a last backslash has no partner.
std::vector<std::string> split_words(const std::string& text, const std::string& what = "--launcher");

/// The words that start an MPI program, and a note for the user.
struct LaunchCommand {
  std::vector<std::string> words;  ///< all words before the program itself
  std::string note;                ///< may be empty
  bool open_mpi = false;           ///< whether Open MPI's own launcher runs here
  bool local = false;              ///< whether it also starts all ranks on this machine
};

/// Properties of this machine that decide the default launcher.
struct LaunchPlace {
  int cores = 1;               ///< cores of this machine
  bool root = false;           ///< whether the user is root, which mpirun refuses unless told
  bool in_allocation = false;  ///< whether a batch system places the ranks, so that this machine's cores do not count
  Mpi mpi = Mpi::open_mpi;     ///< of mpirun
  int tasks_of_groups = 0;     ///< tasks of a Slurm job of several groups of hosts (a heterogeneous job), or 0
  int groups = 0;              ///< their number
};

/// The LaunchPlace of this process. @param launcher  as for launch_command().
LaunchPlace launch_place(const std::string& launcher);

/// The launch command for a number of ranks.
/// @param launcher  empty: mpirun, with what its make of MPI needs: Open MPI's with --oversubscribe if there are more
///                  local ranks than cores. "srun": srun with the options that it needs in a pipe, on all groups of a
///                  heterogeneous job. Else words in shell quoting, where {n} is the number of ranks.
/// @param hostfile  for mpirun; empty: none.
/// @throws UsageError  if the launcher has no words, or is not mpirun or mpiexec and there is a `hostfile`; or if a
///                     heterogeneous job has fewer tasks than ranks.
LaunchCommand launch_command(const std::string& launcher, const std::string& hostfile, int ranks,
                             const LaunchPlace& place);

/// What "srun" stands for as a launcher.
inline constexpr std::string_view srun_words = "srun -n {n} --mpi=pmix --input=0 --kill-on-bad-exit=1";

/// The absolute path of mpi-runner, which is installed beside the tools.
/// @throws SystemError  if it is not there.
std::string runner_path();

/// The absolute path of mpi-runner-simulated, likewise.
/// @throws SystemError  if it is not there, naming the package without which it is not built.
std::string simulated_runner_path();

}  // namespace uneven::launch
