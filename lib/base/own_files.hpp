#pragma once

#include <optional>
#include <string>
#include <vector>

namespace uneven {

/// An option and the files that it names, such as "x.npy,y.npy".
struct NamedFiles {
  std::string option;
  std::optional<std::string> files;
};

/// Refuses a run that would write over what it reads, write two outputs to one file, or anything but the first of the
/// outputs, which is the tool's own, to "-". Devices and pipes are not looked at.
/// @throws UsageError
void require_own_files(const std::vector<NamedFiles>& inputs, const std::vector<NamedFiles>& outputs);

}  // namespace uneven
