#pragma once

#include <functional>
#include <string>
#include <vector>

namespace uneven {

/// The files of a list such as "x.npy,y.npy".
std::vector<std::string> files_of(const std::string& list);

/// Applies `change` to each file of a list such as "x.npy,y.npy".
std::string map_files(const std::string& files, const std::function<std::string(const std::string&)>& change);

/// The same list without folders, as JSON text (base/file_name.hpp), to know data by: one file has many paths, and a
/// batch job's own folder is another each time.
std::string without_folders(const std::string& files);

}  // namespace uneven
