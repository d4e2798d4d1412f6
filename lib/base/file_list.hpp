#pragma once

#include <functional>
#include <string>

namespace uneven {

/// Applies `change` to each file of a list such as "x.npy,y.npy".
std::string map_files(const std::string& files, const std::function<std::string(const std::string&)>& change);

}  // namespace uneven
