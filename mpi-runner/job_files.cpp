// SPDX-License-Identifier: MIT
#include "job_files.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/checksum.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "base/file_name.hpp"
#include "base/foreign_text.hpp"
#include "comm/collectives.hpp"
#include "comm/communicator.hpp"
#include "data/file.hpp"

namespace uneven::runner {

namespace {

namespace fs = std::filesystem;

std::string folder_of(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

void resolve(const Context& context, const JobFile& file) {
  if (!*file.path) return;
  const fs::path folder = context.document == "-" ? fs::path() : fs::path(context.document).parent_path();
  if (file.list && folder.string().find(',') != std::string::npos)
    throw InputError(std::string(file.place) +
                     ": a list, whose names cannot stand in a folder with a comma in its name, '" +
                     shown(folder.string()) + "'; expected mpi-runner to be started in that folder");
  const auto from_here = [&](const std::string& path) { return (folder / name_of_text(path)).string(); };
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

void require_within(const Context& context, const std::string& place, const std::string& path) {
  const std::string folder = folder_of(behind_links(path));
  if (is_within(folder, ".") || (context.document != "-" && is_within(folder, folder_of(context.document)))) return;
  throw InputError(place + ": '" + shown(path) + "' is neither in the folder of the job nor in the working folder; " +
                   "expected a file there, or --allow-paths on the command line");
}

}  // namespace

void resolve_paths(const Context& context, const std::vector<JobFile>& inputs, const std::vector<JobFile>& outputs) {
  for (const auto* files : {&inputs, &outputs})
    for (const JobFile& file : *files) resolve(context, file);
  comm::all_or_abort(context.world, [&] {
    if (context.world.rank() != 0) return;
    auto read = named(inputs), written = named(outputs);
    for (const std::string& path : context.documents) read.push_back({"the document", path});
    read.push_back({"--program", context.program});
    written.insert(written.begin(), {"--output", context.output});
    if (const std::string fault = fault_of_files(read, written); !fault.empty()) throw InputError(fault);
    if (context.allow_paths) return;
    for (const JobFile& file : outputs)
      for (const std::string& path :
           file.list ? files_of(file.path->value_or("")) : std::vector{file.path->value_or("")})
        if (!path.empty()) require_within(context, file.place, path);
  });
}

namespace {

constexpr std::int64_t chunk_bytes = 64 << 20;

/// One for each chunk of the file; those of chunks that fellows read are 0.
std::vector<std::uint64_t> digests_of_chunks(const std::string& path, const comm::Communicator& fellows) {
  data::InputFile file(path);
  const std::int64_t chunks = (file.bytes() + chunk_bytes - 1) / chunk_bytes;
  std::vector<std::uint64_t> digests(static_cast<std::size_t>(chunks), 0);
  for (std::int64_t chunk = fellows.rank(); chunk < chunks; chunk += fellows.size())
    digests[static_cast<std::size_t>(chunk)] =
        data::digest(file, chunk * chunk_bytes, std::min(chunk_bytes, file.bytes() - chunk * chunk_bytes));
  return digests;
}

/// The place of each rank's file: host and inode. Empty where it is missing. Collective.
std::vector<std::string> places_of(const std::string& path, bool used, const comm::Communicator& comm,
                                   const Context& context) {
  std::string place;
  comm::all_or_abort(comm, [&] {
    if (!used && is_missing(path)) return;
    const data::InputFile file(path);  // or an error
    struct stat found {};
    ::stat(path.c_str(), &found);
    place = context.machine.host + " " + std::to_string(found.st_dev) + " " + std::to_string(found.st_ino);
  });
  return comm::all_gather(comm, place);
}

/// The digest of what most places hold, and of equals that of the lowest rank.
std::string commonest(const std::vector<std::string>& digests, const std::vector<std::string>& places) {
  std::map<std::string, int> count;
  std::string best;
  for (std::size_t i = 0; i < digests.size(); ++i)
    count[digests[i]] +=
        !places[i].empty() && std::ranges::find(places, places[i]) - places.begin() == static_cast<std::ptrdiff_t>(i);
  for (const std::string& digest : digests)
    if (best.empty() || count[digest] > count[best]) best = digest;
  return best;
}

std::string same_digest(const std::string& file, const std::vector<std::string>& places, const comm::Communicator& comm,
                        const Context& context) {
  const std::string& mine = places[static_cast<std::size_t>(comm.rank())];
  const auto fellows = comm.split(static_cast<int>(std::ranges::find(places, mine) - places.begin()), comm.rank());
  std::vector<std::uint64_t> chunks;
  comm::all_or_abort(comm, [&] {
    if (!mine.empty()) chunks = digests_of_chunks(file, fellows);
  });
  chunks.resize(static_cast<std::size_t>(comm::maximum(fellows, std::int64_t{std::ssize(chunks)})), 0);
  comm::check(MPI_Allreduce(MPI_IN_PLACE, chunks.data(), comm::count_of(chunks.size()), MPI_UINT64_T, MPI_BXOR,
                            fellows.handle()));
  const std::string digest =
      mine.empty() ? std::string() : Checksum().add(chunks.data(), chunks.size() * sizeof(std::uint64_t)).text();
  const auto digests = comm::all_gather(comm, digest);
  const auto hosts = comm::all_gather(comm, context.machine.host);
  const std::string expected = commonest(digests, places);
  comm::all_or_abort(comm, [&] {
    if (digest.empty() || digest == expected) return;
    const auto other = static_cast<std::size_t>(std::ranges::find(digests, expected) - digests.begin());
    throw InputError(file + ": has other contents here than at rank " + std::to_string(other) + " on " + hosts[other]);
  });
  return digest;
}

}  // namespace

std::vector<std::string> same_data(std::span<const std::string> files, bool used, const comm::Communicator& comm,
                                   const Context& context) {
  std::vector<std::string> digests;
  for (const std::string& file : files)
    digests.push_back(same_digest(file, places_of(file, used, comm, context), comm, context));
  return digests;
}

void require_same_data(std::span<const std::string> files, bool used, const comm::Communicator& comm,
                       const Context& context) {
  for (const std::string& file : files) {
    const auto places = places_of(file, used, comm, context);
    const bool one = std::ranges::all_of(
        places, [&](const std::string& place) { return place.empty() || place == std::ranges::max(places); });
    if (!one) same_digest(file, places, comm, context);
  }
}

}  // namespace uneven::runner
