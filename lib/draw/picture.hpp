// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "document/document.hpp"
#include "draw/text.hpp"

namespace uneven::draw {

/// The kinds of documents that can be drawn; of a job it is the plan.
const std::vector<std::string>& drawn_kinds();

/// Pictures of any document of these kinds.
/// @throws InputError if the document is not sound, or is a job without a plan.
std::string text(const document::Document& document, TextOptions options);
std::string svg(const document::Document& document);

/// For Graphviz. @throws UsageError if the document is not a tree.
std::string dot(const document::Document& document);

}  // namespace uneven::draw
