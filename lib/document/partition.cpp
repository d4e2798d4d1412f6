// SPDX-License-Identifier: MIT
#include "document/partition.hpp"

#include <algorithm>
#include <charconv>

#include "base/error.hpp"
#include "base/text.hpp"
#include "document/common.hpp"
#include "document/describe/type.hpp"
#include "document/field_groups.hpp"
#include "document/partition_layers.hpp"
#include "document/writer.hpp"

namespace uneven::document {

namespace {

/// Shares are added up, which rounds.
Type share() { return number_between(0, 1.0000001, "a number from 0 to 1"); }

/// Of a hand-written plan without a cluster, the processors that it mentions are equal.
void complete(Partition& p) {
  if (!p.cluster.empty()) return;
  std::size_t processors = p.rectangles.size() + p.left_out.size();
  for (const Layer& layer : p.layers)
    processors = std::max(processors, layer.rectangles.size() + layer.left_out.size());
  p.cluster.resize(processors);
}

}  // namespace

Object describe(const Perceptron&) {
  return Object({
      field<&Perceptron::inputs>("inputs", size()).in("units"),
      field<&Perceptron::hidden>("hidden", size()).in("units"),
      field<&Perceptron::outputs>("outputs", size()).in("units"),
  });
}

Object describe(const TreeTimes&) {
  return Object({
      field<&TreeTimes::compute_s>(
          "compute_s", amount(),
          "What a child costs its parent: receiving and adding a vector, later sending the sum "
          "back."),
      field<&TreeTimes::transfer_s>("transfer_s", amount(), "What messages travel besides."),
  });
}

Object describe(const SumTrees&) {
  const Type times = object<TreeTimes>("an object with compute_s and transfer_s");
  return Object({
      field<&SumTrees::column>("column", times, "The sums within columns."),
      field<&SumTrees::group>("group", times, "The sums between columns."),
      maybe<&SumTrees::column_within_host>("column_within_host", times, "Inside a host, with sums_by_host."),
      maybe<&SumTrees::group_within_host>("group_within_host", times, "Inside a host, with sums_by_host."),
  });
}

Object describe(const Column&) {
  return Object({
      field<&Column::width>("width", share(), "Share of the samples."),
      field<&Column::processors>("processors", processor_numbers(), "From top to bottom."),
      field<&Column::samples>("samples", range()),
  });
}

Object describe(const Rectangle&) {
  return Object({
      field<&Rectangle::processor>("processor", count()),
      field<&Rectangle::column>("column", count()),
      maybe<&Rectangle::left>("left", share(), "Exact share."),
      maybe<&Rectangle::width>("width", share(), "Exact share."),
      maybe<&Rectangle::top>("top", share(), "Exact share."),
      maybe<&Rectangle::height>("height", share(), "Exact share."),
      field<&Rectangle::samples>("samples", range(), "In whole numbers."),
      field<&Rectangle::hidden>("hidden", range(), "In whole numbers: hidden units."),
  });
}

Object describe(const Group&) {
  return Object({
      field<&Group::hidden>("hidden", range()),
      field<&Group::processors>("processors", processor_numbers(), "One per column."),
  });
}

Object describe(const Candidate&) {
  using C = Candidate;
  return Object(joined({
      field<&C::method>("method", one_of<PartitionMethod>()),
      field<&C::columns>("columns", count(), "How many."),
      always<&C::sizes>("sizes", list_of(count(), "processors per column")),
      maybe<&C::order>("order", one_of<Order>()),
      maybe<&C::small_group>("small_group", amount()),
      maybe<&C::collective>("collective", one_of<Collective>()),
      maybe<&C::processors>("processors", count(), "How many."),
      field<&C::elements>("elements", amount(), "Per iteration."),
      maybe<&C::lower_bound>("lower_bound", amount(), "Of the elements of any partition with this number of columns."),
      judgement<C>("per iteration.", "they are estimated."),
  }));
}

Object describe(const PartitionPrediction&) {
  return Object({
      maybe<&PartitionPrediction::elements>("elements", amount(),
                                            "Per iteration, from exact shares in proportion to speed."),
      maybe<&PartitionPrediction::lower_bound>("lower_bound", amount(), "Of the elements."),
      maybe<&PartitionPrediction::imbalance>("imbalance", amount(), "Of the whole numbers."),
      always<&PartitionPrediction::seconds>(
          "seconds", or_null(amount()),
          "Per iteration; null where the network of several processors was not measured."),
      maybe<&PartitionPrediction::bytes>("bytes", or_null(object<SentBytes>(), "an object or null"),
                                         "Sent in an iteration, in single precision."),
  });
}

Object describe(const Partition&) {
  using P = Partition;
  const Type trees = object<SumTrees>("an object with column and group");
  return Object(
      joined({
          field<&P::network>("network", object<Perceptron>("an object with inputs, hidden, outputs"),
                             "The perceptron."),
          maybe<&P::hidden_layers>("hidden_layers", list_of(size(), "a list of at least two numbers of units", 2),
                                   "Of a network of several hidden layers, from the inputs to the outputs.\n"
                                   ".B network.hidden\nis then the number of all hidden units."),
          field<&P::samples>("samples", size(), "How many."),
          maybe<&P::method>("method", one_of<PartitionMethod>(), "Option of plan-partition."),
          maybe<&P::order>("order", one_of<Order>(), "Option of plan-partition."),
          maybe<&P::objective>("objective", one_of<Objective>(), "Option of plan-partition."),
          field<&P::balance>("balance", one_of<Balance>(),
                             "Option of plan-partition; absent for work.\nWith memory, shares are by work, but smaller "
                             "where memory is short.")
              .unless(is<&P::balance, Balance::work>),
          maybe<&P::collective>("collective", one_of<Collective>(),
                                "Option of plan-partition; also how the run adds partial results."),
          field<&P::sums_by_host>(
              "sums_by_host", flag(),
              "True where sums go inside hosts first: the members of a host stand together, the\nhost of the fastest "
              "first, in a ring as in a tree, where one of each host stands for it\nbetween hosts; absent for false.")
              .unless([](const void* p) { return !static_cast<const Partition*>(p)->sums_by_host; }),
          maybe<&P::trees>(
              "trees", or_null(trees, trees.expected),
              "With collective\n.BR tree ,\nwhat the trees of the sums are made for.\n"
              "The k members, the fastest of the\n.B cluster\nfirst and equals in the order of the plan, "
              "follow the optimal tree with one item each for\nthese times and arity 2, up and back down.\n"
              "Without this field the trees are binomial."),
          maybe<&P::small_group>("small_group", amount(),
                                 "Option of plan-partition, or the greatest distance of cuts that were joined where it "
                                 "was not\ngiven (0: none were)."),
          field<&P::columns>("columns",
                             list_of(object<Column>("an object with width, processors and samples"),
                                     "a list of at least one column", 1),
                             "From left to right; absent of several hidden layers, as are rectangles and groups.")
              .or_else("layers"),
          field<&P::rectangles>(
              "rectangles",
              list_of(object<Rectangle>("an object with processor, column, samples and hidden"),
                      "a list of at least one rectangle", 1),
              "By processor.\nTogether the ranges tile all samples and hidden units; the run follows them, not the "
              "shares.")
              .or_else("layers"),
          maybe<&P::groups>(
              "groups",
              list_of(object<Group>("an object with hidden and processors"), "a list of at least one group", 1),
              "Communication groups from top to bottom.\nThey follow from the rectangles, and are not "
              "written for more than 4,096 processors."),
          layers_of(),
          always<&P::candidates>(
              "candidates",
              list_of(object<Candidate>("an object with method, columns and elements"), "a list of candidates"),
              "What was weighed."),
          maybe<&P::predicted>("predicted", object<PartitionPrediction>()),
          always<&P::left_out>("left_out", processor_numbers()),
          maybe<&P::input>(
              "input", text("one-hot or dense"),
              "Form of the inputs that memory was counted for, one-hot or dense; absent where no memory is "
              "known."),
          always<&P::cluster>("cluster", processors()),
          maybe<&P::speeds>(
              "speeds",
              [] {
                Type type = or_null(any_object("speeds"));
                type.document = true;
                return type;
              }(),
              "Of plans by seconds or balanced for time: the document\n"
              ".I speeds\nof the\n.BR cluster ,\nfrom which\n.BR run\\-bp (1)\nmakes new plans."),
          origin<P>("the data that the sizes came from"),
      }),
      [](void* to, const Node&, std::size_t) { complete(*static_cast<Partition*>(to)); });
}

namespace {

constexpr std::int64_t largest = 9007199254740991;  // doubles and JSON hold integers up to here

bool is_perceptron(const Json& text) {
  try {
    return text.is_string() && parse_perceptron(text.get<std::string>(), "").inputs > 0;
  } catch (const UsageError&) {
    return false;
  }
}

}  // namespace

std::string text_of(const Perceptron& network) {
  return std::to_string(network.inputs) + "-" + std::to_string(network.hidden) + "-" + std::to_string(network.outputs);
}

std::string text_of(const std::vector<std::int64_t>& units) {
  std::string text;
  for (const std::int64_t count : units) text += (text.empty() ? "" : "-") + std::to_string(count);
  return text;
}

std::vector<std::int64_t> parse_units(std::string_view text, const std::string& what) {
  std::vector<std::int64_t> units;
  const char* at = text.data();
  const char* const end = at + text.size();
  bool sound = true;
  while (sound && (units.empty() || at != end)) {
    const bool separated = units.empty() || *at++ == '-';
    const auto [next, error] = std::from_chars(at, end, units.emplace_back());
    sound = separated && error == std::errc() && units.back() >= 1 && units.back() <= largest;
    at = next;
  }
  if (!sound || units.size() < 3)
    throw UsageError(what + ": '" + shown(text) + "' is not inputs-hidden-outputs, such as 203-80-26");
  return units;
}

Perceptron parse_perceptron(std::string_view text, const std::string& what) {
  const std::vector<std::int64_t> units = parse_units(text, what);
  if (units.size() > 3)
    throw UsageError(what + ": '" + shown(text) + "' has " + std::to_string(units.size() - 2) +
                     " hidden layers; expected one");
  return {units[0], units[1], units[2]};
}

Faults faults_of_bp_options(const Json& kernel_options) {
  Faults faults;
  const Json network = raw_at(kernel_options, "network"), input = raw_at(kernel_options, "input");
  if (!network.is_null() && !is_perceptron(network))
    faults.add("/kernel_options/network",
               "found " + excerpt(network) + "; expected inputs-hidden-outputs, such as \"203-80-26\"");
  if (!input.is_null() && input != "dense" && input != "one-hot")
    faults.add("/kernel_options/input", "found " + excerpt(input) + "; expected dense or one-hot");
  return faults;
}

}  // namespace uneven::document
