// SPDX-License-Identifier: MIT
#include <algorithm>
#include <deque>
#include <iterator>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "document/hbsp_costs.hpp"
#include "document/options/program_options.hpp"
#include "elements/programs.hpp"
#include "elements/relocation.hpp"
#include "elements/serial.hpp"
#include "elements/tree_sum.hpp"
#include "simulated/runs.hpp"

namespace uneven::simulated {

namespace {

constexpr std::int64_t table_bytes = 1024;  ///< of sums and orders, as the planner assumes

/// Blocks on their way from one rank to another.
struct Transfer {
  int from = 0, to = 0;
  std::vector<std::int64_t> blocks;  ///< numbers
};

/// What ranks know of a run whose elements move. Each rank writes its own numbers, which come to rank 0 with the sums;
/// rank 0 writes the transfers, of which all learn by its orders.
struct Relocation {
  const document::BspOptions& options;
  std::int64_t supersteps;
  const std::vector<shares::TimeModel>& times;
  elements::Placement placement;
  elements::Relocator relocator;
  std::vector<std::vector<std::int64_t>> blocks{};  ///< numbers of each rank's, ascending
  elements::Timing timing{};                        ///< of this superstep
  std::vector<double> move_s{}, moved_bytes{};      ///< by rank, in this superstep
  std::vector<Transfer> transfers{};                ///< of the next superstep
};

/// The rule of the runner's first rank. Keyless groups: only the counts move, each rank giving its last blocks.
void decide(Relocation& all, std::int64_t superstep) {
  all.relocator.learn(std::ranges::max(all.move_s), std::ranges::max(all.moved_bytes));
  all.transfers.clear();
  if (superstep == all.supersteps || all.blocks.size() < 2) return;
  elements::Placement& placement = all.placement;
  const auto target = all.relocator.decide(superstep, 0, placement, all.timing, all.supersteps - superstep);
  if (!target) return;
  for (const elements::Move& move : elements::moves_between(placement.counts, *target, all.relocator.unit(placement))) {
    auto& from = all.blocks[static_cast<std::size_t>(move.from)];
    auto& to = all.blocks[static_cast<std::size_t>(move.to)];
    all.transfers.push_back({move.from, move.to, {from.end() - move.blocks, from.end()}});
    from.resize(from.size() - static_cast<std::size_t>(move.blocks));
    to.insert(to.end(), all.transfers.back().blocks.begin(), all.transfers.back().blocks.end());
    std::ranges::sort(to);
  }
  for (std::size_t rank = 0; rank < all.blocks.size(); ++rank) placement.counts[rank] = std::ssize(all.blocks[rank]);
}

/// One rank of it.
class RelocatingRank : public NoData {
 public:
  RelocatingRank(Interconnect& interconnect, Relocation& all, int rank, const schedule::Schedule& list)
      : NoData(1),
        all_(all),
        rank_(rank),
        share_(interconnect.cluster().platform.endpoints[static_cast<std::size_t>(rank)].share),
        transport_(interconnect, rank, {[](const schedule::Work&) { return std::optional<double>(); }}),
        performer_(list, transport_, *this, {}) {}

  RoundsDone run() {
    RoundsDone done;
    while (superstep_ < all_.supersteps) {
      ++superstep_;
      const double start = transport_.now();
      performer_.perform();
      done.seconds.push_back(transport_.now() - start);
    }
    transport_.catch_up();
    const schedule::Times& times = performer_.times();
    done.times = {compute_s_, times.communicate_s, times.wait_s + times.compute_s - compute_s_};
    done.units = units_;
    return done;
  }

 private:
  /// A message under way with a block.
  struct Travelling {
    schedule::Request request;
    std::int64_t elements;  ///< that come; 0: of a block that leaves
  };

  void work(const schedule::Work& work) override {
    if (work.name == elements::task_step) step();
    if (work.name == elements::task_central) decide(all_, superstep_);
  }
  void step();
  void begin_transfers(std::deque<std::int64_t>& waiting);
  void look(std::deque<std::int64_t>& waiting);
  bool sync() const { return all_.relocator.moves_first(); }

