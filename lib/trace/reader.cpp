// SPDX-License-Identifier: MIT
#include "trace/reader.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "base/error.hpp"
#include "base/text.hpp"
#include "trace/events.hpp"
#include "trace/trace.hpp"

namespace uneven::trace {
namespace {

constexpr std::string_view trace_expected = "expected the file of --trace of a run or of simulate-run";

/// The account of a phase, as Timeline counts them.
std::optional<std::size_t> account_of(std::string_view phase) {
  for (const Phase account : {Phase::compute, Phase::communicate, Phase::wait})
    if (phase == name_of(account)) return static_cast<std::size_t>(account) - static_cast<std::size_t>(Phase::compute);
  return std::nullopt;
}

class Reader {
 public:
  Reader(const std::string& path, const Question& question)
      : path_(path),
        question_(question),
        answer_{Timeline(question.rows, question.most_columns), {}, {}, false, 0, 0, {}, {}},
        process_of_rank_(question.row_of_rank.size(), -1) {}

  void take(const FileEvent& event) {
    if (event.type == "M" && event.name == "process_name" && names_.size() < ranks())
      names_[event.process] = event.text;
    if (event.type == "X") take_span(event);
  }

  Answer answer(const AboutFile& about) && {
    require(about.made_by.starts_with("uneven "),
            "/otherData/made_by: " + (about.made_by.empty() ? "missing" : "found " + shown(about.made_by)) + "; " +
                std::string(trace_expected));
    require(about.ranks.size() == ranks(), "/otherData/ranks: found " + of_ranks(about.ranks.size()) +
                                               "; expected those of the report, " + of_ranks(ranks()));
    for (std::size_t rank = 0; rank < ranks(); ++rank) {
      const auto& told = about.ranks[rank];
      require(told.rank == static_cast<double>(rank) && told.forgotten >= 0 && told.forgotten < 1e15,
              "/otherData/ranks/" + std::to_string(rank) + ": " + std::string(trace_expected));
      answer_.forgotten += static_cast<std::int64_t>(told.forgotten);
      answer_.compute_s.push_back(told.compute_s);
      const auto name = names_.find(process_of_rank_[rank]);
      answer_.hosts.push_back(name == names_.end() ? "" : name->second);
    }
    answer_.simulated = about.simulated.value_or(false);
    answer_.timeline.settle();
    return std::move(answer_);
  }

 private:
  std::size_t ranks() const { return question_.row_of_rank.size(); }

  std::string of_ranks(std::size_t count) const {
    return (count > ranks() ? "more than " + std::to_string(ranks()) : std::to_string(count)) +
           (count == 1 ? " rank" : " ranks");
  }

  void require(bool sound, const std::string& fault) const {
    if (!sound) throw InputError(path_ + ": " + fault);
  }

  static std::string found(double value) { return value == -1 ? "nothing" : shortest(value); }

  void take_span(const FileEvent& event) {
    const auto account = account_of(event.name);
    const bool prepares = event.name == name_of(Phase::prepare), iterates = event.name == name_of(Phase::iteration);
    if (!account && !prepares && !iterates && event.name != name_of(Phase::superstep)) return;
    const auto at = [&](const char* member) { return "/traceEvents/" + std::to_string(event.index) + "/" + member; };
    const auto count = static_cast<double>(ranks());
    // Behind the lines of the ranks are those of their relocations.
    require(
        event.line >= 0 && event.line < 2 * count && std::floor(event.line) == event.line,
        at("tid") + ": found " + found(event.line) + "; expected a rank of the report, which has " + of_ranks(ranks()));
    constexpr auto last_us = static_cast<double>(Timeline::last_ns / 1000);
    require(event.begin_us >= 0 && event.begin_us < last_us,
            at("ts") + ": found " + found(event.begin_us) + "; expected microseconds >= 0, at most 10 years");
    require(event.duration_us >= 0 && event.begin_us + event.duration_us < last_us,
            at("dur") + ": found " + found(event.duration_us) + "; expected microseconds >= 0, at most 10 years");
    if (event.line >= count) return;
    const auto rank = static_cast<std::size_t>(event.line);
    process_of_rank_[rank] = event.process;
    const std::int64_t begin_ns = std::llround(event.begin_us * 1000);
    const std::int64_t end_ns = begin_ns + std::llround(event.duration_us * 1000);
    if (account) return answer_.timeline.add(question_.row_of_rank[rank], *account, begin_ns, end_ns);
    if (prepares) answer_.work_begins_ns = std::max(answer_.work_begins_ns, end_ns);
    if (prepares || !(event.number >= 0 && event.number < 1e15)) return;
    const auto number = static_cast<std::int64_t>(event.number);
    if (!(iterates ? question_.iterations : question_.supersteps).contains(number)) return;
    auto& last_ns = (iterates ? answer_.iteration_ends_ns : answer_.superstep_ends_ns)[number];
    last_ns = std::max(last_ns, end_ns);
  }

  const std::string& path_;
  const Question& question_;
  Answer answer_;
  std::vector<double> process_of_rank_;
  std::map<double, std::string> names_;
};

}  // namespace

Answer read(const std::string& path, const Question& question) {
  Reader reader(path, question);
  const AboutFile about =
      read_events(path, question.row_of_rank.size() + 1, [&](const FileEvent& event) { reader.take(event); });
  return std::move(reader).answer(about);
}

}  // namespace uneven::trace
