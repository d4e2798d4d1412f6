// SPDX-License-Identifier: MIT
#include "document/speeds_option.hpp"

#include "base/error.hpp"
#include "base/number.hpp"
#include "document/document.hpp"

namespace uneven::document {

namespace {

constexpr std::size_t most_processors = std::size_t{1} << 24;  // each takes several hundred bytes

}  // namespace

void SpeedsOption::add_to(CommandLine& app, const std::string& kernel, const std::string& unit) {
  const Option by_hand =
      app.add_option("--speeds", list_, "Speeds by hand, such as 4*1.0,2, instead of SPEEDS" + unit).type_name("LIST");
  app.add_option("SPEEDS", path_, "Output of measure-speeds" + kernel + "; '-' is standard input")
      .type_name("FILE")
      .excludes(by_hand);
}

Speeds SpeedsOption::read(const Tool& tool) const {
  if (!list_) return load(path_.value_or("-"), {"speeds"}, tool).as<Speeds>();
  Speeds speeds;
  const std::vector<double> list = parse_positive_list(*list_, "--speeds");
  if (list.size() > most_processors)
    throw UsageError("--speeds: has " + std::to_string(list.size()) + " processors; expected at most " +
                     std::to_string(most_processors));
  speeds.processors.reserve(list.size());
  for (const double speed : list) {
    auto& processor = speeds.processors.emplace_back();
    processor.rank = std::ssize(speeds.processors) - 1;
    processor.speed = speed;
  }
  return speeds;
}

}  // namespace uneven::document
