#pragma once

#include <string>
#include <vector>

#include "document/document.hpp"

namespace uneven::document {

/// Every fault of a document of any kind, one line each; empty if it is sound.
std::vector<std::string> faults_of(const Document& document);

/// The same for a document inside another; a member that is no document at all is one fault.
std::vector<std::string> faults_of_member(const Json& json);

}  // namespace uneven::document
