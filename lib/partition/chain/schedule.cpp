// SPDX-License-Identifier: MIT
#include "partition/chain/schedule.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "partition/chain/placement.hpp"
#include "partition/cost.hpp"
#include "partition/schedule.hpp"
#include "partition/sums.hpp"

namespace uneven::partition {

namespace {

using document::Side;
using schedule::Account;
using schedule::Work;

constexpr int most_tags = 32767;  // that MPI guarantees

/// Tags of a layer; behind those of all layers follow that of the agreement and those of the groups.
enum ChainTag { tag_results, tag_errors, tag_forward, tag_backward, chain_tags };

/// Writes the part of one processor.
class ChainWriter {
 public:
  ChainWriter(const document::Partition& plan, std::int64_t processor, std::int64_t element_bytes,
              const document::NetworkOptions& network)
      : plan_(plan),
        processor_(processor),
        element_bytes_(element_bytes),
        network_(network),
        next_tag_(chain_tags * layers() + 1) {
    part.schedule.element_bytes = element_bytes;
    part.layers.resize(plan.layers.size());
    part.all_outputs = plan.layers.back().outputs;
    columns_.resize(plan.layers.size());
    groups_.resize(plan.layers.size());
    for (const document::Layer& layer : plan.layers) shapes_.emplace_back(layer, plan.cluster.size());
    for (std::size_t j = 0; j < plan.layers.size(); ++j) place(j);
  }

  void write() {
    const std::size_t last = part.layers.size() - 1;
    for (std::size_t j = 0; j <= last; ++j) {
      forward(j, j == last);
      if (j < last) move(j, true);
    }
    if (part.layers[last].works()) error(last);
    for (std::size_t j = last + 1; j-- > 0;) {
      backward(j);
      if (j > 0) move(j - 1, false);
    }
    for (std::size_t j = 0; j <= last; ++j) finish(j);
    agree();
  }

  ChainPart part;

 private:
  struct GroupSum {
    int tag = 0, sum_group = 0;
    std::optional<int> sum{};  ///< once it has begun
  };

  int layers() const { return static_cast<int>(plan_.layers.size()); }

  int add_members(const PlanSums& sums, const std::vector<std::int64_t>& processors) {
    part.schedule.groups.push_back(
        schedule::sum_group(sums.members(processors).ranks, static_cast<int>(processor_), plan_.collective));
    return static_cast<int>(part.schedule.groups.size()) - 1;
  }

  void place(std::size_t number) {
    ChainPart::Layer& layer = part.layers[number];
    const document::Layer& planned = plan_.layers[number];
    layer.cut = planned.cut;
    layer.all_inputs = planned.inputs;
    if (number > 0) layer.first_unit = part.layers[number - 1].first_unit + plan_.layers[number - 1].outputs;
    const auto mine = std::ranges::find(planned.rectangles, processor_, &document::LayerRectangle::processor);
    const bool works = mine != planned.rectangles.end();
    const document::Partition one = document::partition_of(plan_, number);
    const PlanSums sums(one);
    for (const document::Group& group : document::groups_of(one)) {
      if (group.processors.size() < 2) continue;
      const int tag = next_tag_++;
      if (tag > most_tags) throw InputError("/layers: more communication groups than MPI has tags for messages");
      if (std::ranges::count(group.processors, processor_) == 0) continue;
      const bool with_bias = network_.bias && planned.cut == Side::inputs && group.hidden.end() == planned.inputs;
      layer.groups.push_back({group.hidden.first - mine->hidden.first, group.hidden.count + with_bias});
      groups_[number].push_back({tag, add_members(sums, group.processors)});
    }
    if (!works) return;
    layer.samples = mine->samples;
    layer.inputs = planned.cut == Side::inputs ? mine->hidden : document::Range{0, planned.inputs};
    layer.outputs = planned.cut == Side::outputs ? mine->hidden : document::Range{0, planned.outputs};
    layer.bias = network_.bias && layer.inputs.end() == planned.inputs;
    const auto& column = planned.columns[static_cast<std::size_t>(mine->column)].processors;
    if (column.size() > 1) columns_[number] = add_members(sums, column);
    part.joins_outputs = number + 1 == part.layers.size() && network_.output == document::OutputUnits::softmax &&
                         planned.cut == Side::outputs && column.size() > 1;
    layer.counts = (planned.cut == Side::outputs && !part.joins_outputs) || mine->hidden.first == 0;
  }

  void work(ChainTask name, std::size_t layer, int group = -1, Account account = Account::compute) {
    part.schedule.operations.push_back(Work{name, static_cast<std::int64_t>(layer), group, account});
  }

  int begin_sum(int group, std::int64_t count, int buffer, int tag) {
    const int number = static_cast<int>(part.schedule.sums.size());
    part.schedule.sums.push_back({group, 0, count, element_bytes_, buffer, tag});
    part.schedule.operations.push_back(schedule::StartSums{number});
    return number;
  }

  /// The sum over this processor's column of a layer, if it has others.
  void sum_column(std::size_t number, std::int64_t count, ChainBuffer which, ChainTag tag) {
    if (!columns_[number]) return;
    const int sum = begin_sum(*columns_[number], count, ChainPart::buffer(number, which),
                              static_cast<int>(number) * chain_tags + tag);
    part.schedule.operations.push_back(schedule::FinishSums{sum});
  }

