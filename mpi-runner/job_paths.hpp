// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace uneven::runner {

/// A file that a job names, or a list such as "x.npy,y.npy".
struct JobFile {
  const char* place;  ///< in the job, such as "/options/checkpoint"
  std::optional<std::string>* path;
  bool list = false;
};

/// Where a job comes from, and what its run reads and writes beside the files that it names.
struct JobPlace {
  std::string document;                ///< the job's own path, or "-"
  std::vector<std::string> documents;  ///< those of all jobs, and of other documents
  std::string output;                  ///< where the report goes; empty or "-": standard output
  std::string program;                 ///< a user's shared object; empty: none
  bool allow_paths = false;            ///< the job may write anywhere
};

/// Turns the paths of a job, which are relative to its folder, into paths seen from here.
/// @throws InputError  if the folder's name cannot stand in a list.
void resolve(const JobPlace& job, const std::vector<JobFile>& files);

/// Refuses a job that would write over what it reads or over itself, write two outputs to one file, or, unless it may,
/// write to anywhere but at or below its own folder or the working folder, links followed.
/// @throws InputError
void require_apart(const JobPlace& job, const std::vector<JobFile>& inputs, const std::vector<JobFile>& outputs);

}  // namespace uneven::runner
