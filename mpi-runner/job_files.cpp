// SPDX-License-Identifier: MIT
#include "job_files.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <map>

#include "base/checksum.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "comm/communicator.hpp"
#include "data/input/plain.hpp"

namespace uneven::runner {

void resolve_paths(const Context& context, const std::vector<JobFile>& inputs, const std::vector<JobFile>& outputs) {
  const JobPlace job{context.document, context.documents, context.output, context.program, context.allow_paths};
  resolve(job, inputs);
  resolve(job, outputs);
  comm::all_or_abort(context.world, [&] {
    if (context.world.rank() == 0) require_apart(job, inputs, outputs);
  });
}

namespace {

constexpr std::int64_t chunk_bytes = 64 << 20;

/// One for each chunk of the file; those of chunks that fellows read are 0.
std::vector<std::uint64_t> digests_of_chunks(const std::string& path, const comm::Communicator& fellows) {
  data::InputFile file(data::file_of(path), path);
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
    const std::string name = data::file_of(path);
    if (!used && is_missing(name)) return;
    const data::InputFile file(name, path);  // or an error
    struct stat found {};
    ::stat(name.c_str(), &found);
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
