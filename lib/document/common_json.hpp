// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/error.hpp"
#include "document/json.hpp"

namespace uneven::document {

/// The member `key` as it is, null if absent.
Json raw_at(const Json& json, const char* key);

/// @throws InputError that names the option `key` of a job and what it is, unless it is sound.
void require_option(bool sound, const char* key, const Json& options, const std::string& expected);

/// @throws InputError that names the member at `pointer` and what was found there, unless it is one of the names.
void require_one_of(const std::string& pointer, const std::string& found, const std::vector<std::string>& names);

}  // namespace uneven::document
