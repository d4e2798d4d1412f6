// SPDX-License-Identifier: MIT
#include "elements/serial.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "base/text.hpp"
#include "elements/central_outbox.hpp"
#include "elements/growth.hpp"
#include "elements/thread_pool.hpp"

namespace uneven::elements {

namespace {

constexpr std::int64_t most = std::int64_t{1} << 53;

void require(bool sound, const std::string& words) {
  if (!sound) throw std::logic_error(words);
}

void require_sound(const Group& group, const std::string& name) {
  if (group.central) {
    require(group.count >= 1,
            name + " is central and has " + std::to_string(group.count) + " elements; expected at least one");
    require(!group.varies, name + " is central and varies; expected a spread group");
    require(group.fields >= 0 && group.message >= 0, name + ": expected fields and message >= 0");
    require(group.count <= most / std::max({1, group.fields, group.message}), name + " has too many elements");
    return;
  }
  require(group.count >= 0 && group.count <= most,
          name + " has " + std::to_string(group.count) + " elements; expected 0 to 2^53");
  require(!group.lanes.empty(), name + " has no lanes; expected the bytes of each field, 1, 2, 4 or 8");
  for (const int bytes : group.lanes)
    require(bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8,
            name + " has a lane of " + std::to_string(bytes) + " bytes; expected 1, 2, 4 or 8");
  if (!group.varies) return;
  require(group.lanes.size() > 1 && group.lanes.back() == 1,
          name + " varies; expected a last lane of 1 byte, for removed elements, behind others");
  require(group.changes, name + " varies; expected that it changes, too");
}

void require_sound(const Result& result) {
  const std::string name = "the result " + result.name;
  const std::size_t size = result.values.size();
  if (result.columns == 0) require(size == 1, name + " is one number and holds " + std::to_string(size));
  if (result.columns != 0 && result.columns != Result::list)
    require(size % result.columns == 0,
            name + " holds " + std::to_string(size) + " numbers; expected rows of " + std::to_string(result.columns));
  for (const double value : result.values)
    require(std::isfinite(value), name + " is " + shortest(value) + "; expected finite numbers");
}

}  // namespace

std::vector<Group> groups_of(const Program& program) {
  std::vector<Group> groups = program.groups();
  require(!groups.empty() && !groups[0].central, "group 0 is to hold the rows of the data, as a spread group");
  for (std::size_t g = 0; g < groups.size(); ++g)
    require_sound(groups[g], "group " + std::to_string(g) + " (" + groups[g].name + ")");
  return groups;
}

void require_state(const std::vector<Group>& groups, const State& state) {
  require(state.values.size() == groups.size() && state.multicast.size() == groups.size(),
          "the program changed the number of lists of the state; expected one for each group");
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const std::int64_t expected = groups[g].central ? groups[g].count * groups[g].fields : 0;
    require(std::ssize(state.values[g]) == expected,
            "group " + std::to_string(g) + " (" + groups[g].name + ") holds " + std::to_string(state.values[g].size()) +
                " values; expected " + std::to_string(expected) +
                (groups[g].central ? ", count times fields" : ", as it is spread"));
  }
}

int next_of(const Program& program, const std::vector<Group>& groups, const State& state, int last) {
  const int next = program.next(state, last);
  require(next == stop || (next >= 0 && next < static_cast<int>(groups.size())),
          "the program goes on with group " + std::to_string(next) + ", which it does not have");
  return next;
}

std::vector<Result> results_of(const Program& program, const State& state, const std::vector<std::string>& taken) {
  std::vector<Result> results = program.results(state);
  std::set<std::string> names(taken.begin(), taken.end());
  for (const Result& result : results) {
    require(!result.name.empty() && names.insert(result.name).second,
            "the result \"" + result.name + "\" has no name of its own in the report");
    require_sound(result);
  }
  return results;
}

struct SerialRun::Inside {
  const Program& program;
  std::vector<Group> groups;
  std::vector<BlockLayout> layouts;
  std::vector<std::vector<std::unique_ptr<Block>>> blocks;
  State state;
  Tables tables;
  ThreadPool thread_pool;
  CentralOutbox central;
  std::vector<double> table;  ///< table of the last superstep
  int last = -1;

  /// Puts the elements that the last superstep made into their groups.
  void grow(const std::vector<std::vector<MadeByBlock>>& made) {
    for (std::size_t g = 0; g < groups.size(); ++g) grow(g, made[g]);
  }

