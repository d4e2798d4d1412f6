#pragma once

#include <string>
#include <vector>

namespace uneven::search {

/// What the columns of an example table are for. The default is the noun phrases of Okada 1993.
struct Roles {
  std::vector<std::string> equal{"particle", "pos1", "pos2", "affix1", "affix2"};  ///< r = 0 if equal, else 1
  std::vector<std::string> codes{"code1", "code2"};          ///< r = 1 - (equal leading levels) / 3
  std::vector<std::string> targets{"pattern"};               ///< together what the weights are to tell apart
  std::vector<std::string> phrase{"n1", "particle", "n2"};   ///< all equal: an exact match; empty: no such search
  std::vector<std::string> shown{"pattern", "translation"};  ///< printed with each neighbour
};

}  // namespace uneven::search
