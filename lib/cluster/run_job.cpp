#include "cluster/run_job.hpp"

#include <sysexits.h>

#include <filesystem>
#include <iostream>
#include <sstream>

#include "base/error.hpp"
#include "base/file_list.hpp"
#include "cluster/launch.hpp"

namespace uneven::cluster {

document::OrderedJson run_job(const Tool& tool, const RunOptions& options, const document::Job& job, std::size_t ranks,
                              std::vector<std::string> arguments) {
  if (options.emit) {
    tool.write(job);
    return {};
  }
  require_writable(tool.output);
  std::ostringstream input;
  write_document(input, job, true);
  LaunchOptions launch_options = options.launch;
  launch_options.quiet = tool.quiet;
  arguments.push_back("-");
  const LaunchResult result =
      launch(tool.app.get_name(), launch_options, static_cast<int>(ranks), arguments, input.str(), std::cerr);
  auto json = document::OrderedJson::parse(result.output, nullptr, false);
  if (!json.is_object()) throw SystemError("mpi-runner wrote no document; did something else print in its place?");
  OutputFile file(tool.output);
  file.stream() << (tool.compact ? json.dump() + "\n" : result.output);
  file.commit();
  if (json.value("stopped", "") == "signal")
    throw ExitError(EX_TEMPFAIL, "stopped by a signal; the report is complete");
  return json;
}

std::string job_files(const Tool& tool, const RunOptions& options, const std::string& files) {
  if (!options.emit || tool.output.empty() || tool.output == "-") return files;
  const std::filesystem::path folder = std::filesystem::absolute(tool.output).parent_path();
  return map_files(files, [&](const std::string& file) {
    return std::filesystem::absolute(file).lexically_relative(folder).string();
  });
}

}  // namespace uneven::cluster
