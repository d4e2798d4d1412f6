// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "document/common.hpp"
#include "document/hbsp_elements.hpp"
#include "document/report.hpp"
#include "document/search.hpp"
#include "document/speeds.hpp"
#include "draw/text.hpp"

namespace uneven::draw {

/// Processor `rank` of a plan; one of speed 1 without a host where the plan does not list it.
document::Processor processor(const std::vector<document::Processor>& cluster, std::int64_t rank);

/// Its host made harmless for a terminal; "-" where it is not known.
std::string host(const document::Processor& processor, bool ascii);

/// A bar per processor, and the network in words.
std::string text(const document::Speeds& speeds, TextOptions options);
std::string svg(const document::Speeds& speeds);

/// A bar per rank of computing, communicating and waiting; measured beside predicted time.
std::string text(const document::Report& report, TextOptions options);
std::string svg(const document::Report& report);

/// A bar of elements per processor.
std::string text(const document::HbspElements& plan, TextOptions options);
std::string svg(const document::HbspElements& plan);

/// A bar of examples per processor; as text also the predicted times of all methods and joins.
std::string text(const document::Search& plan, TextOptions options);
std::string svg(const document::Search& plan);

}  // namespace uneven::draw
