// SPDX-License-Identifier: MIT
#pragma once

#include <boost/test/unit_test.hpp>
#include <initializer_list>
#include <sstream>
#include <string>
#include <vector>

#include "check/sound.hpp"
#include "document/document.hpp"

namespace uneven::check_test {

using document::Json;

/// A document that can be changed.
struct Changeable {
  Json json;
};

/// A plan as it is read after it was written.
template <class Plan>
Changeable written(const Plan& plan) {
  std::ostringstream out;
  write_document(out, plan, true);
  return {document::parse(out.str(), "plan", {}).json.json()};
}

inline std::string first_fault(const Changeable& document) {
  const auto faults = check::faults_of(document::of_json(document.json, "plan"));
  return faults.empty() ? "" : faults.front();
}

/// That a document is sound, and is no longer once one of its numbers under these pointers has changed a little.
/// @param names  of the last step of the pointers; of "" any.
inline void expect_each_number_bound(const Changeable& sound, std::initializer_list<const char*> starts,
                                     std::initializer_list<const char*> names) {
  BOOST_TEST(first_fault(sound) == "");
  const Json flat = sound.json.flatten();
  std::size_t tried = 0;
  for (const auto& [pointer, value] : flat.items()) {
    const std::string name = pointer.substr(pointer.rfind('/') + 1);
    const bool starts_so = std::ranges::any_of(starts, [&](const char* start) { return pointer.starts_with(start); });
    const bool named_so = std::ranges::any_of(names, [&](const std::string& n) { return n.empty() || n == name; });
    if (!starts_so || !named_so || !value.is_number()) continue;
    ++tried;
    for (const double factor : {0.0, 1 - 1e-6, 1 + 1e-6, 2.0}) {
      Changeable changed = sound;
      const double number = value.get<double>();
      changed.json[Json::json_pointer(pointer)] = number == 0 ? factor * 1e-3 : number * factor;
      if (number == 0 && factor == 0) continue;
      BOOST_TEST(first_fault(changed) != "", pointer << " times " << factor << " of " << sound.json.dump());
    }
  }
  BOOST_TEST(tried > 0u);
}

}  // namespace uneven::check_test