  Relocation& all_;
  int rank_;
  double share_;
  Transport transport_;
  schedule::Performer<double> performer_;
  std::vector<Travelling> travelling_;
  std::int64_t superstep_ = 0;
  double compute_s_ = 0, units_ = 0, moving_since_ = 0;
};

/// Sends and expects blocks. @param waiting  blocks to compute, by their elements; those that come are not.
void RelocatingRank::begin_transfers(std::deque<std::int64_t>& waiting) {
  const auto r = static_cast<std::size_t>(rank_);
  const elements::BlockLayout& layout = all_.placement.layout;
  const schedule::Memory block{.columns = static_cast<std::int64_t>(layout.bytes + sizeof(std::int64_t)),
                               .element_bytes = 1};
  std::vector<std::int64_t> coming, here;
  moving_since_ = transport_.now();
  for (const Transfer& transfer : all_.transfers)
    for (const std::int64_t number : transfer.blocks) {
      const std::int64_t elements = layout.elements_of(number);
      if (transfer.to == rank_) {
        travelling_.push_back({transport_.receive(transfer.from, elements::tag_others, block), elements});
        coming.push_back(number);
      }
      if (transfer.from == rank_) {
        travelling_.push_back({transport_.send(transfer.to, elements::tag_others, block), 0});
        all_.moved_bytes[r] +=
            static_cast<double>(layout.bytes) * static_cast<double>(elements) / static_cast<double>(layout.elements);
      }
    }
  std::ranges::sort(coming);
  std::ranges::set_difference(all_.blocks[r], coming, std::back_inserter(here));
  for (const std::int64_t number : here) waiting.push_back(layout.elements_of(number));
}

/// Looks whether blocks have left or come.
void RelocatingRank::look(std::deque<std::int64_t>& waiting) {
  std::vector<schedule::Request> requests;
  for (const Travelling& one : travelling_) requests.push_back(one.request);
  transport_.test_requests(requests);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (requests[i] == schedule::no_request && travelling_[i].elements > 0) waiting.push_back(travelling_[i].elements);
    travelling_[i].request = requests[i];
  }
  std::erase_if(travelling_, [](const Travelling& one) { return one.request == schedule::no_request; });
  if (travelling_.empty()) all_.move_s[static_cast<std::size_t>(rank_)] = transport_.now() - moving_since_;
}

/// Blocks here are computed while others leave and come, or after all have (sync).
void RelocatingRank::step() {
  const auto r = static_cast<std::size_t>(rank_);
  std::deque<std::int64_t> waiting;
  all_.move_s[r] = all_.moved_bytes[r] = 0;
  begin_transfers(waiting);
  std::int64_t elements = std::accumulate(waiting.begin(), waiting.end(), std::int64_t{0});
  for (const Travelling& one : travelling_) elements += one.elements;
  const double speed = document::speed_in(all_.options.slow, rank_, superstep_);
  const double seconds = elements > 0 ? all_.times[r].seconds(static_cast<double>(elements)) / speed : 0;
  const auto compute = [&](std::int64_t some) {
    if (some > 0) transport_.work_for(seconds * share_ * static_cast<double>(some) / static_cast<double>(elements));
  };
  const auto wait_until = [&](const auto& ready) {
    transport_.wait_until([&] { return ready() || (look(waiting), ready()); });
  };
  if (sync()) wait_until([&] { return travelling_.empty(); });
  while (!travelling_.empty() || !waiting.empty()) {
    if (travelling_.empty()) {
      compute(std::accumulate(waiting.begin(), waiting.end(), std::int64_t{0}));
      break;
    }
    if (waiting.empty()) wait_until([&] { return travelling_.empty() || !waiting.empty(); });
    if (waiting.empty()) continue;
    compute(waiting.front());
    waiting.pop_front();
    if (!travelling_.empty()) look(waiting);
  }
  compute_s_ += seconds;
  units_ += static_cast<double>(elements);
  all_.timing.seconds[r] = seconds;
  all_.timing.elements[r] = elements;
}

/// The group whose elements are many.
elements::Placement placement_of(const document::BspOptions& options, const std::string& program,
                                 const std::vector<std::int64_t>& placed) {
  const elements::ProgramEntry* const entry = elements::find_program(program);
  if (!entry) throw InputError("/options/program: missing; expected one whose elements can move");
  elements::Settings settings;
  settings.elements = std::accumulate(placed.begin(), placed.end(), std::int64_t{0});
  settings.columns = static_cast<int>(options.dimensions) + entry->has_label;
  settings.clusters = options.clusters;
  const auto made = elements::make_program(program, settings);
  const auto groups = groups_of(*made);
  const auto spread = std::ranges::find(groups, false, &elements::Group::central);
  const elements::BlockLayout layout = elements::Tables(*made).layout_of(*spread);
  return {*spread, layout, in_blocks(placed, layout)};
}

/// @param relocations  becomes the report's.
std::vector<RoundsDone> simulate_relocation(const document::BspOptions& options, const std::string& program,
                                            const Rounds& rounds, Cluster& cluster,
                                            document::OrderedJson& relocations) {
  const std::size_t p = rounds.lists.size();
  Relocation all{options, rounds.count, rounds.times, placement_of(options, program, rounds.units), {options, 1, 0}};
  for (std::size_t rank = 0; rank < p; ++rank) {
    all.blocks.emplace_back(static_cast<std::size_t>(all.placement.counts[rank]));
    std::iota(all.blocks.back().begin(), all.blocks.back().end(), all.placement.split[rank]);
  }
  all.timing = {std::vector<double>(p), std::vector<std::int64_t>(p)};
  all.move_s = all.moved_bytes = std::vector<double>(p, 0);
  std::vector<RoundsDone> done(p);
  Interconnect interconnect(cluster);
  on_all_ranks(cluster, [&](int rank) {
    const auto r = static_cast<std::size_t>(rank);
    RelocatingRank one(interconnect, all, rank, rounds.lists[r]);
    done[r] = one.run();
  });
  relocations = all.relocator.report();
  return done;
}

}  // namespace