  void grow(std::size_t g, const std::vector<MadeByBlock>& all_made) {
    std::int64_t first = layouts[g].count;
    for (const MadeByBlock& made : all_made) layouts[g].count += made.count;
    if (layouts[g].count == first) return;
    if (!blocks[g].empty()) extend(layouts[g], *blocks[g].back());
    while (std::ssize(blocks[g]) < layouts[g].blocks())
      blocks[g].push_back(std::make_unique<Block>(layouts[g], std::ssize(blocks[g])));
    for (const MadeByBlock& made : all_made) {
      for (const MadeInBlock& part : by_block(layouts[g], first, made.values))
        put_made(layouts[g], part, *blocks[g][static_cast<std::size_t>(part.block)]);
      first += made.count;
    }
    thread_pool.grow(g, first);
    if (central.mail[g]) central.mail[g]->grow(first);
  }
};

SerialRun::SerialRun(const Program& program, const std::vector<double>& rows, int columns, int threads)
    : inside_(new Inside{program,
                         groups_of(program),
                         {},
                         {},
                         {},
                         Tables(program),
                         {program, threads},
                         CentralOutbox(program, Tables(program).layouts()),
                         {}}) {
  Inside& in = *inside_;
  if (columns > 0 && std::ssize(rows) != in.groups[0].count * columns)
    throw std::logic_error(std::to_string(rows.size()) + " numbers for " + std::to_string(in.groups[0].count) +
                           " elements of " + std::to_string(columns) + " columns");
  in.table.resize(in.tables.width());
  in.blocks.resize(in.groups.size());
  in.state.values.resize(in.groups.size());
  in.state.multicast.resize(in.groups.size());
  for (std::size_t g = 0; g < in.groups.size(); ++g) {
    in.layouts.push_back(in.tables.layout_of(in.groups[g]));
    if (in.groups[g].central) continue;
    for (std::int64_t b = 0; b < in.layouts[g].blocks(); ++b) {
      Block& block = *in.blocks[g].emplace_back(std::make_unique<Block>(in.layouts[g], b));
      program.make(batch_of(static_cast<int>(g), in.layouts[g], block, {}));
      if (g == 0 && columns > 0)
        program.load(batch_of(0, in.layouts[0], block, {}), rows.data() + b * in.layouts[0].elements * columns,
                     columns);
    }
  }
  program.begin(in.state);
  require_state(in.groups, in.state);
}

SerialRun::~SerialRun() = default;

bool SerialRun::superstep() {
  Inside& in = *inside_;
  in.last = next_of(in.program, in.groups, in.state, in.last);
  if (in.last == stop) return false;
  const auto g = static_cast<std::size_t>(in.last);
  if (in.groups[g].central) {
    in.program.run_central(in.last, in.table.data() + in.tables.start_of(in.last), in.state, in.central);
    require_state(in.groups, in.state);
    for (std::size_t to = 0; to < in.groups.size(); ++to)
      if (in.groups[to].keyed)
        for (const auto& block : in.blocks[to])
          if (in.central.mail[to]->has(block->number)) in.central.mail[to]->deliver(*block, false);
    in.grow(in.central.take_made());
    return true;
  }
  Queue queue;
  std::vector<Block*> all;
  for (const auto& block : in.blocks[g]) all.push_back(block.get());
  queue.open(all);
  in.thread_pool.compute({in.last, &in.layouts[g], in.state.multicast[g]}, queue, [] { return false; });
  in.table = in.thread_pool.sums().root();
  for (std::size_t to = 0; to < in.groups.size(); ++to)
    if (in.groups[to].keyed)
      for (const auto& block : in.blocks[to]) in.thread_pool.mail()[to]->deliver(*block, to == g);
  in.grow(in.thread_pool.made());
  return true;
}

const State& SerialRun::state() const { return inside_->state; }

std::vector<std::unique_ptr<Block>>& SerialRun::blocks(int group) {
  return inside_->blocks[static_cast<std::size_t>(group)];
}

std::vector<double> SerialRun::output() const {
  const Inside& in = *inside_;
  const auto g = static_cast<std::size_t>(in.program.output_fields().at(0).group);
  std::vector<double> numbers;
  for (const auto& block : in.blocks[g]) {
    std::vector<double> here(static_cast<std::size_t>(block->count));
    in.program.output_field(0, batch_of(static_cast<int>(g), in.layouts[g], *block, in.state.multicast[g]),
                            here.data());
    const std::uint8_t* removed = removed_in(in.layouts[g], *block);
    for (std::size_t i = 0; i < here.size(); ++i)
      if (!removed || !removed[i]) numbers.push_back(here[i]);
  }
  return numbers;
}

}  // namespace uneven::elements
