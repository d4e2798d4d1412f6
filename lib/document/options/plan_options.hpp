// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "document/common.hpp"
#include "document/json.hpp"
#include "document/options/network_options.hpp"
#include "document/options/run_options.hpp"
#include "document/options/table_options.hpp"

namespace uneven::document {

/// How the learning rate falls. constant: not at all; step: times `factor` after every `every` iterations; inverse: at
/// iteration t, counted from 0, it is 1 / (1 + t / T) of the first.
struct RateSchedule {
  enum class Kind { constant, step, inverse } kind = Kind::constant;
  std::int64_t every = 1;  ///< iterations, of step; T of inverse
  double factor = 1;       ///< of step

  /// Of the first rate, at iteration `t` from 0.
  double share(std::int64_t t) const;
};

/// As text constant, step:EVERY:FACTOR or inverse:T.
std::string text_of(const RateSchedule& schedule);

/// @throws InputError  that names the option of the job.
RateSchedule parse_rate_schedule(const std::string& text);

/// Input and options of a job that trains a perceptron ("run": "bp"), or applies one that is trained.
struct BpOptions {
  std::optional<std::string> data;  ///< as lib/data reads it; absent: made up from the seed
  std::optional<std::string> test;  ///< held-out samples for the accuracy at the end
  TableOptions table;               ///< how both are read, if they are tables
  std::optional<std::string> form;  ///< of made-up input: one-hot (also if absent) or dense
  NetworkOptions network;
  bool standardise = false;               ///< inputs have mean 0 and deviation 1 over the training samples
  std::optional<std::int64_t> batch;      ///< samples of an iteration; absent: all
  std::optional<std::string> validation;  ///< samples on which training stops early
  std::int64_t validate_every = 0;        ///< iterations; 0: an epoch
  std::int64_t patience = 10;             ///< validations without a better one before training stops
  std::optional<std::string> model;       ///< the trained network is written to this file
  std::optional<std::string> predict;     ///< a model that is applied, in place of training
  std::optional<std::string> output;      ///< of predict: NPY, or CSV by its name
  bool probabilities = false;             ///< of predict: outputs in place of labels
  std::vector<Processor> cluster;         ///< of predict without a plan: the processors that share the samples
  std::int64_t iterations = 100;
  std::optional<double> target_error;   ///< stop at or below it
  std::optional<double> learning_rate;  ///< epsilon of eq. (7) and (8); absent: 2 / samples
  RateSchedule rate_schedule;
  double momentum = 0;
  std::uint64_t seed = 1;
  std::string precision = "single";                    ///< single | double
  std::optional<std::string> weights_in, weights_out;  ///< "W.npy,V.npy", a file for each layer
  std::optional<std::string> checkpoint;
  std::int64_t checkpoint_every = 0;  ///< iterations; 0: only at the end and when stopped
  bool resume = false;
  std::int64_t replan = 0;     ///< iterations between new plans; 0: none
  bool replan_always = false;  ///< also where it does not pay
  std::vector<Slowdown> slow;
  std::string match = "host";
  std::optional<double> max_seconds;
};

Object describe_input(const BpOptions&);
Object describe_options(const BpOptions&);

/// @throws InputError  if options contradict one another.
void complete(const BpOptions& options, const Json& input_of_job, const Json& options_of_job);

/// Input and options of a job that multiplies matrices ("run": "matmul").
struct MatmulOptions {
  std::optional<std::string> a, b;  ///< NPY files; absent: made up from the seed
  bool transpose_a = false;         ///< the file of A holds A transposed
  bool transpose_b = false;
  std::optional<std::string> c;  ///< NPY file for the product; absent: it is not kept
  std::uint64_t seed = 1;
  std::string precision = "double";  ///< single | double
  bool check = false;                ///< verify the product with random vectors
  std::string match = "host";
  std::optional<double> max_seconds;
};

Object describe_input(const MatmulOptions&);
Object describe_options(const MatmulOptions&);

/// Type of an element; of a matrix, of its four numbers.
enum class NumberType { float32, float64, int64 };

constexpr auto table_of(NumberType) {
  using enum NumberType;
  return std::to_array<Name<NumberType>>({{float32, "float"}, {float64, "double"}, {int64, "int64"}});
}

/// Options of run-reduction.
struct ReductionOptions {
  std::string operation = "sum";  ///< sum | min | max | product | concat | matrix, or the name of one's own
  bool user_operator = false;     ///< the operator is a shared object that the command line of mpi-runner names
  NumberType type = NumberType::float64;
  std::int64_t elements = 1;        ///< per item; of a matrix operator, 2 x 2 matrices
  std::optional<std::string> data;  ///< NPY file, a row per item, or lines; made up from the seed if absent
  std::int64_t seed = 1;
  std::int64_t repeat = 1;            ///< >= 1
  bool against_mpi = false;           ///< measure MPI_Reduce too
  std::optional<std::string> result;  ///< file for the joined value: NPY, or of concat the text
  std::string match = "host";
  std::optional<double> max_seconds;
};

Object describe_input(const ReductionOptions&);
Object describe_options(const ReductionOptions&);

/// The type of elements follows from the operation where the job names none.
/// @throws InputError  if options contradict one another.
void complete(ReductionOptions& options, const Json& input_of_job, const Json& options_of_job);

enum class Weighting {
  okada,  ///< w = 1 / sqrt(sum_j (k_j / n)^2), Okada 1993
  sumita  ///< w = sqrt(sum_j (k_j / n)^2), Sumita and Iida 1991
};
enum class AnswerFormat { tsv, jsonl };
/// Whether a scan passes over examples that cannot be among the nearest.
enum class Pruned { automatic, on, off };

/// How far two vectors are from each other.
enum class Metric {
  l2,     ///< sum_i (a_i - b_i)^2
  cosine  ///< 1 - a b / (|a| |b|)
};

constexpr auto table_of(Metric) {
  return std::to_array<Name<Metric>>({{Metric::l2, "l2"}, {Metric::cosine, "cosine"}});
}
constexpr auto table_of(Weighting) {
  return std::to_array<Name<Weighting>>({{Weighting::okada, "okada"}, {Weighting::sumita, "sumita"}});
}
constexpr auto table_of(AnswerFormat) {
  return std::to_array<Name<AnswerFormat>>({{AnswerFormat::tsv, "tsv"}, {AnswerFormat::jsonl, "jsonl"}});
}
constexpr auto table_of(Pruned) {
  return std::to_array<Name<Pruned>>({{Pruned::automatic, "auto"}, {Pruned::on, "on"}, {Pruned::off, "off"}});
}

/// Input and options of a job that answers queries by example ("run": "search").
struct SearchOptions {
  std::optional<std::string> examples;  ///< a table; absent: made up from the seed
  bool recombine = false;  ///< make up as many as the plan says from those of the table; no answers are told
  std::string queries;     ///< a table as text; its columns are those that are compared
  std::string queries_name = "queries";
  std::optional<std::string> vector;   ///< examples are vectors: columns of the table, or "all"
  std::optional<std::string> vectors;  ///< then a file of queries, in place of `queries`
  Metric metric = Metric::l2;          ///< of vectors
  std::int64_t k = 10;
  Weighting weighting = Weighting::okada;
  AnswerFormat format = AnswerFormat::tsv;
  bool explain = false;
  bool ties_all = false;
  bool no_exact = false;  ///< scan for every query, also for one that is among the examples
  Pruned pruned = Pruned::automatic;
  std::int64_t batch = 256;  ///< queries that travel and scan together
  std::uint64_t seed = 1;
  std::string match = "host";
  std::optional<double> max_seconds;

  // Columns, see search::Roles.
  std::vector<std::string> equal{"particle", "pos1", "pos2", "affix1", "affix2"};
  std::vector<std::string> codes{"code1", "code2"};
  std::vector<std::string> numbers{};
  std::vector<std::string> target{"pattern"};
  std::vector<std::string> phrase{"n1", "particle", "n2"};
  std::vector<std::string> show{"pattern", "translation"};
};

Object describe_input(const SearchOptions&);
Object describe_options(const SearchOptions&);

/// @throws InputError  if options contradict one another.
void complete(const SearchOptions& options, const Json& input_of_job, const Json& options_of_job);

}  // namespace uneven::document
