// SPDX-License-Identifier: MIT
#include "elements/settings.hpp"

#include <map>

#include "base/error.hpp"
#include "base/text.hpp"

namespace uneven::elements {

namespace {

/// @throws InputError  unless each is NAME=VALUE, and no name comes twice.
Parameters parameters_of(const std::vector<std::string>& texts) {
  std::map<std::string, std::string> given;
  for (const std::string& text : texts) {
    const auto equals = text.find('=');
    if (equals == 0 || equals == text.npos) throw InputError("parameter '" + shown(text) + "': expected NAME=VALUE");
    if (!given.emplace(text.substr(0, equals), text.substr(equals + 1)).second)
      throw InputError("parameter '" + shown(text.substr(0, equals)) + "' is given twice");
  }
  return Parameters(given);
}

}  // namespace

void require_asked(const Parameters& parameters) {
  for (const auto& [name, value] : parameters.given()) {
    if (parameters.asked().contains(name)) continue;
    std::string known;
    for (const auto& [other, usual] : parameters.asked()) known += (known.empty() ? "" : ", ") + other;
    throw InputError("parameter '" + shown(name) + "' is unknown to the program; expected " +
                     (known.empty() ? "none" : known));
  }
}

Settings settings_of(const document::BspOptions& o) {
  return {.iterations = o.iterations.value_or(0),
          .tolerance = o.tolerance.value_or(-1),
          .seed = o.seed,
          .clusters = o.clusters,
          .centroids = {},
          .variance_floor = o.variance_floor,
          .damping = o.damping,
          .personal = o.personal.has_value(),
          .l2 = o.l2,
          .starts = static_cast<int>(o.starts),
          .parallel_seeding = o.seeding == document::Seeding::parallel,
          .covariance = o.covariance,
          .model = {},
          .classes = static_cast<int>(o.classes.value_or(0)),
          .parameters = parameters_of(o.parameters)};
}

}  // namespace uneven::elements
