#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "base/error.hpp"
#include "document/common.hpp"
#include "document/faults.hpp"
#include "document/json.hpp"

namespace uneven::document {

OrderedJson to_json(const Range& range);
OrderedJson to_json(const Processor& processor);
OrderedJson to_json(const MadeBy& made_by);

Range range_from_json(const Json& json);
Processor processor_from_json(const Json& json);
MadeBy made_by_from_json(const Json& plan);  ///< the member "made_by" of a plan, empty if absent
std::vector<Processor> processors_at(const Json& plan, const char* key);  ///< a member of a plan, empty if absent

/// The member "cluster"; a hand-written plan may lack it, and the `count` processors that it mentions are then equal.
std::vector<Processor> cluster_or_equal(const Json& plan, std::size_t count);

/// The member `key`, or nothing if it is absent or null. Whole numbers are integers by now (see Document), so a float
/// is none. @throws InputError for a float where an integer is wanted.
template <class T>
std::optional<T> optional_at(const Json& json, const char* key) {
  const auto member = json.find(key);
  if (member == json.end() || member->is_null()) return std::nullopt;
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
    if (member->is_number_float())
      throw InputError(std::string(key) + ": found " + excerpt(*member) + "; expected an integer");
  return member->get<T>();
}

/// The member `key`, or `otherwise` if it is absent or null.
template <class T>
T value_at(const Json& json, const char* key, T otherwise) {
  return optional_at<T>(json, key).value_or(std::move(otherwise));
}

/// Writes the member `key`, if there is a value.
template <class T>
void put(Json& json, const char* key, const std::optional<T>& value) {
  if (value) json[key] = *value;
}

/// The member `key` as it is, null if absent.
Json raw_at(const Json& json, const char* key);

/// @throws InputError that names the option `key` of a job and what it is, unless it is sound.
void require_option(bool sound, const char* key, const Json& options, const std::string& expected);

/// @throws InputError that names the member at `pointer` and what was found there, unless it is one of the names.
void require_one_of(const std::string& pointer, const std::string& found, std::initializer_list<const char*> names);

}  // namespace uneven::document
