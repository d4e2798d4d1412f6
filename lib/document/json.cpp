// SPDX-License-Identifier: MIT
// GCC 12 is wrong about the members of a json that is no object.
#pragma GCC diagnostic ignored "-Warray-bounds"

#include "document/json.hpp"

template class nlohmann::basic_json<>;
template class nlohmann::basic_json<nlohmann::ordered_map>;
