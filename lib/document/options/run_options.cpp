// SPDX-License-Identifier: MIT
#include "document/options/run_options.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace uneven::document {

Json members_of(const Object& description, const void* from) {
  std::string text;
  write_object(description, from, text);
  return Json::parse(text);
}

void read_members(const Object& description, const Json& json, const std::string& pointer, void* to) {
  const Tree tree(json);
  Faults faults;
  check(object(description), tree, pointer, faults);
  if (!faults.empty()) throw InputError(faults.front());
  read_object(description, tree, to);
}

Object fields_of_all(const std::vector<RunFields>& runs) {
  std::vector<Field> all;
  std::vector<std::string> names;
  for (const auto& [run, fields] : runs)
    for (const Field& field : fields->fields) {
      const auto known = std::ranges::find(all, field.key, &Field::key);
      if (known != all.end()) {
        names[static_cast<std::size_t>(known - all.begin())] += std::string(", ") + run;
        continue;
      }
      Field& added = all.emplace_back(field.key, field.type, field.meaning);
      added.needed = false;
      added.unit = field.unit;
      names.push_back(run);
    }
  for (std::size_t i = 0; i < all.size(); ++i) all[i].meaning = "For " + names[i] + ". " + all[i].meaning;
  return Object(std::move(all));
}

Type file() {
  Type type = text("the name of a file");
  type.fewest = 1;
  return type;
}

Type two_files() { return text("two files, W.npy,V.npy"); }

Type names() { return list_of(text("a name"), "a list of names"); }

Type below_one() {
  Type type = number_between(0, 1, "a number from 0 to below 1");
  type.below_most = true;
  return type;
}

Type match() { return one_of({"host", "cpu", "any"}); }

}  // namespace uneven::document
