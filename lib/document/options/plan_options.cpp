// SPDX-License-Identifier: MIT
#include "document/options/plan_options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "document/common.hpp"
#include "document/field_groups.hpp"
#include "document/options/run_options.hpp"

namespace uneven::document {

namespace {

bool are_files_of_weights(const std::string& list) {
  const auto files = split(list, ',');
  return files.size() >= 2 && std::ranges::none_of(files, [](const auto& file) { return file.empty(); });
}

/// Whether a member of the network options is as it is without the option.
template <auto Member>
bool is_usual(const void* from) {
  return static_cast<const BpOptions*>(from)->network.*Member == NetworkOptions().*Member;
}

}  // namespace

double RateSchedule::share(std::int64_t t) const {
  if (kind == Kind::step) return std::pow(factor, static_cast<double>(t / every));
  if (kind == Kind::inverse) return 1 / (1 + static_cast<double>(t) / static_cast<double>(every));
  return 1;
}

std::string text_of(const RateSchedule& s) {
  if (s.kind == RateSchedule::Kind::step) return "step:" + std::to_string(s.every) + ":" + shortest(s.factor);
  return s.kind == RateSchedule::Kind::inverse ? "inverse:" + std::to_string(s.every) : "constant";
}

RateSchedule parse_rate_schedule(const std::string& text) {
  using Kind = RateSchedule::Kind;
  const std::vector<std::string> words = split(text, ':');
  const Kind kind = words[0] == "step" ? Kind::step : words[0] == "inverse" ? Kind::inverse : Kind::constant;
  RateSchedule schedule{kind};
  bool right = words.size() == (kind == Kind::step ? 3 : kind == Kind::inverse ? 2 : 1);
  right = right && (kind != Kind::constant || text == "constant");
  const auto read = [&](std::size_t at, auto& value) {
    if (!right || at >= words.size()) return;
    const char *begin = words[at].data(), *end = begin + words[at].size();
    const auto [last, error] = std::from_chars(begin, end, value);
    right = error == std::errc() && last == end;
  };
  read(1, schedule.every);
  read(2, schedule.factor);
  if (right && schedule.every >= 1 && schedule.factor > 0 && schedule.factor <= 1) return schedule;
  throw InputError("/options/learning_rate_schedule: found " + excerpt(Json(text)) +
                   "; expected constant, step:EVERY:FACTOR with a factor above 0 and at most 1, or inverse:T");
}

static void read_value(const Node& node, RateSchedule& schedule) {
  schedule = parse_rate_schedule(std::string(node.text()));
}
static void write_value(std::string& out, const RateSchedule& schedule) { append_text(out, text_of(schedule)); }

Object describe_input(const BpOptions&) {
  using O = BpOptions;
  return Object({
      maybe<&O::data>("data", file(), "Absent: made up from the seed."),
      maybe<&O::test>("test", file(), "Held-out samples for the accuracy at the end."),
      maybe<&O::weights_in>("weights_in", files_of_weights(), "Weights to begin with."),
      maybe<&O::form>("form", one_of({"one-hot", "dense"}),
                      "Of made-up input; absent: as the plan's speeds were measured."),
      maybe<&O::validation>("validation", file(), "Held-out samples, on which training stops early."),
      maybe<&O::predict>("predict", file(), "A trained model, which is applied to the data in place of training."),
  });
}

Object describe_options(const BpOptions&) {
  using O = BpOptions;
  return Object(joined({
      maybe<&O::iterations>("iterations", count()),
      maybe<&O::target_error>("target_error", amount(), "Stop at or below it."),
      maybe<&O::learning_rate>("learning_rate", positive(), "Absent: 2 / samples."),
      field<&O::rate_schedule>("learning_rate_schedule", text("constant, step:EVERY:FACTOR or inverse:T"),
                               "How the learning rate falls.")
          .unless([](const void* o) {
            return static_cast<const O*>(o)->rate_schedule.kind == RateSchedule::Kind::constant;
          }),
      maybe<&O::momentum>("momentum", below_one()),
      field<&O::network, &NetworkOptions::hidden>("hidden_units", one_of<HiddenUnits>(),
                                                  "What hidden units make of their sums; absent: sigmoid.")
          .unless(is_usual<&NetworkOptions::hidden>),
      field<&O::network, &NetworkOptions::output>("output_units", one_of<OutputUnits>(),
                                                  "The same for outputs; absent: sigmoid.")
          .unless(is_usual<&NetworkOptions::output>),
      maybe<&O::network, &NetworkOptions::loss>("loss", one_of<Loss>(), "Absent: squared, of softmax cross-entropy."),
      field<&O::network, &NetworkOptions::bias>("bias", flag(), "Units have biases.")
          .unless(is_usual<&NetworkOptions::bias>),
      field<&O::network, &NetworkOptions::first_weights>("first_weights", one_of<FirstWeights>(), "Absent: uniform.")
          .unless(is_usual<&NetworkOptions::first_weights>),
      field<&O::standardise>("standardise", flag(), "Inputs have mean 0 and deviation 1 over the training samples.")
          .unless(is<&O::standardise, false>),
      maybe<&O::batch>("batch", size(), "Samples of an iteration (absent: all), or queries that travel together."),
      field<&O::validate_every>("validate_every", count(), "0: once an epoch.")
          .in("iterations")
          .unless(is<&O::validate_every, 0>),
      field<&O::patience>("patience", size(), "Validations without a better one before training stops.")
          .unless(is<&O::patience, 10>),
      maybe<&O::model>("model", file(), "The trained network."),
      maybe<&O::output>("output", file(), "What is found for each sample, or for each element."),
      field<&O::probabilities>("probabilities", flag(), "Outputs in place of labels.")
          .unless(is<&O::probabilities, false>),
      maybe<&O::seed>("seed", count(), "Of random numbers."),
      maybe<&O::precision>("precision", one_of({"single", "double"})),
      table_fields<&O::table>(),
      maybe<&O::weights_out>("weights_out", files_of_weights(), "Weights at the end."),
      checkpointing<O>(),
      maybe<&O::replan>("replan", count(), "Between new plans; 0: none.").in("iterations"),
      maybe<&O::replan_always>("replan_always", flag(), "Follow new plans also where it does not pay."),
      always<&O::slow>("slow", slowdowns(), meaning_of_slow),
      limits<O>(),
      maybe<&O::cluster>("cluster", processors(0), "Without a plan: the processors that share the samples."),
  }));
}

void complete(const BpOptions& o, const Json&, const Json& options) {
  require_speeds(o.slow);
  if (!loss_fits(o.network))
    throw InputError("/options/loss: found \"" + name_of(loss_of(o.network)) + "\" of " + name_of(o.network.output) +
                     " outputs; expected " + (o.network.output == OutputUnits::softmax ? "cross-entropy" : "squared"));
  require_option(!o.predict || o.output, "output", options, "a file for what the model predicts");
  if (o.predict && !o.data) throw InputError("/input/data: missing; expected samples for the model");
  if (o.weights_in && !are_files_of_weights(*o.weights_in))
    throw InputError("/input/weights_in: found \"" + shown(*o.weights_in) + "\"; expected " +
                     files_of_weights().expected);
  require_option(!o.weights_out || are_files_of_weights(*o.weights_out), "weights_out", options,
                 files_of_weights().expected);
  require_option(o.checkpoint_every == 0 || o.checkpoint, "checkpoint_every", options, "0 without a checkpoint");
}

Object describe_input(const MatmulOptions&) {
  using O = MatmulOptions;
  return Object({
      maybe<&O::a>("a", file(), "Absent: made up from the seed."),
      maybe<&O::b>("b", file(), "Absent: made up from the seed."),
      field<&O::transpose_a>("transpose_a", flag(), "The file of A holds A transposed.")
          .unless(is<&O::transpose_a, false>),
      field<&O::transpose_b>("transpose_b", flag(), "The file of B holds B transposed.")
          .unless(is<&O::transpose_b, false>),
  });
}

Object describe_options(const MatmulOptions&) {
  using O = MatmulOptions;
  return Object({
      maybe<&O::seed>("seed", count()),
      maybe<&O::precision>("precision", one_of({"single", "double"})),
      maybe<&O::check>("check", flag(), "Verify the product with random vectors."),
      maybe<&O::match>("match", match()),
      maybe<&O::c>("c", file(), "The product; absent: it is not kept."),
      maybe<&O::max_seconds>("max_seconds", positive()),
  });
}

Object describe_input(const ReductionOptions&) {
  using O = ReductionOptions;
  return Object({
      maybe<&O::elements>("elements", size(), "Of an item."),
      maybe<&O::type>("type", one_of<NumberType>(), "Of an element."),
      maybe<&O::seed>("seed", count(), "Of random numbers."),
      maybe<&O::data>("data", file(), "A row, or of concat a line, per item; absent: made up from the seed."),
  });
}

Object describe_options(const ReductionOptions&) {
  using O = ReductionOptions;
  return Object(joined({
      maybe<&O::operation>("operator", text("the name of an operator")),
      field<&O::user_operator>("user_operator", flag(),
                               "The operator is a shared object that\n.BR mpi-runner (1)\n"
                               "is given on its command line,\nwhich also says the type.")
          .unless(is<&O::user_operator, false>),
      maybe<&O::repeat>("repeat", size(), "Rounds."),
      maybe<&O::against_mpi>("against_mpi", flag(), "Measure MPI_Reduce, too."),
      maybe<&O::result>("result", file(), "What all items are joined to; absent: it is not kept."),
      limits<O>(),
  }));
}

void complete(ReductionOptions& o, const Json& input, const Json&) {
  // Of floats, products of matrices depend on their order.
  if (o.operation == "matrix" && raw_at(input, "type").is_null()) o.type = NumberType::int64;
  if (o.user_operator) return;
  require_one_of("/options/operator", o.operation, {"sum", "min", "max", "product", "concat", "matrix"});
  if (o.operation == "concat" && o.against_mpi)
    throw InputError("/options/against_mpi: MPI_Reduce cannot concatenate; expected another operator");
}

Object describe_input(const SearchOptions&) {
  using O = SearchOptions;
  const auto no_text = [](const void* o) {
    return !static_cast<const O*>(o)->examples || static_cast<const O*>(o)->vector;
  };
  return Object({
      maybe<&O::examples>("examples", file(), "A table; absent: made up from the seed."),
      field<&O::queries>("queries", text("a table of queries"), "Its text.").unless(no_text),
      field<&O::queries_name>("queries_name", text("what messages call the queries")).unless(no_text),
      maybe<&O::vectors>("vectors", file(), "Queries in place of the text, where examples are vectors."),
  });
}

Object describe_options(const SearchOptions&) {
  using O = SearchOptions;
  return Object(joined({
      maybe<&O::k>("k", size()),
      maybe<&O::vector>("vector", text("columns, such as 1,3-5 or names of the header, or all"),
                        "Columns of the table that make a vector of each example; absent: examples have words."),
      field<&O::metric>("metric", one_of<Metric>(), "Of vectors.").unless(is<&O::metric, Metric::l2>),
      maybe<&O::weighting>("weighting", one_of<Weighting>()),
      maybe<&O::format>("format", one_of<AnswerFormat>()),
      maybe<&O::explain>("explain", flag()),
      maybe<&O::recombine>(
          "recombine", flag(),
          "Make up as many examples as the plan says from those of the table, or without a table from\n"
          ".BR seed ,\nand tell no answers."),
      maybe<&O::ties_all>("ties_all", flag()),
      maybe<&O::no_exact>("no_exact", flag(), "Scan for every query, also for one that is among the examples."),
      maybe<&O::pruned>("pruned", one_of<Pruned>(), "Pass over examples that cannot be among the nearest."),
      maybe<&O::batch>("batch", size(), "Queries that travel and scan together."),
      maybe<&O::seed>("seed", count()),
      limits<O>(),
      always<&O::equal>("equal", names(), "Columns."),
      always<&O::codes>("codes", names(), "Columns."),
      maybe<&O::numbers>("numbers", names(), "Columns."),
      always<&O::target>("target", names(), "Columns."),
      always<&O::phrase>("phrase", names(), "Columns."),
      always<&O::show>("show", names(), "Columns."),
  }));
}

void complete(const SearchOptions& o, const Json&, const Json& options) {
  require_option(!o.vector || (o.examples && o.vectors), "vector", options,
                 "nothing, unless the input names files of examples and of vectors");
  require_option(!o.vector || !o.recombine, "recombine", options, "false, for vectors are not recombined");
}

}  // namespace uneven::document
