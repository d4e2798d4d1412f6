// SPDX-License-Identifier: MIT
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <optional>

#include "base/error.hpp"
#include "base/tool.hpp"
#include "document/document.hpp"
#include "shares/own_part.hpp"
#include "shares/parts.hpp"

namespace {

using namespace uneven;

struct Options {
  std::string plan;
  std::vector<std::string> command;
  std::optional<std::int64_t> rank;
  std::optional<std::string> match;
  bool print = false;
};

/// --rank names the part itself, wherever this process runs, unless --match is given, too.
shares::Rank rank_of(const Options& options, std::size_t parts) {
  if (options.rank && *options.rank >= static_cast<std::int64_t>(parts))
    throw UsageError("--rank: found " + std::to_string(*options.rank) + "; expected 0 to " + std::to_string(parts - 1) +
                     ", the processors of the plan");
  if (options.rank) return {*options.rank, {}, {}, "--rank"};
  if (const auto rank = shares::rank_of(::getenv)) return *rank;
  throw UsageError(
      "no rank: no launcher has set OMPI_COMM_WORLD_RANK, PMI_RANK, PMIX_RANK, SLURM_PROCID or RANK; "
      "expected mpirun, srun or torchrun before with-share, or --rank R");
}

std::vector<shares::Word> own_words(const Options& options, const document::Document& plan) {
  const auto match = launch::match_of(options.match.value_or(options.rank ? "any" : "host"));
  const auto parts = shares::parts_of(plan);
  const auto rank = rank_of(options, parts.size());
  const auto here = shares::this_place(match);
  auto values = shares::values_of(parts[shares::own_part(parts, rank, here, match)], parts.size());
  values.host = here.host;
  return shares::words_of(values);
}

}  // namespace

int main(int argc, char** argv) {
  // The command's own options are none of ours.
  char** const dashes = std::find(argv, argv + argc, std::string("--"));
  Options options;
  if (dashes != argv + argc) options.command.assign(dashes + 1, argv + argc);
  const auto at_file_limit = std::signal(SIGXFSZ, SIG_DFL);  // before the tool's own; the command gets it back

  Tool tool("with-share", "Run a command with its share of a plan: with-share PLAN -- COMMAND...");
  tool.app.explain_more_words("the command stands behind --");
  tool.app.remove_option("--compact");
  tool.app.remove_option("--output");
  tool.app.add_option("PLAN", options.plan, "A plan or job")
      .type_name("FILE")
      .required()
      .check([](const std::string& path) {
        return path == "-" ? "standard input is the command's; expected the name of a file" : "";
      });
  tool.app.add_option("--rank", options.rank, "Part to take; default: that of the launcher's rank on this host")
      .type_name("R")
      .check(integer_from(0));
  tool.app
      .add_option("--match", options.match,
                  "What this process must share with the processor of the plan whose part it takes: host, cpu or any; "
                  "default: host, or any with --rank")
      .one_of({"host", "cpu", "any"});
  tool.app.add_flag("--print", options.print, "Print the variables for a shell and run nothing");
  tool.app.add_examples(
      {"with-share plan.json --rank 0 --print",
       "mpirun -n 2 --oversubscribe with-share plan.json -- echo render --from {first} --to {last} part-{rank}.mkv"});
  return tool.run(static_cast<int>(dashes - argv), argv, [&] {
    if (options.command.empty() && !options.print)
      throw UsageError("no command; expected -- and a command after the plan, or --print");
    const auto words = own_words(options, document::load(options.plan, shares::kinds_with_shares(), tool));
    if (options.print) {
      std::cout << shares::shell_lines(words);
      if (!std::cout.flush()) throw IoError("standard output: cannot write");
      return;
    }
    std::signal(SIGXFSZ, at_file_limit);
    shares::execute(options.command, words);
  });
}
