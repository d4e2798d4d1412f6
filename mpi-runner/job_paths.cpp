// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "job_files.hpp"

namespace uneven::runner {

namespace {

namespace fs = std::filesystem;

std::string folder_of(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

void resolve_file(const JobPlace& job, const JobFile& file) {
  if (!*file.path) return;
  const fs::path folder = job.document == "-" ? fs::path() : fs::path(job.document).parent_path();
  if (file.list && folder.string().find(',') != std::string::npos)
    throw InputError(std::string(file.place) +
                     ": a list, whose names cannot stand in a folder with a comma in its name, '" +
                     shown(folder.string()) + "'; expected mpi-runner to be started in that folder");
  const auto from_here = [&](const std::string& path) {
    return path == "-" ? path : path_in(folder, name_of_text(path));
  };
  *file.path = file.list ? map_files(**file.path, from_here) : from_here(**file.path);
}

std::vector<NamedFiles> named(const std::vector<JobFile>& files) {
  std::vector<NamedFiles> all;
  for (const JobFile& file : files) all.push_back({file.place, *file.path, file.list});
  return all;
}

/// Whether `folder` is `top` or below it, links followed. What is not there is nowhere.
bool is_within(const std::string& folder, const std::string& top) {
  std::error_code missing, no_top;
  const fs::path inner = fs::canonical(folder, missing), outer = fs::canonical(top, no_top);
  return !missing && !no_top && std::ranges::mismatch(outer, inner).in1 == outer.end();
}

void require_within(const JobPlace& job, const std::string& place, const std::string& path) {
  const std::string folder = folder_of(behind_links(path));
  if (is_within(folder, ".") || (job.document != "-" && is_within(folder, folder_of(job.document)))) return;
  throw InputError(place + ": '" + shown(path) + "' is neither in the folder of the job nor in the working folder; " +
                   "expected a file there, or --allow-paths on the command line");
}

}  // namespace

void resolve(const JobPlace& job, const std::vector<JobFile>& files) {
  for (const JobFile& file : files) resolve_file(job, file);
}

void require_apart(const JobPlace& job, const std::vector<JobFile>& inputs, const std::vector<JobFile>& outputs) {
  auto read = named(inputs), written = named(outputs);
  for (const std::string& path : job.documents) read.push_back({"the document", path});
  read.push_back({"--program", job.program});
  written.insert(written.begin(), {"--output", job.output});
  if (const std::string fault = fault_of_files(read, written); !fault.empty()) throw InputError(fault);
  if (job.allow_paths) return;
  for (const JobFile& file : outputs)
    for (const std::string& path : file.list ? files_of(file.path->value_or("")) : std::vector{file.path->value_or("")})
      if (!path.empty()) require_within(job, file.place, path);
}

}  // namespace uneven::runner
