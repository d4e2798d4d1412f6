// SPDX-License-Identifier: MIT
#include "document/common_json.hpp"

#include <algorithm>

#include "document/faults.hpp"

namespace uneven::document {

Json raw_at(const Json& json, const char* key) {
  const auto member = json.find(key);
  return member == json.end() ? Json(nullptr) : *member;
}

void require_option(bool sound, const char* key, const Json& options, const std::string& expected) {
  if (!sound)
    throw InputError(std::string("/options/") + key + ": found " + excerpt(raw_at(options, key)) + "; expected " +
                     expected);
}

void require_one_of(const std::string& pointer, const std::string& found, const std::vector<std::string>& names) {
  if (std::ranges::find(names, found) != names.end()) return;
  std::string expected;
  for (const std::string& name : names) expected += (expected.empty() ? "" : ", ") + name;
  throw InputError(pointer + ": found \"" + shown(found) + "\"; expected one of " + expected);
}

}  // namespace uneven::document
