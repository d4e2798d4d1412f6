#pragma once

#include <string>
#include <vector>

namespace uneven::search {

/// What the columns of an example table are for. Those of the noun phrases of Okada 1993 are the defaults of
/// document::SearchOptions.
struct Roles {
  std::vector<std::string> equal;    ///< r = 0 if equal, else 1
  std::vector<std::string> codes;    ///< r = 1 - (equal leading levels) / 3
  std::vector<std::string> targets;  ///< together what the weights are to tell apart
  std::vector<std::string> phrase;   ///< all equal: an exact match; empty: no such search
  std::vector<std::string> shown;    ///< printed with each neighbour
};

}  // namespace uneven::search
