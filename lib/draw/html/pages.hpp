// SPDX-License-Identifier: MIT
#pragma once

#include "document/array_shares.hpp"
#include "document/hbsp_costs.hpp"
#include "document/hbsp_matmul.hpp"
#include "document/job.hpp"
#include "document/partition.hpp"
#include "document/reduction_tree.hpp"
#include "document/search.hpp"
#include "document/speeds.hpp"
#include "document/status.hpp"
#include "draw/html/page.hpp"

namespace uneven::draw {

/// A page for each kind of document. @param trace  file of --trace of the same run; empty: none.
Page page_of(const document::ArrayShares& plan);
Page page_of(const document::HbspCosts& costs);
Page page_of(const document::HbspElements& plan);
Page page_of(const document::HbspMatmul& plan);
Page page_of(const document::Partition& plan);
Page page_of(const document::ReductionTree& tree);
Page page_of(const document::Report& report, const std::string& trace = "");
Page page_of(const document::Search& plan);
Page page_of(const document::Speeds& speeds);
Page page_of(const document::Status& status);

/// What a job tells beside its plan: the run, its input and its options.
void add_job(Page& page, const document::Job& job);

/// The processors that a plan leaves out, for a sentence: nothing, or "P3 and P4 get no work."
std::string left_out_sentence(const std::vector<std::int64_t>& processors);

/// Latency and rate of the pairs that were measured; nothing if the speeds do not tell them.
std::string network_section(const document::Speeds& speeds);

}  // namespace uneven::draw
