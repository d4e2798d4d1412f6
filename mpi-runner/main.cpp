// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <map>
#include <string_view>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/file_name.hpp"
#include "base/temporary_file.hpp"
#include "base/text.hpp"
#include "base/tool.hpp"
#include "check/sound.hpp"
#include "comm/communicator.hpp"
#include "comm/trace.hpp"
#include "context.hpp"
#include "document/document.hpp"
#include "document/job.hpp"
#include "executors.hpp"
#include "launch/words.hpp"
#include "planned.hpp"
#include "shares/own_part.hpp"
#include "tables.hpp"

namespace {

using namespace uneven;

struct Arguments {
  std::vector<std::string> documents{"-"};
  std::string output;
  bool progress = false;
  double signs_s = 0;  ///< between signs of life; 0: none
  std::string program;
  std::vector<std::string> command;
  std::string setup, cleanup, outputs;
  std::string pipes;  ///< what the tool has kept of pipes
  std::string trace;  ///< file of what each rank did; empty: none
  bool allow_paths = false, force = false;
};

void print(int standard_output, const std::string& text) {
  if (const int error = write_bytes(standard_output, text.data(), text.size()))
    throw IoError(std::string("standard output: cannot write: ") + std::strerror(error));
}

/// Parses the command line; on a wrong one the first process alone speaks.
Arguments parse_arguments(int argc, char** argv, const comm::Communicator& world, int standard_output) {
  Arguments arguments;
  CommandLine app("mpi-runner", "Run a job or a plan on the MPI processes it was started on.");
  app.add_option("DOCUMENT", arguments.documents, "A job or a plan, or several to run in turn; '-' is standard input")
      .type_name("FILE");
  app.add_option("-o,--output", arguments.output, "Write the report to FILE, whole or not at all").type_name("FILE");
  app.add_flag("--progress", arguments.progress, "Notes and progress as lines for the tool that started this");
  app.add_option("--signs-of-life", arguments.signs_s, "Seconds between lines that tell the tool that a rank lives")
      .check(number_from(0))
      .type_name("S");
  app.add_option("--program", arguments.program, "A data-parallel program of the user's: a shared object")
      .type_name("FILE");
  app.add_option(
         "--command", [&](const std::string& json) { arguments.command = launch::words_of_option(json); },
         "A command of the user's, for jobs that run one: a JSON list of its words")
      .type_name("JSON");
  app.add_option("--setup", arguments.setup, "What a shell does on each host before the command is measured")
      .type_name("TEXT");
  app.add_option("--cleanup", arguments.cleanup, "What it does afterwards").type_name("TEXT");
  app.add_option("--outputs", arguments.outputs, "Files that the outputs of the command become, such as out-{first}")
      .type_name("PATTERN");
  app.add_option("--pipes", arguments.pipes, "What a tool has kept of pipes that the job names").group("");
  app.add_option("--trace", arguments.trace, "Write what each rank did when to FILE, for Perfetto").type_name("FILE");
  app.add_flag("--allow-paths", arguments.allow_paths,
               "Jobs may write to anywhere, not only at or below their own folder or the working folder");
  app.add_flag("--force", arguments.force, "Let outputs replace files that are something else");
  app.add_examples({"mpirun -n 2 --oversubscribe --bind-to none mpi-runner plan.json",
                    "mpirun -n 2 --oversubscribe --bind-to none mpi-runner train.json -o report.json"});
  comm::all_or_abort(world, [&] {
    if (const auto text = app.parse(argc, argv)) {
      if (world.rank() == 0) print(standard_output, *text);
      MPI_Finalize();
      std::exit(0);
    }
  });
  return arguments;
}

/// The report keeps standard output for itself: libraries and users' programs print too, and go to standard error.
int take_standard_output() {
  const int report = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return report;
}

/// A bare plan is a job without input or options: it runs on made-up data, or the command that is given.
document::Job job_of(const document::Document& document, const Arguments& arguments) {
  if (document.kind == "job") return document::from_json<document::Job>(document.json);
  return {arguments.command.empty() ? runner::executor_of_plan(document.kind) : "command", document.json.json(),
          document::Json::object(), document::Json::object()};
}

/// Reads and validates, on the first process and before any work, so that a fault in the last of several documents
/// costs none of the others its report.
std::string read_document(const std::string& path, const Arguments& arguments) {
  const std::string text = read_file(path);
  const auto document = document::parse(text, input_name(path), {});
  document.require_none(check::faults_of(document, !arguments.program.empty()));
  job_of(document, arguments);  // refuses what nothing runs
  if (!arguments.progress)      // the tool has said it
    for (const std::string& line : document::unknown_keys(document.json, document.kind))
      runner::note(document.name + ": " + line);
  return text;
}

void require_same_version(const comm::Communicator& world) {
  const std::string first = comm::broadcast(world, UNEVEN_VERSION);
  comm::all_or_abort(world, [&] {
    if (first != UNEVEN_VERSION)
      throw SystemError("this is version " UNEVEN_VERSION " of mpi-runner; rank 0 has version " + first);
  });
}

/// Refuses the launcher of another MPI: each of its processes would see a world of size 1.
void require_company(const comm::Communicator& world) {
  const auto rank = shares::rank_of([](const char* name) {
    const std::string_view text = name;  // torchrun and scripts start other programs
    return text.starts_with("OMPI_") || text.starts_with("PMI") || text.starts_with("SLURM_") ? ::getenv(name)
                                                                                              : nullptr;
  });
  if (!rank || rank->ranks.value_or(1) == world.size() || world.size() > 1) return;
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  std::string make(text.data(), static_cast<std::size_t>(length));
  make.resize(std::min(make.find_first_of(",\n"), make.size()));
  std::ranges::replace(make, '\t', ' ');
  throw SystemError("the launcher started " + std::to_string(*rank->ranks) + " processes (" + rank->source +
                    "), each of which is alone; expected a launcher of the MPI of this mpi-runner, " + make);
}

/// Runs one document on all processes. @return  the report, at one process.
/// @param text  of the document, at the first process.
std::string run(const std::string& path, std::string text, const Arguments& arguments, const machine::Machine& machine,
                const comm::Communicator& world, const comm::WaitPolicy& wait_policy, int standard_output) {
  text = comm::broadcast(world, text);
  const document::Job job = job_of(document::parse(text, input_name(path), {}), arguments);
  text.clear();
  const runner::Context context{.world = world,
                                .machine = machine,
                                .wait_policy = wait_policy,
                                .document = path,
                                .documents = arguments.documents,
                                .output = arguments.output,
                                .program = arguments.program,
                                .command = arguments.command,
                                .setup = arguments.setup,
                                .cleanup = arguments.cleanup,
                                .outputs = arguments.outputs,
                                .standard_output = standard_output,
                                .by_tool = arguments.progress,
                                .allow_paths = arguments.allow_paths,
                                .force = arguments.force};
  std::string report = runner::executor_named(job.run)(job, context);
  // Standard output is the command's, unless a tool takes both apart.
  if (job.run == "command" && !arguments.progress && arguments.output.empty()) report.clear();
  runner::begin_work();  // of others, for those without a part
  wait_policy.meet(world);
  return comm::at_first(world, report);
}

void run(int argc, char** argv, const comm::Communicator& world) {
  const int standard_output = take_standard_output();
  runner::listen_for_stop();
  report_file_limits();
  const Arguments arguments = parse_arguments(argc, argv, world, standard_output);
  if (!arguments.allow_paths) hide_data();
  machine::Machine machine = machine::this_machine();
  if (arguments.progress) runner::use_machine_lines();
  if (arguments.signs_s > 0) runner::give_signs_of_life(world.rank(), machine.host, arguments.signs_s);
  comm::all_or_abort(world, [&] { require_company(world); });
  require_same_version(world);
  runner::adopt_pipes(arguments.pipes, world, machine.host);
  if (world.rank() == 0) runner::say_started();
  std::vector<std::string> texts(arguments.documents.size());
  comm::all_or_abort(world, [&] {
    if (world.rank() != 0) return;
    std::vector<NamedFiles> outputs{{"--output", arguments.output}};
    if (!arguments.trace.empty()) outputs.push_back({"--trace", arguments.trace});
    for (const std::string& path : arguments.documents) require_own_files({{"the document", path}}, outputs);
    require_writable(arguments.output);
    require_writable(arguments.trace);
    std::ranges::transform(arguments.documents, texts.begin(),
                           [&](const std::string& path) { return read_document(path, arguments); });
  });
  const bool own_core = comm::ranks_on(world, machine.host) <= machine.cores;
  if (!machine.quota && own_core) machine.quota = machine::felt_quota();
  const comm::WaitPolicy wait_policy(world, machine);
  if (!arguments.trace.empty()) {
    comm::start_trace(world, wait_policy);
    runner::when_work_begins([recorder = comm::recorder()] {
      recorder->add(trace::Phase::prepare, recorder->origin_s(), comm::trace_now());
    });
  }
  std::string reports;
  for (std::size_t i = 0; i < texts.size(); ++i)
    reports +=
        run(arguments.documents[i], std::move(texts[i]), arguments, machine, world, wait_policy, standard_output);
  comm::all_or_abort(world, [&] {
    if (world.rank() != 0) return;
    if (arguments.output.empty() || arguments.output == "-") {
      print(standard_output, reports);
    } else {
      OutputFile file(arguments.output);
      file.stream() << reports;
      file.commit();
    }
  });
  if (!arguments.trace.empty()) comm::write_trace(world, machine.host, arguments.trace, runner::note);
}

}  // namespace

