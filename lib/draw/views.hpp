// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "document/array_shares.hpp"
#include "document/hbsp_costs.hpp"
#include "document/hbsp_matmul.hpp"
#include "document/job.hpp"
#include "document/partition.hpp"
#include "document/search.hpp"
#include "document/speeds.hpp"
#include "draw/listing.hpp"
#include "draw/picture.hpp"
#include "draw/tiling.hpp"

namespace uneven::draw {

// What text, SVG and HTML show of a document.

/// Titles of documents, a line each.
std::string title(const document::Speeds& speeds);
std::string title(const document::Report& report);
std::string title(const document::HbspElements& plan);
std::string title(const document::Search& plan);
std::string title(const document::HbspMatmul& plan);
std::string title(const document::ArrayShares& plan);
std::string title(const document::HbspCosts& costs);

/// Notes beside the picture in SVG: the sentences and tables of the text.
Notes notes_of(const document::Speeds& speeds);
Notes notes_of(const document::Report& report);
Notes notes_of(const document::HbspElements& plan);
Notes notes_of(const document::Search& plan);
Notes notes_of(const document::Partition& plan);
Notes notes_of(const document::HbspMatmul& plan);
Notes notes_of(const document::ArrayShares& plan);
Notes notes_of(const document::HbspCosts& costs);

/// Charts of those that are drawn as bars.
Bars bars_of(const document::Speeds& speeds, bool ascii);
Bars bars_of(const document::Report& report);
Bars bars_of(const document::HbspElements& plan);
Bars bars_of(const document::Search& plan);
Bars bars_of(const document::HbspCosts& costs);

/// Rectangles of those that are drawn to scale; of a product C, and A and B where they lie otherwise.
Tiling tiling_of(const document::Partition& plan);
Tiling tiling_of(const document::ArrayShares& plan);
std::vector<Tiling> tilings_of(const document::HbspMatmul& plan);

/// The network in words.
std::string network(const document::Speeds& speeds);

/// Whether the run settled, and what ended it; nothing where the report does not tell.
std::string how_it_ended(const document::Report& report);

/// How evenly the ranks computed: max / mean - 1; nothing if none did.
std::optional<long double> imbalance(const document::Report& report);

/// The part of a superstep's cost that better shares save.
double saved(const document::SuperstepCost& step);

/// The cost of a candidate by the plan's objective: its seconds, or its elements.
double cost(const document::Candidate& candidate, const document::Partition& plan);

/// The candidates by cost, the cheapest first.
std::vector<document::Candidate> candidates_by_cost(const document::Partition& plan);

/// Whether a candidate is the plan.
bool chosen(const document::Candidate& candidate, const document::Partition& plan);

/// Processors per column, equal neighbours together: 4x3 2.
std::string sizes(const document::Candidate& candidate);

}  // namespace uneven::draw