document::Report run_elements(const document::Job& job, const Setting& setting) {
  if (job.plan.empty()) throw InputError("/plan: missing; expected a plan of kind hbsp-elements");
  const auto plan = document::from_json<document::HbspElements>(job.plan);
  const auto options = document::options_from_json<document::BspOptions>(job.input, job.options);
  const std::string program = job.options.contains("program") ? options.program : plan.kernel.value_or("bsp");
  require_speeds(setting.speeds, plan.cluster.size());
  require_unit_speeds(setting.speeds, plan.kernel);
  if (options.user_program) throw InputError("/options/user_program: a user's program is not simulated");
  const auto mode = options.relocation.mode;
  if (mode == document::RelocationMode::steal)
    refuse_option(job.options, "relocation", true, "in a simulation but sync, async or blocks=B");
  const bool moves = mode != document::RelocationMode::none;
  if (moves && options.data)
    throw InputError("/input/data: found " + document::excerpt(job.input.at("data")) +
                     "; expected none in a simulation of elements that move, which knows no more than their number");
  elements::Superstep superstep{.ranks = static_cast<int>(plan.cluster.size())};
  superstep.sums_bytes = superstep.orders_bytes = table_bytes;
  if (elements::find_program(program) && elements::find_program(program)->reads_edges)
    throw InputError("/options/program: found " + document::excerpt(program) +
                     "; expected a program whose elements send each other no messages");
  document::require_processors(options.slow, std::ssize(plan.cluster));
  Rounds rounds{{}, counts_of(plan), times_of(setting.speeds, plan.curves), options.slow};
  for (int rank = 0; rank < superstep.ranks; ++rank) rounds.lists.push_back(elements::schedule(superstep, rank));
  rounds.count = options.iterations.value_or(elements::usual_iterations(program));
  document::Report report;
  if (moves) {
    Cluster cluster = setting.make_cluster(setting.speeds, simulate::Messages::between_work);
    document::OrderedJson relocations;
    report = report_of(simulate_relocation(options, program, rounds, cluster, relocations), setting.speeds);
    report.result["relocation"] = relocations;
  } else {
    report = simulate_rounds(rounds, setting.speeds, setting);
  }
  report.of = report.kernel = program;
  report.unit = "element";
  report.stopped = "iterations";
  report.predicted_seconds_per_iteration = plan.superstep_s;
  return report;
}

}  // namespace uneven::simulated
