#pragma once

#include <cstdint>
#include <string>

#include "document/json.hpp"

namespace uneven::document {

/// The header of a checkpoint: JSON with a kind, the version of the program, the identity of the run, and `more`.
/// @param identity  what must be the same in the run that resumes: program, data, seed, ...
std::string checkpoint_header(const std::string& kind, const Json& identity, const OrderedJson& more);

/// Reads it back.
/// @throws InputError  if it is of another kind, or of another identity, naming what differs; a header that is not as
///                     checkpoint_header() makes it throws as JSON does, see in_document().
Json read_checkpoint_header(const std::string& header, const std::string& kind, const Json& identity);

/// A whole number of the header. @throws InputError  if it is none or below `least`.
std::int64_t count_in(const Json& header, const std::string& key, std::int64_t least = 0);

/// What a run that is to resume says where there is none.
std::string no_checkpoint(const std::string& path);

}  // namespace uneven::document
