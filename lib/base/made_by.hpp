// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace uneven {

/// The command that made a document.
struct MadeBy {
  std::string tool;
  std::string version;
  std::string options;
};

}  // namespace uneven
