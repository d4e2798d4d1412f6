#pragma once

#include <functional>
#include <string>

#include "elements/messages.hpp"
#include "elements/store.hpp"

namespace uneven::elements {

/// Rank 0 gets what every process makes of its blocks, in the order of the blocks, one at a time. Collective.
/// @param make  bytes of a block, where it is.
/// @param use   called at rank 0.
void gather_in_order(const comm::Communicator& comm, const Waiting& waiting, const Store& store,
                     const std::function<std::string(const Block&)>& make,
                     const std::function<void(const std::string&)>& use);

}  // namespace uneven::elements
