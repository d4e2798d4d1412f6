#pragma once

#include <string>

namespace uneven::elements {

/// Looks at the headers of a shared object. The loader maps files without this, and dies where a page has no file
/// behind it. Files for another machine are left to the loader, which says so.
/// @throws OpenError   if the file cannot be opened.
/// @throws InputError  if it is no shared object, or shorter than its headers say.
void require_whole_shared_object(const std::string& path);

}  // namespace uneven::elements
