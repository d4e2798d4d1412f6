#pragma once

#include <string>
#include <vector>

#include "document/json.hpp"

namespace uneven::document {

/// The first line of a checkpoint: an object with a kind, the version 1 and the identity of the run.
/// @param identity  what must be the same in the run that resumes: program, data, seed, ...
/// @throws InputError  if it is no checkpoint of this kind, or of another identity, naming what differs; what is wrong
///                     inside of a header throws as JSON does, see in_document().
Json checkpoint_header(const std::string& line, const std::string& kind, const Json& identity);

/// What a run that is to resume says where there is none.
std::string no_checkpoint(const std::string& path);

/// A number of each iteration. JSON has no nan: what a run that diverged could not tell is null.
std::vector<double> numbers_or_nan(const Json& list);

}  // namespace uneven::document
