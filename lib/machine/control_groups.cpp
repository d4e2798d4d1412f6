#include "machine/control_groups.hpp"

#include <algorithm>
#include <fstream>

#include "base/file_name.hpp"

namespace uneven::machine {

namespace fs = std::filesystem;

void for_control_groups(const fs::path& root, const std::string& controller,
                        const std::function<void(const fs::path&, bool)>& use) {
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {  // hierarchy:controllers:/path
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const auto names = split(line.substr(first + 1, second - first - 1), ',');
    const bool v2 = second == first + 1;
    if (!v2 && std::ranges::find(names, controller) == names.end()) continue;
    // In a container the path may lie outside what is mounted; the groups that can be seen still count.
    const fs::path path = fs::path(line.substr(second + 1)).relative_path();
    for (const std::string& mount :
         {std::string("sys/fs/cgroup"), std::string("sys/fs/cgroup/unified"), "sys/fs/cgroup/" + controller})
      for (fs::path group = path;; group = group.parent_path()) {
        use(root / mount / group, v2);
        if (group.empty()) break;
      }
  }
}

}  // namespace uneven::machine
