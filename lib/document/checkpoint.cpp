#include "document/checkpoint.hpp"

#include <limits>

#include "base/error.hpp"

namespace uneven::document {

Json checkpoint_header(const std::string& line, const std::string& kind, const Json& identity) {
  Json header = Json::parse(line, nullptr, false);
  if (!header.is_object() || header.value("kind", Json()) != Json(kind) || header.value("version", Json()) != 1)
    throw InputError("is no " + kind);
  const Json& found = header.at("identity");
  for (const auto& [key, value] : identity.items()) {
    const Json other = found.value(key, Json());
    if (other != value)
      throw InputError("is of another run: its " + key + " is " + other.dump() + ", not " + value.dump());
  }
  return header;
}

std::string no_checkpoint(const std::string& path) { return path + ": no checkpoint here yet; the run starts afresh"; }

std::vector<double> numbers_or_nan(const Json& list) {
  std::vector<double> numbers;
  for (const Json& number : list)
    numbers.push_back(number.is_null() ? std::numeric_limits<double>::quiet_NaN() : number.get<double>());
  return numbers;
}

}  // namespace uneven::document
