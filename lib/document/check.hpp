#pragma once

#include "document/document.hpp"

namespace uneven::document {

/// Every fault of a document of any kind, one line each; empty if it is sound.
Faults faults_of(const Document& document);

/// The same for a document inside another; a member that is no document at all is one fault.
Faults faults_of_member(const Tree& json);

}  // namespace uneven::document
