// SPDX-License-Identifier: MIT
#include "launch/restart.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <utility>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/temporary_file.hpp"
#include "base/text_stream.hpp"
#include "document/writer.hpp"
#include "launch/process.hpp"
#include "launch/words.hpp"

namespace uneven::launch {

namespace {

using Clock = std::chrono::steady_clock;

/// What tells one state of a file from another; all 0 if it is missing.
struct FileState {
  ino_t number = 0;
  off_t bytes = 0;
  std::int64_t changed_s = 0, changed_ns = 0;
  bool operator==(const FileState&) const = default;
};

FileState state_of(const std::string& path) {
  struct stat found {};
  if (path.empty() || ::stat(path.c_str(), &found) != 0) return {};
  return {found.st_ino, found.st_size, found.st_mtim.tv_sec, found.st_mtim.tv_nsec};
}

/// Host files that this process writes for mpirun; they go with it.
class HostFile {
 public:
  void write(const std::string& text) {
    if (!file_) {
      folder_ = fresh_folder("uneven-hosts-");
      file_.emplace(folder_ + "/hosts");
    }
    if (std::ofstream file(path()); !(file << text).flush())
      throw IoError(path() + ": cannot write: " + std::strerror(errno));
  }

  ~HostFile() {
    std::error_code gone;
    if (file_) std::filesystem::remove_all(folder_, gone);
  }

  const std::string& path() const { return file_->path(); }

 private:
  std::string folder_;
  std::optional<RemoveOnSignal> file_;
};

/// A job that is started until it ends well, or has been started again often enough.
class Restarts {
 public:
  Restarts(const Tool& tool, const RunOptions& options, const LaunchOptions& launch_options, const document::Job& job,
           std::size_t ranks)
      : tool_(tool), options_(options), launch_(launch_options), job_(job), ranks_(ranks) {
    const document::Json path = document::raw_at(job.options, "checkpoint");
    if (path.is_string()) checkpoint_ = name_of_text(path.get<std::string>());
    resumes_ = document::raw_at(job.options, "resume") == true;
    before_ = state_of(checkpoint_);
    for (std::size_t i = 0; i < options.restart.cluster.size(); ++i) left_.push_back(i);
  }

  JobOutput run(const std::vector<std::string>& arguments) {
    while (true) {
      Loss loss;
      launch_.loss = std::ssize(records_) < options_.restart.most && time_left() ? &loss : nullptr;
      try {
        JobOutput done = parsed(launch(tool_.app.name(), launch_, static_cast<int>(ranks_), arguments,
                                       document::document_text(job_, true), std::cerr));
        if (!records_.empty()) add_records(done);
        return done;
      } catch (const SystemError&) {
        if (loss.why.empty() || !time_left()) throw;
      }
      prepare(loss);
    }
  }

 private:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  bool time_left() const { return !options_.max_seconds || seconds() < *options_.max_seconds; }

  /// Makes the next start ready, and tells the user.
  void prepare(const Loss& loss) {
    const double at_s = seconds();
    if (options_.restart.ordered) launch_.printed = loss.printed;
    const bool again =
        std::ranges::any_of(loss.host, [&](const std::string& name) { return is_any_of(name, deaths_); });
    deaths_.insert(deaths_.end(), loss.host.begin(), loss.host.end());
    const bool unwanted = loss.whole_host || again, left_out = unwanted && leave_out(loss);
    const FileState now = state_of(checkpoint_);
    const bool written = now != FileState() && (resumes_ || now != before_);
    // An old file of the same name is not this job's; one on another host cannot be seen here.
    if (!checkpoint_.empty() && (resumes_ || now == FileState() || now != before_)) job_.options["resume"] = true;
    if (options_.max_seconds) {
      launch_.limits.run_s = std::max(*options_.max_seconds - seconds(), 1e-3);
      job_.options["max_seconds"] = launch_.limits.run_s;
    }
    records_.push_back(
        {{"seconds", at_s},
         {"why", loss.why},
         {"left_out", left_out ? document::OrderedJson{loss.host.back()} : document::OrderedJson::array()},
         {"from_checkpoint", written}});
    tool_.note("restart " + std::to_string(records_.size()) + " of " + std::to_string(options_.restart.most) + ": " +
               loss.why + "; goes on from " + (written ? "the checkpoint" : "the beginning") +
               (left_out ? " without " + loss.host.back() : "") +
               (unwanted && starts_groups(launch_.launcher, launch_place(launch_.launcher))
                    ? " on the same hosts: no host can be left out of a heterogeneous job"
                    : ""));
  }

