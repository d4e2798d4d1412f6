// SPDX-License-Identifier: MIT
#include "elements/serial.hpp"

#include <stdexcept>

#include "elements/contract.hpp"
#include "elements/thread_pool.hpp"

namespace uneven::elements {

struct SerialRun::Inside {
  const Program& program;
  std::vector<Group> groups;
  std::vector<BlockLayout> layouts;
  std::vector<std::vector<std::unique_ptr<Block>>> blocks;
  State state;
  Tables tables;
  ThreadPool thread_pool;
  std::vector<double> table;  ///< table of the last superstep
  int last = -1;
};

SerialRun::SerialRun(const Program& program, const std::vector<double>& rows, int columns, int threads)
    : inside_(new Inside{program, groups_of(program), {}, {}, {}, Tables(program), {program, threads}, {}}) {
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
      if (g == 0 && columns > 0)
        program.load(batch_of(0, in.layouts[0], block, {}), rows.data() + b * in.layouts[0].elements * columns,
                     columns);
      if (in.groups[g].keyed) {
        block.received.assign(block_elements, 0);
        block.has_received.assign(block_elements, 0);
      }
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
    in.program.step_central(in.last, in.table.data() + in.tables.start_of(in.last), in.state);
    require_state(in.groups, in.state);
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
  return true;
}

const State& SerialRun::state() const { return inside_->state; }

std::vector<std::unique_ptr<Block>>& SerialRun::blocks(int group) {
  return inside_->blocks[static_cast<std::size_t>(group)];
}

std::vector<double> SerialRun::output() const {
  const Inside& in = *inside_;
  std::vector<double> numbers(static_cast<std::size_t>(in.groups[0].count));
  for (const auto& block : in.blocks[0])
    in.program.output(batch_of(0, in.layouts[0], *block, in.state.multicast[0]),
                      numbers.data() + block->number * in.layouts[0].elements);
  return numbers;
}

}  // namespace uneven::elements
