// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace uneven::draw {

/// Names of hosts as short as they still tell them apart: what all end in, from a dot on, goes, as the domain of a
/// single host does; addresses of digits stay whole. Empty names stay empty. Shape as `hosts`. Cost: linear in their
/// length.
std::vector<std::string> short_hosts(const std::vector<std::string>& hosts);

/// At most `width` >= 3 characters: of a longer text the middle gives way to "..".
std::string without_middle(std::string_view text, int width);

}  // namespace uneven::draw
