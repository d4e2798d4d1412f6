// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "document/array_shares.hpp"
#include "document/common.hpp"
#include "document/document.hpp"
#include "document/hbsp_costs.hpp"
#include "document/hbsp_matmul.hpp"
#include "document/job.hpp"
#include "document/partition.hpp"
#include "document/search.hpp"
#include "document/speeds.hpp"
#include "draw/listing.hpp"
#include "draw/svg.hpp"
#include "draw/text.hpp"
#include "schedule/schedule.hpp"

namespace uneven::draw {

/// The kinds of documents that can be drawn; of a job it is the plan.
const std::vector<std::string>& drawn_kinds();

/// Pictures of any document of these kinds. In SVG the tables of the text stand beside the picture.
/// @throws InputError if the document is not sound, or is a job without a plan.
std::string text(const document::Document& document, TextOptions options);
std::string svg(const document::Document& document);

/// For Graphviz. @throws UsageError if the document is not a tree.
std::string dot(const document::Document& document);

/// One HTML page without other files: the result in words, pictures with their values, tables that can be sorted, and
/// the document for download. Its size is bounded but for the picture of a plan and the document.
/// @param trace  file of --trace of the run that a report is of, for what its ranks did when; empty: none.
/// @throws UsageError if there is a trace and no report. InputError also if the trace is of another run.
std::string html(const document::Document& document, const std::string& trace = "");

/// "203-80-26, 1024 samples, 5 processors in 2 columns".
std::string title(const document::Partition& plan);

/// A row per communication group; none of a single column.
Listing group_listing(const document::Partition& plan);

/// A row per column, and one per host, for plans too large to draw.
std::vector<Listing> summary(const document::Partition& plan);

/// What a plan predicts, and a line with the processors that it leaves out, the first 20 one by one, if there are any.
std::vector<std::string> sentences(std::string prediction, const std::vector<std::int64_t>& left_out);

/// The candidates, the cheapest first by the plan's objective, the chosen one marked.
Listing candidate_listing(const document::Partition& plan);

/// The rectangles to scale, a table of processors, communication groups, and the candidates that were weighed.
/// Above 64 processors columns and hosts take the place of the rectangles.
std::string text(const document::Partition& plan, TextOptions options);

/// The rectangles to scale, coloured by speed, with the borders of the communication groups dashed.
Svg svg(const document::Partition& plan);

/// A row per layer, and one for what moves to the next.
Listing layer_listing(const document::Partition& plan);

/// Of several hidden layers: a table of layers with what moves to the next; and for up to 64 processors each layer's
/// rectangles to scale with a table of processors.
std::string text_of_layers(const document::Partition& plan, TextOptions options);

/// The rectangles of each layer, one picture below the other.
Svg svg_of_layers(const document::Partition& plan);

/// The blocks of C to scale, and those of A and B where they start otherwise, each with a table of processors; and the
/// costs of the 27 layouts, the best first. Above 64 processors without the blocks and the tables.
std::string text(const document::HbspMatmul& plan, TextOptions options);

/// The blocks of C, and those of A and B where they start otherwise, coloured by speed. Each matrix is to scale, but
/// one more than four times as long as wide is drawn shorter.
Svg svg(const document::HbspMatmul& plan);

/// The blocks of an array to scale, a table of processors, and a table of the halos if there are any. Above 64
/// processors only the prediction.
std::string text(const document::ArrayShares& plan, TextOptions options);

/// The blocks of an array to scale, coloured by speed.
Svg svg(const document::ArrayShares& plan);

/// A table of supersteps with their bottlenecks, costs, and costs with the best shares; * marks the dearest superstep.
std::string text(const document::HbspCosts& costs, TextOptions options);

/// A bar per superstep: its cost with the best shares, and what other shares cost more.
Svg svg(const document::HbspCosts& costs);

/// A table of messages: a line for each pair of sender and receiver, and the totals.
std::string text(const schedule::Traffic& traffic, TextOptions options);

/// Processor `rank` of a plan; one of speed 1 without a host where the plan does not list it.
document::Processor processor(const std::vector<document::Processor>& cluster, std::int64_t rank);

/// Its host made harmless for a terminal; "-" where it is not known.
std::string host(const document::Processor& processor, bool ascii);

/// A bar per processor, and the network in words.
std::string text(const document::Speeds& speeds, TextOptions options);
Svg svg(const document::Speeds& speeds);

/// What the run found, such as "error 295.8, at first 310.2; accuracy 87.3 %"; empty where the report tells nothing.
std::string result_line(const document::Report& report);

/// The result in a line; a bar per rank of computing, communicating and waiting; measured beside predicted time.
std::string text(const document::Report& report, TextOptions options);
Svg svg(const document::Report& report);

/// A bar of elements per processor.
std::string text(const document::HbspElements& plan, TextOptions options);
Svg svg(const document::HbspElements& plan);

/// A bar of examples per processor; as text also the predicted times of all methods and joins.
std::string text(const document::Search& plan, TextOptions options);
Svg svg(const document::Search& plan);

/// One line of a bar chart: a processor.
struct Bar {
  std::string label;
  std::vector<double> parts;  ///< lengths of the stacked parts, each >= 0
  std::string value;          ///< behind the bar
  std::string hover;
  std::string host{}, model{};                        ///< by which many bars become fewer; empty where not known
  std::optional<std::pair<double, double>> spread{};  ///< ends of a line on the bar: an interval, or a value beside it
};

/// Horizontal bars to one scale.
struct Bars {
  std::vector<std::string> kinds;  ///< names of the parts, at most three; empty if there is but one
  std::string unit;                ///< of the lengths, for the axis
  std::vector<Bar> bars;
  std::string places = "processor";  ///< meaning of a bar
  std::string caption{};             ///< meaning of a bar that is not one processor; may be empty
};

/// A picture has fewer bars for each group above this many.
constexpr std::size_t most_bars = 64;

/// A length in the chart's unit: seconds, a share in per cent, else a number.
std::string length_text(const Bars& chart, double value);

/// Bars that become one.
struct BarGroup {
  std::string label;
  std::vector<std::size_t> bars;  ///< by their places in the chart, ascending
};

struct BarGroups {
  std::string by;  ///< host, model or group; empty where each bar is a group of its own
  std::vector<BarGroup> groups;
};

/// One group for each bar; where there are more than `most`: one for each host, else for each model, else for
/// neighbours.
BarGroups groups_of(const Bars& chart, std::size_t most);

/// Fewer bars where there are more than `most`, by groups_of(). A bar is the mean of its group, its spread from the
/// least to the greatest sum of parts; `places` and `caption` tell what it stands
/// for.
Bars grouped(const Bars& chart, std::size_t most);

/// A bar per line; above 64 bars only the least, the quartiles and the greatest by their first part.
/// Every end of a part lies where its length rounds to (a single part to an eighth of a character, if not ASCII).
std::string text(const Bars& bars, TextOptions options);

/// At most 64 bars, see grouped(), with an axis, and a legend if they have several parts.
Svg svg(const Bars& bars, const std::string& title);

}  // namespace uneven::draw
