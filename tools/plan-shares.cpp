// SPDX-License-Identifier: MIT
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/tool.hpp"
#include "data/table.hpp"
#include "document/speeds_option.hpp"
#include "hbsp/cost.hpp"
#include "shares/makespan.hpp"
#include "shares/options.hpp"

using namespace uneven;

int main(int argc, char** argv) {
  Tool tool("plan-shares",
            "Share units of any work on processors of unequal speed: consecutive ranges or blocks, least makespan.");

  std::int64_t count = 0;
  std::string data, lines;
  document::SpeedsOption input;
  shares::LimitsOption limits;
  shares::ArrayOption array;
  CommandLine units = tool.app.add_alternatives("Work", "What is shared");
  Option count_option = units.add_option("--count", count, "Units of work");
  count_option.check(integer_from(0)).type_name("D");
  Option data_option = units.add_option("--data", data, "As many as the rows of a table");
  data_option.type_name("FILE");
  Option lines_option = units.add_option("--lines", lines, "As many as the lines of a file, whatever they hold");
  lines_option.type_name("FILE");
  array.add_to(tool.app, units);
  limits.add_to(tool.app);
  input.add_to(tool.app);

  tool.app.add_examples({"plan-shares --count 12000 --multiple-of 10 --speeds 2*3,2*1",
                         "plan-shares --lines records.txt --multiple-of 4 --speeds 4,2,1 -o shares.json"});
  return tool.run(argc, argv, [&] {
    if (!count_option.given() && !data_option.given() && !lines_option.given() && !array.given())
      throw UsageError("--count is required, or --data, or --lines, or --array");
    if (array.given() && limits.multiples())
      throw UsageError("--array: blocks are whole rows and columns; expected no --multiple-of");
    auto request = array.read();
    const std::string file = data_option.given() ? data : lines;
    tool.require_apart(file);
    input.require_other_than(file, data_option.given() ? "--data" : "--lines");
    const auto speeds = input.read(tool);
    const bool has_seconds = speeds.kernel == "command" || hbsp::are_element_speeds(speeds);
    const auto wanted = limits.read(speeds);
    if (array.given()) {
      request.wanted = wanted;
      auto plan = shares::plan_array(request, speeds, has_seconds);
      return document::write_plan(tool, std::move(plan), speeds, has_seconds);
    }
    const auto table = data_option.given()    ? data::read_table_info(data)
                       : lines_option.given() ? data::read_line_info(lines)
                                              : data::TableInfo{count};
    auto plan = shares::plan_shares(table.rows, speeds, wanted, {has_seconds, true});
    if (!count_option.given()) plan.data = {{"file", text_of_name(file)}, {"bytes", table.bytes}};
    document::write_plan(tool, std::move(plan), speeds, has_seconds);
  });
}