  /// Leaves a host out, if the job can be made anew and the launcher be told. @return  whether it is left out.
  bool leave_out(const Loss& loss) {
    if (loss.host.empty() || !options_.restart.without) return false;
    std::vector<document::Processor> planned;
    for (const std::size_t i : left_) planned.push_back(options_.restart.cluster[i]);
    const auto gone = processors_on(loss.host, planned, match_of(options_.match), hosts_of_ranks(loss));
    if (gone.empty() || gone.size() == left_.size()) return false;
    std::vector<std::size_t> lost = lost_, left;
    for (std::size_t i = 0; i < left_.size(); ++i)
      (std::ranges::binary_search(gone, i) ? lost : left).push_back(left_[i]);
    std::ranges::sort(lost);
    auto job = options_.restart.without(lost);
    if (!job || !tell_launcher(loss)) return false;
    job_ = std::move(*job);
    lost_ = std::move(lost);
    left_ = std::move(left);
    ranks_ = left_.size();
    return true;
  }

  /// By rank; empty if not all are known.
  std::vector<std::string> hosts_of_ranks(const Loss& loss) const {
    std::vector<std::string> hosts;
    for (const auto& [rank, host] : loss.hosts)
      if (rank == static_cast<int>(hosts.size())) hosts.push_back(host);
    if (hosts.size() == ranks_) return hosts;
    return launch_.hostfile.empty() ? std::vector<std::string>() : hosts_by_slots(launch_.hostfile, ranks_);
  }

  /// @return  whether the launcher can be kept from a host.
  bool tell_launcher(const Loss& loss) {
    if (!launch_.hostfile.empty()) {
      const std::string kept = hostfile_without(launch_.hostfile, loss.host);
      if (kept.find_first_not_of(" \t\n") == std::string::npos || kept == hostfile_without(launch_.hostfile, {}))
        return false;
      host_file_.write(kept);
      launch_.hostfile = host_file_.path();
      return true;
    }
    if (auto words = srun_without(launch_.launcher, launch_place(launch_.launcher), loss.host.back())) {
      launch_.launcher = std::move(*words);
      return true;
    }
    return false;
  }

  void add_records(JobOutput& done) const {
    done.json["restarts"] = records_;
    OutputText text;
    document::write_json(text, done.json, false);
    done.text = text.str();
  }

  const Tool& tool_;
  const RunOptions& options_;
  LaunchOptions launch_;
  document::Job job_;
  std::size_t ranks_;
  Clock::time_point start_ = Clock::now();
  std::string checkpoint_;                ///< empty: none
  bool resumes_ = false;                  ///< the first start, too
  FileState before_;                      ///< of the checkpoint, before the first start
  std::vector<std::size_t> left_, lost_;  ///< processors of the first plan, ascending
  std::vector<std::string> deaths_;       ///< hosts on which ranks died
  HostFile host_file_;
  std::vector<document::OrderedJson> records_;
};

}  // namespace

JobOutput run_with_restarts(const Tool& tool, const RunOptions& options, const LaunchOptions& launch_options,
                            const document::Job& job, std::size_t ranks, const std::vector<std::string>& arguments) {
  return Restarts(tool, options, launch_options, job, ranks).run(arguments);
}

void require_restartable(const RunOptions& options) {
  if (options.restart.most == 0) return;
  if (options.emit) throw UsageError("--restarts: with --emit nothing is started; expected one of them");
  const std::string& hosts = options.launch.hostfile;
  if (!hosts.empty() && std::filesystem::exists(hosts) && !std::filesystem::is_regular_file(hosts))
    throw UsageError("--restarts: " + shown(hosts) + " can be read only once; expected a file of hosts");
}

}  // namespace uneven::launch
