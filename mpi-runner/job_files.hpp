// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "context.hpp"

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

/// Turns the paths of a job, which are relative to its folder, into paths seen from here. Collective.
///
/// Ends the job if it would write over what it reads or over itself, write two outputs to one file, or, unless the
/// command line allows it, write to anywhere but at or below its own folder or the working folder, links followed.
void resolve_paths(const Context& context, const std::vector<JobFile>& inputs, const std::vector<JobFile>& outputs);

/// Ends the job if ranks find different files under one name, naming the odd rank and its host. Collective.
///
/// Whole files are compared. The ranks of a host that find the same one (by its inode) share the reading.
/// @param used  whether this rank is to use them; where it is not, a file may be missing.
/// @return      a digest of each file, 16 hexadecimal digits, the same whatever the ranks; empty where it is missing.
/// Cost: files are read once per host.
std::vector<std::string> same_data(std::span<const std::string> files, bool used, const comm::Communicator& comm,
                                   const Context& context);

/// The same without digests: a file that all ranks find at one place is not read.
void require_same_data(std::span<const std::string> files, bool used, const comm::Communicator& comm,
                       const Context& context);

}  // namespace uneven::runner