int main(int argc, char** argv) {
  runner::require_fitting_blas(argv);
  // Commands are started by fork, which is safe with messages over TCP and shared memory.
  ::setenv("OMPI_MCA_mpi_warn_on_fork", "0", 0);
  // Executors may use threads; only this one calls MPI.
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  {
    const auto world = comm::Communicator::world();
    try {
      run(argc, argv, world);
    } catch (...) {
      comm::abort_with_current_exception(world);
    }
  }
  MPI_Finalize();
  return runner::exit_code();
}

namespace uneven::runner {

namespace {

const std::map<std::string, Executor>& executors() {
  static const std::map<std::string, Executor> all{
      {"bp", bp::execute},         {"bsp", elements::execute},    {"command", command::execute},
      {"matmul", matmul::execute}, {"measure", measure::execute}, {"reduction", reduction::execute},
      {"search", search::execute},
  };
  return all;
}

}  // namespace

const Executor& executor_named(const std::string& run) { return executors().at(run); }

std::string executor_of_plan(const std::string& kind) {
  const auto& runs = document::runs_of_plans();
  if (const auto found = runs.find(kind); found != runs.end()) return found->second;
  std::string known;
  for (const auto& [name, _] : runs) known += (known.empty() ? "" : ", ") + name;
  throw InputError("/kind: \"" + kind + "\" cannot be run; expected job, " + known);
}

}  // namespace uneven::runner
