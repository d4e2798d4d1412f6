// SPDX-License-Identifier: MIT
#include "document/reduction_tree.hpp"

#include <algorithm>

#include "document/describe/field.hpp"
#include "document/writer.hpp"

namespace uneven::document {

namespace {

using Times = std::vector<std::pair<std::string, double>>;

Type time() { return number_from(0, "a finite number >= 0"); }

Type operation_time() {
  Type type = time();
  type.above_least = true;
  type.expected = "a finite number > 0";
  return type;
}

/// Known by name; a number of any other name is read, too.
Type shapes() {
  static const Object description([] {
    std::vector<Field> fields;
    for (const std::string& shape : names_of<TreeShape>()) fields.push_back(Field(shape, time(), "").may_miss());
    return fields;
  }());
  return object(description, "an object of shapes and times");
}

/// Times of shapes; members that are no numbers belong to the user.
void read_times(const Node& node, Times& times) {
  for (const auto& [shape, time] : node.members())
    if (time.is_number()) times.emplace_back(*shape, time.number());
}

void write_times(std::string& out, const Times& times) {
  const char* separator = "{";
  for (const auto& [shape, time] : times) {
    append_text(out += std::exchange(separator, ","), shape);
    append_number(out += ':', time);
  }
  out += times.empty() ? "{}" : "}";
}

template <Times ReductionTree::*member>
Field times_of_shapes(std::string key, std::string meaning) {
  Field made(std::move(key), shapes(), std::move(meaning));
  made.read = [](void* to, const Node& node) { read_times(node, static_cast<ReductionTree*>(to)->*member); };
  made.write = [](const void* from, std::string& out) {
    write_times(out, static_cast<const ReductionTree*>(from)->*member);
  };
  made.absent = [](const void* from) { return (static_cast<const ReductionTree*>(from)->*member).empty(); };
  return made;
}

/// Reading keeps the pairs of the document; writing makes them from the parents.
Field links() {
  Type pair = list_of(count(), "a pair such as [0, 1]: parent and child", 2);
  pair.greatest = 2;
  Field made = field<&ReductionTree::links>("links", list_of(pair, "a list of pairs"), "Pairs of parent and child.");
  made.omitted = made.needed = false;
  made.items = [](const void* from) { return static_cast<const ReductionTree*>(from)->processors.size(); };
  made.write_item = [](const void* from, std::size_t i, std::string& out) {
    const TreeNode& node = static_cast<const ReductionTree*>(from)->processors[i];
    if (node.parent) write_value(out, std::pair(*node.parent, node.processor));
  };
  return made;
}

Field prediction(const Object& members) {
  Field made = Field("predicted", object(members), "Only where\n.B elements\nare known or the unit is s.").may_miss();
  made.absent = [](const void* from) {
    const auto& tree = *static_cast<const ReductionTree*>(from);
    return !tree.predicted_s && !tree.bytes;
  };
  return made;
}

/// Of a hand-written plan without a cluster, the processors that it mentions are equal; operations follow from
/// operands.
void complete(ReductionTree& tree, const Node& json) {
  if (tree.cluster.empty()) tree.cluster.resize(tree.processors.size() + tree.left_out.size());
  for (std::size_t i = 0; i < tree.processors.size(); ++i)
    if (TreeNode& node = tree.processors[i]; !json["processors"].items()[i].find("operations"))
      node.operations = operations_needed(node.items.count, std::ssize(node.children), tree.arity);
}

}  // namespace

Object describe(const TreeNode&) {
  static const Object items({
      field<&TreeNode::items, &Range::first>("first", count()),
      field<&TreeNode::items, &Range::count>("count", size()),
  });
  return Object({
      field<&TreeNode::processor>("processor", count()),
      always<&TreeNode::parent>("parent", or_null(count()), "Null for the root."),
      field<&TreeNode::children>("children", processor_numbers(), "In the order in which they are joined."),
      maybe<&TreeNode::finish>("finish", time(), "When its last operation ends."),
      maybe<&TreeNode::operations>("operations", count()),
      Field("items", object(items, "a range such as {\"first\": 0, \"count\": 12}"), "Its own."),
  });
}

std::int64_t operations_needed(std::int64_t items, std::int64_t children, std::int64_t arity) {
  const auto joined = arity - 1;  // operands that an operation adds to the partial result
  const auto operands = items - 1 + children;
  return operands / joined + (operands % joined > 0);
}

std::int64_t root_of(const ReductionTree& tree) {
  for (const TreeNode& node : tree.processors)
    if (!node.parent) return node.processor;
  return 0;
}

Object describe(const ReductionTree&) {
  using T = ReductionTree;
  static const Object predicted({
      always<&T::predicted_s>("seconds", or_null(amount()), "For all pieces; null where the unit is not s."),
      times_of_shapes<&T::compared_s>("compared", "The same of other shapes, with several pieces.").may_miss(),
      maybe<&T::bytes>("bytes", or_null(object<SentBytes>(), "an object or null"), "Sent in a reduction."),
  });
  return Object(
      {
          maybe<&T::arity>("arity", integer_from(2, "an integer >= 2"),
                           "Operands that one operation joins, at most; default 2."),
          field<&T::compute>("compute", operation_time(), "Time of one operation.").in("unit"),
          field<&T::transfer>("transfer", time(), "Time of sending one partial result.").in("unit"),
          maybe<&T::operation_times>(
              "operation_times", list_of(operation_time(), "a list of times"),
              "Time of one operation by processor, for all of\n.BR cluster ,\nwhere they differ;\n"
              ".B compute\nis then that of a processor of mean speed."),
          maybe<&T::unit>("unit", one_of<TimeUnit>(), "Of all times; default step, which is any unit."),
          field<&T::items>("items", size(), "How many are joined."),
          maybe<&T::elements>("elements", or_null(size(), "an integer >= 1"),
                              "Length of each item, in doubles, that the times were computed for."),
          maybe<&T::segments>("segments", size(),
                              "Pieces of nearly equal length that each item is cut into, default 1; they follow one "
                              "another\nthrough the tree.\n.BR compute ,\n.BR transfer ,\n.B finish\nand all times of "
                              "processors are those of one piece, the first."),
          maybe<&T::finish>("finish", time(), "When everything is joined, or the first piece of everything.")
              .in("unit"),
          prediction(predicted),
          maybe<&T::one_item_each>("one_item_each", flag(), "Whether each processor has one item."),
          maybe<&T::shape>("shape", one_of<TreeShape>()),
          field<&T::processors>("processors",
                                list_of(object<TreeNode>("an object with processor, parent, children and items"),
                                        "a list of at least one processor", 1),
                                "By number, without those left out.\nFrom the root downwards in this order the items "
                                "follow one another, so that the operation need not be\ncommutative."),
          links(),
          times_of_shapes<&T::compared>("compared",
                                        "Finish of the other shapes; like\n.B finish\nthat of the first piece, if "
                                        "there are several.")
              .always(),
          always<&T::left_out>("left_out", processor_numbers(),
                               "Processors without work; they stand in no other list than\n.B cluster\nand\n"
                               ".BR operation_times ."),
          always<&T::cluster>("cluster", processors()),
          maybe<&T::kernel>("kernel", kernel()),
          maybe<&T::made_by>("made_by", made_by()),
      },
      [](void* to, const Node& json, std::size_t) { complete(*static_cast<ReductionTree*>(to), json); });
}

}  // namespace uneven::document
