#include "document/checkpoint.hpp"

#include <limits>

#include "base/error.hpp"
#include "base/foreign_text.hpp"

namespace uneven::document {

namespace {

std::string dumped(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// A value of the run's own.
std::string quoted(const Json& value) { return shown(dumped(value)); }

/// A value that the checkpoint's file holds.
std::string quoted_data(const Json& value) { return shown_data(dumped(value)); }

}  // namespace

std::string checkpoint_header(const std::string& kind, const Json& identity, const OrderedJson& more) {
  OrderedJson header{{"kind", kind}, {"uneven", UNEVEN_VERSION}, {"identity", identity}};
  for (const auto& [key, value] : more.items()) header[key] = value;
  return header.dump();
}

Json read_checkpoint_header(const std::string& text, const std::string& kind, const Json& identity) {
  const Json header = Json::parse(text);
  if (header.at("kind") != kind)
    throw InputError("is a " + quoted_data(header.at("kind")) + "; expected a \"" + kind + "\"");
  const Json& found = header.at("identity");
  for (const auto& [key, value] : identity.items()) {
    const Json other = found.value(key, Json());
    if (other != value)
      throw InputError("is of another run: its " + key + " is " + quoted_data(other) + ", not " + quoted(value));
  }
  return header;
}

std::int64_t count_in(const Json& header, const std::string& key, std::int64_t least) {
  const Json& found = header.at(key);
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  const bool whole = found.is_number_unsigned() ? found.get<std::uint64_t>() <= most : found.is_number_integer();
  if (!whole || found.get<std::int64_t>() < least)
    throw InputError("its " + key + " is " + quoted_data(found) +
                     "; expected a whole number >= " + std::to_string(least));
  return found.get<std::int64_t>();
}

std::string no_checkpoint(const std::string& path) { return path + ": no checkpoint here yet; the run starts afresh"; }

}  // namespace uneven::document