  void forward(std::size_t number, bool last) {
    const ChainPart::Layer& layer = part.layers[number];
    if (!layer.works()) return;
    work(chain_product, number);
    if (layer.cut == Side::inputs)
      sum_column(number, layer.samples.count * layer.outputs.count, chain_results, tag_results);
    if (!last) work(chain_activate, number);
  }

  void error(std::size_t last) {
    const ChainPart::Layer& layer = part.layers[last];
    if (part.joins_outputs) {
      work(chain_place_outputs, last, -1, Account::communicate);
      sum_column(last, layer.samples.count * plan_.layers[last].outputs, chain_all_outputs, tag_results);
    }
    work(chain_output_error, last);
  }

  void backward(std::size_t number) {
    const ChainPart::Layer& layer = part.layers[number];
    if (!layer.works()) return;
    work(chain_gradient, number);
    for (std::size_t g = 0; g < layer.groups.size(); ++g) {
      work(chain_pack, number, static_cast<int>(g), Account::communicate);
      const std::int64_t others = layer.cut == Side::inputs ? layer.outputs.count : layer.rows();
      GroupSum& group = groups_[number][g];
      group.sum =
          begin_sum(group.sum_group, others * layer.groups[g].count, part.buffer_of_group(number, g), group.tag);
    }
    if (number == 0) return;
    work(chain_errors, number);
    if (layer.cut == Side::outputs)
      sum_column(number, layer.samples.count * layer.inputs.count, chain_errors_of_inputs, tag_errors);
  }

  /// What moves between a layer and the next: values if forward, else errors.
  void move(std::size_t lower, bool forward) {
    const std::int64_t units = plan_.layers[lower].outputs;
    const Placement above(shapes_[lower], units, plan_.layers[lower].cut == Side::inputs);
    const Placement below(shapes_[lower + 1], units, plan_.layers[lower + 1].cut == Side::outputs);
    const std::size_t from = forward ? lower : lower + 1, to = forward ? lower + 1 : lower;
    const ChainPart::Layer &source = part.layers[from], &target = part.layers[to];
    const int tag = static_cast<int>(lower) * chain_tags + (forward ? tag_forward : tag_backward);
    std::vector<schedule::Receive> receives;
    for (const Delivery& block : forward ? deliveries(above, below) : deliveries(below, above)) {
      if (block.from == processor_)
        part.schedule.operations.push_back(schedule::Send{
            message(block, block.to, tag, ChainPart::buffer(from, forward ? chain_results : chain_errors_of_inputs),
                    source.samples, forward ? source.outputs : source.inputs)});
      if (block.to == processor_)
        receives.push_back(
            {message(block, block.from, tag, ChainPart::buffer(to, forward ? chain_values : chain_received_errors),
                     target.samples, forward ? target.inputs : target.outputs)});
    }
    if (target.works()) work(forward ? chain_copy_values : chain_copy_errors, to, -1, Account::communicate);
    for (const schedule::Receive& receive : receives) part.schedule.operations.push_back(receive);
    if (target.works() && !forward) work(chain_slopes, to);
  }

  /// @param samples, units  of the matrix that the block is in.
  static schedule::Message message(const Delivery& block, std::int64_t partner, int tag, int buffer,
                                   const document::Range& samples, const document::Range& units) {
    return {static_cast<int>(partner),
            tag,
            buffer,
            0,
            {block.samples.first - samples.first, block.samples.count},
            {block.units.first - units.first, block.units.count}};
  }

  void finish(std::size_t number) {
    if (!part.layers[number].works()) return;
    for (const GroupSum& group : groups_[number]) part.schedule.operations.push_back(schedule::FinishSums{*group.sum});
    if (!groups_[number].empty()) work(chain_unpack, number, -1, Account::communicate);
    work(chain_update, number);
  }

  /// All processors agree, also those without a rectangle.
  void agree() {
    std::vector<int> all(plan_.cluster.size());
    std::iota(all.begin(), all.end(), 0);
    const std::int64_t words = agreed_words + std::ssize(all);
    part.schedule.groups.push_back(schedule::sum_group(std::move(all), static_cast<int>(processor_), Collective::tree));
    part.schedule.sums.push_back(
        {static_cast<int>(part.schedule.groups.size()) - 1, 0, words, agreed_bytes, -1, chain_tags * layers()});
    part.schedule.operations.push_back(schedule::Agree{static_cast<int>(part.schedule.sums.size()) - 1});
  }

  const document::Partition& plan_;
  std::int64_t processor_, element_bytes_;
  const document::NetworkOptions& network_;
  int next_tag_;
  std::vector<Shape> shapes_;
  std::vector<std::optional<int>> columns_;    ///< by layer, this processor's column with others: Schedule::groups
  std::vector<std::vector<GroupSum>> groups_;  ///< by layer, those with this processor
};

}  // namespace

int ChainPart::buffer_of_group(std::size_t layer, std::size_t group) const {
  std::size_t before = 0;
  for (std::size_t j = 0; j < layer; ++j) before += layers[j].groups.size();
  return static_cast<int>(layers.size()) * chain_buffers + static_cast<int>(before + group);
}

ChainPart chain_part(const document::Partition& plan, std::int64_t processor, std::int64_t element_bytes,
                     const document::NetworkOptions& network) {
  ChainWriter writer(plan, processor, element_bytes, network);
  writer.write();
  return std::move(writer.part);
}

}  // namespace uneven::partition
