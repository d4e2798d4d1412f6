// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>
#include <stdexcept>
#include <string_view>

#include "base/error.hpp"
#include "base/text.hpp"
#include "document/array_shares.hpp"
#include "document/describe/type.hpp"
#include "document/document.hpp"
#include "document/hbsp_costs.hpp"
#include "document/hbsp_matmul.hpp"
#include "document/job.hpp"
#include "document/partition.hpp"
#include "document/reduction_tree.hpp"
#include "document/search.hpp"
#include "document/speeds.hpp"
#include "document/status.hpp"

namespace uneven::document {

namespace {

/// @tparam T  its struct.
template <Described T>
Kind kind_of(std::string title) {
  return {T::kind, std::move(title), description_of<T>, [](const Tree& json) { return faults(from_json<T>(json)); }};
}

}  // namespace

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all{
      kind_of<ArrayShares>(
          "Blocks of a two-dimensional array for processors of unequal speed, made by plan-shares --array"),
      kind_of<HbspCosts>("Costs of a program's supersteps on processors of unequal speed, made by plan-hbsp cost"),
      kind_of<HbspElements>(
          "Placement of equal elements on processors of unequal speed, made by plan-hbsp elements and plan-shares"),
      kind_of<HbspMatmul>("Plan of a matrix product C = A B on processors of unequal speed, made by plan-hbsp matmul"),
      kind_of<Job>("A plan with everything needed to run it, made by the run tools with --emit"),
      kind_of<Partition>(
          "Partition of samples x hidden units into one rectangle per processor, made by plan-partition"),
      kind_of<ReductionTree>("Tree of processors that join items, made by plan-reduction-tree"),
      kind_of<Report>("What a run did, made by the run tools"),
      kind_of<Search>("How processors share the scan of an example table, made by plan-search"),
      kind_of<Speeds>("Speeds of processors and network, made by measure-speeds"),
      kind_of<Status>("How far a running job is, written by the run tools with --status"),
  };
  return all;
}

const std::vector<std::string>& known_kinds() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const Kind& kind : kinds()) list.push_back(kind.name);
    return list;
  }();
  return names;
}

const Kind& kind_named(const std::string& name) {
  const auto found = std::ranges::find(kinds(), name, &Kind::name);
  if (found == kinds().end()) throw std::out_of_range("no kind of document: " + name);
  return *found;
}

const Kind* kind_of(const Node& json) {
  const Node& name = json["kind"];
  const auto found =
      std::ranges::find_if(kinds(), [&](const Kind& k) { return name.is_text() && k.name == name.text(); });
  return found == kinds().end() ? nullptr : &*found;
}

Faults schema_faults(const Tree& json, const std::string& kind) {
  Faults faults;
  check(object(kind_named(kind).description()), json, "", faults);
  return faults;
}

Faults faults_of(const Document& document) {
  Faults faults = document.schema_faults();
  if (!faults.empty()) return faults;
  try {
    return kind_named(document.kind).faults(document.json);
  } catch (const InputError& e) {
    faults.add_line(e.what());
    return faults;
  }
}

Faults faults_of_member(const Tree& json) {
  try {
    return faults_of(of_json(json, ""));
  } catch (const InputError& e) {
    Faults faults;
    faults.add_line(e.what());
    return faults;
  }
}

namespace {

/// What is found: a line for the first keys, the number of all.
struct Found {
  std::vector<std::string> lines{};
  std::size_t count = 0;
};

/// Looks through one document, and those inside it.
class KeySearch {
 public:
  KeySearch(Found& found, std::string place) : found_(found), place_(std::move(place)) {}

  void visit_document(const Node& json, const Kind& kind) { visit_object(json, kind.description(), true); }

 private:
  void visit(const Node& value, const Type& type) {
    if (type.item) {
      for (std::size_t i = 0; type.item->object && i < value.items().size(); ++i)
        at("/" + std::to_string(i), [&] { visit(value.items()[i], *type.item); });
    } else if (type.object) {
      visit_object(value, *type.object, false);
    } else if (type.document) {
      if (const Kind* kind = kind_of(value)) KeySearch(found_, place_).visit_document(value, *kind);
    }
  }

  void visit_object(const Node& value, const Object& object, bool root) {
    std::vector<const Field*> documents;
    for_each_member(
        object, value,
        [&](const Field& field, const Node& member) {
          if (field.type.document)
            documents.push_back(&field);
          else if (member.is_structured())
            at("/" + field.key, [&] { visit(member, field.type); });
        },
        [&](const std::string& key) {
          const bool users = key == "comment" || key.starts_with("x-");
          if (!users && !(root && (key == "kind" || key == "version")) && seen_.insert(key).second) tell(key, object);
        });
    for (const Field* field : documents) at("/" + field->key, [&] { visit(value[field->key], field->type); });
  }

  template <class Visit>
  void at(const std::string& step, Visit visit_there) {
    const std::size_t length = place_.size();
    place_ += step;
    visit_there();
    place_.resize(length);
  }

  void tell(const std::string& key, const Object& object) {
    if (found_.count++ >= most_shown) return;
    std::vector<std::string> names;
    for (const Field* field : object.by_key) names.push_back(field->key);
    const std::string guess = nearest(key, names);
    found_.lines.push_back(place_ + pointer_step(key) + ": unknown key, ignored" +
                           (guess.empty() ? "" : "; did you mean \"" + guess + "\"?"));
  }

  Found& found_;
  std::string place_;  ///< JSON pointer to the value visited: of known names and numbers
  std::set<std::string_view> seen_{};
};

}  // namespace

std::vector<std::string> unknown_keys(const Tree& json, const std::string& kind) {
  Found found;
  KeySearch(found, "").visit_document(json, kind_named(kind));
  if (found.count > found.lines.size())
    found.lines.push_back("and " + std::to_string(found.count - found.lines.size()) + " more unknown keys");
  return found.lines;
}

}  // namespace uneven::document
