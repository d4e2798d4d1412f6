// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "document/common.hpp"
#include "document/describe/field.hpp"
#include "document/options/run_options.hpp"

namespace uneven::document {

// Fields and faults of several objects, described once for all structs that have them.

/// One field, or several that follow one another.
struct Fields {
  Fields(Field field) : all{std::move(field)} {}
  Fields(std::vector<Field> group) : all(std::move(group)) {}

  std::vector<Field> all;
};

/// One list of all fields of an object; some of them come as groups.
inline std::vector<Field> joined(std::initializer_list<Fields> groups) {
  std::vector<Field> fields;
  for (const auto& [group] : groups) fields.insert(fields.end(), group.begin(), group.end());
  return fields;
}

/// The last fields of a plan: the speeds and the data that it was made from, and the tool.
/// @param of_data  in words, where the plan has data.
template <class Plan>
std::vector<Field> origin(const std::string& of_data = "") {
  std::vector<Field> fields{always<&Plan::kernel>("kernel", kernel())};
  if constexpr (requires(Plan p) { p.kernel_options; })
    fields.push_back(maybe<&Plan::kernel_options>("kernel_options", kernel_options()));
  if constexpr (requires(Plan p) { p.data; }) fields.push_back(maybe<&Plan::data>("data", data(of_data)));
  fields.push_back(maybe<&Plan::made_by>("made_by", made_by()));
  return fields;
}

/// A processor and the range that it has. @param first  meaning of the first number.
template <auto Processor, auto Numbers>
std::vector<Field> processor_and_range(const std::string& first) {
  return {field<Processor>("processor", count()), field<Numbers, &Range::first>("first", count(), first),
          field<Numbers, &Range::count>("count", count(), "How many.")};
}

/// Criteria for candidates. @param of  end of "Predicted, ...": unit and scope. @param formula  end of "absent where
/// ...": the prediction without a replay.
template <class Candidate>
std::vector<Field> judgement(const std::string& of, const std::string& formula) {
  return {always<&Candidate::seconds>("seconds", or_null(amount()), "Predicted, " + of),
          field<&Candidate::replayed>("replayed", flag(), "True where a replay predicts them; absent where " + formula)
              .unless(is<&Candidate::replayed, false>),
          field<&Candidate::fits>("fits", flag(),
                                  "False where a processor has too little memory; absent where none is known to have.")
              .unless(is<&Candidate::fits, true>)};
}

/// Options of runs that keep a checkpoint.
template <class Options>
std::vector<Field> checkpointing() {
  std::vector<Field> fields{maybe<&Options::checkpoint>("checkpoint", file())};
  if constexpr (requires(Options o) { o.checkpoint_every; })
    fields.push_back(
        maybe<&Options::checkpoint_every>("checkpoint_every", count(), "0: only at the end and when stopped.")
            .in("iterations"));
  fields.push_back(maybe<&Options::resume>("resume", flag(), "Begin with the checkpoint."));
  return fields;
}

/// Options of runs on the hosts of a plan: which hosts may take part, and for how long.
template <class Options>
std::vector<Field> limits() {
  return {maybe<&Options::match>("match", match(), "What of a host must be as planned."),
          maybe<&Options::max_seconds>("max_seconds", positive(), "Of the run; of measure, for the speeds.")};
}

/// Adds a fault for each rank that is not its place in the list.
template <class Ranked>
void check_ranks(const std::vector<Ranked>& processors, Faults& faults) {
  for (std::size_t i = 0; i < processors.size(); ++i)
    if (const std::int64_t rank = processors[i].rank; rank != static_cast<std::int64_t>(i))
      faults.add("/processors/" + std::to_string(i) + "/rank",
                 "found " + std::to_string(rank) + "; expected " + std::to_string(i) + ", its place in the list");
}

}  // namespace uneven::document
