// SPDX-License-Identifier: MIT
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/error.hpp"
#include "base/file.hpp"
#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "command/work.hpp"
#include "context.hpp"
#include "job_files.hpp"
#include "planned.hpp"
#include "reduction/operators.hpp"
#include "reduction/prediction.hpp"
#include "reduction/rivals.hpp"
#include "reduction/run.hpp"

// The operator concat: items are words that are made up, or the lines of a text.

namespace uneven::reduction {

namespace {

std::string receive_text(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, int source, int tag) {
  std::optional<comm::Arrived> arrived;
  wait_policy.wait_until([&] {
    arrived = comm::look_for(comm, source, tag);
    return arrived.has_value();
  });
  int length = 0;
  comm::check(MPI_Get_count(&arrived->status, MPI_CHAR, &length));
  std::string text(static_cast<std::size_t>(length), ' ');
  comm::check(MPI_Mrecv(text.data(), length, MPI_CHAR, &arrived->message, MPI_STATUS_IGNORE));
  return text;
}

}  // namespace

std::string concatenate(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                        const schedule::Schedule& list, const std::vector<bool>& left, std::string mine) {
  for (const schedule::Operation& operation : list.operations) {
    if (const auto* receive = std::get_if<schedule::Receive>(&operation)) {
      std::string text = receive_text(comm, wait_policy, receive->message.partner, receive->message.tag);
      if (left[static_cast<std::size_t>(receive->message.buffer) / 2]) std::swap(mine, text);
      mine += text;
    }
    if (const auto* send = std::get_if<schedule::Send>(&operation)) {
      MPI_Request sent;
      comm::check(MPI_Isend(mine.data(), comm::count_of(mine.size()), MPI_CHAR, send->message.partner,
                            send->message.tag, comm.handle(), &sent));
      wait_policy.wait_for(sent);
    }
  }
  return mine;
}

namespace {

constexpr double mean_length_of_words = 4.5;

}  // namespace

std::string run_concatenation(const document::ReductionTree& plan, const document::ReductionOptions& options,
                              const runner::Context& context, const comm::Communicator& comm) {
  const auto place = place_of(plan, comm.rank());
  std::optional<command::LineIndex> lines;
  comm::all_or_abort(comm, [&] {  // of every host's file
    if (options.data && lines.emplace(*options.data).lines() != plan.items)
      throw InputError(*options.data + ": has " + std::to_string(lines->lines()) + " lines; expected " +
                       std::to_string(plan.items) + ", one for each item");
  });
  if (options.data) runner::require_same_data({&*options.data, 1}, true, comm, context);
  const auto words = [&](document::Range items) {
    std::string text;
    if (!lines)
      for (auto item = items.first; item < items.end(); ++item) text += made_up_word(options.seed, item);
    else
      text = lines->text_of(items);
    return text;
  };
  const schedule::Schedule list = schedule(plan, comm.rank(), Vectors{});
  std::string mine, result;
  // What is sent is a copy. The root makes all words again, to compare them with those that came.
  const bool root = comm.rank() == root_of(plan);
  const auto held = 2 * static_cast<double>(place.items.count) + (root ? 3 * static_cast<double>(plan.items) : 0);
  const double bytes =
      lines ? static_cast<double>(lines->bytes()) / static_cast<double>(plan.items) : mean_length_of_words;
  runner::require_memory(held * bytes, comm, context);
  comm::all_or_abort(comm, [&] { mine = words(place.items); });
  schedule::Times times;
  std::vector<double> seconds;
  bool same_bits = true;
  Rounds rounds(context, comm, options, root_of(plan));
  while (rounds.go_on(static_cast<std::int64_t>(seconds.size()))) {
    std::string joined;
    seconds.push_back(rounds.seconds([&] {
      if (place.items.count > 0) joined = concatenate(comm, context.wait_policy, list, place.left, mine);
    }));
    times.communicate_s += seconds.back();
    same_bits = same_bits && (result.empty() || joined == result);
    result = std::move(joined);
  }
  auto found = facts(plan, options);
  if (root) {
    constexpr std::size_t longest = 200;
    found["value"] = result.size() > longest ? result.substr(0, longest) + "..." : result;
    found["length"] = result.size();
    found["same_bits"] = same_bits;
    found["sequential"] = result == words({0, plan.items});
  }
  comm::all_or_abort(comm, [&] {
    if (!root || !options.result) return;
    OutputFile file(*options.result);
    file.stream() << result;
    file.commit();
  });
  const auto operations = static_cast<double>(place.items.count - 1 + static_cast<std::int64_t>(place.children.size()));
  return report_of(plan, options, context, comm, times, seconds, place.items.count > 0 ? operations : 0, found);
}

}  // namespace uneven::reduction
