#pragma once

#include <map>
#include <string>

namespace uneven::cluster {

/// How partial sums travel to everyone who has one. With k members and a vector of B bytes:
///   linear  all send to the first, which adds and sends back: 2 (k-1) B through the first's link (the paper's
///           one-to-one messages)
///   tree    reduction along a tree and broadcast back, each message of B; binomial: 2 ceil(log2 k) rounds
///   ring    reduce-scatter and all-gather: 2 (k-1) rounds of B/k
enum class Collective { linear, tree, ring };

/// By name, as documents and options have it.
const std::map<std::string, Collective>& collectives();

const std::string& name_of(Collective collective);

/// @throws InputError for an unknown name.
Collective collective_named(const std::string& name);

}  // namespace uneven::cluster
