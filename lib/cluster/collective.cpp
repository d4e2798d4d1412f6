#include "cluster/collective.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace uneven::cluster {

const std::map<std::string, Collective>& collectives() {
  static const std::map<std::string, Collective> known{
      {"linear", Collective::linear}, {"tree", Collective::tree}, {"ring", Collective::ring}};
  return known;
}

const std::string& name_of(Collective collective) {
  return std::ranges::find(collectives(), collective, [](const auto& known) { return known.second; })->first;
}

Collective collective_named(const std::string& name) {
  const auto found = collectives().find(name);
  if (found == collectives().end())
    throw InputError("collective \"" + name + "\" is unknown; expected linear, tree or ring");
  return found->second;
}

}  // namespace uneven::cluster
