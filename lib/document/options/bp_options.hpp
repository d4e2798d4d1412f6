// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "document/json.hpp"
#include "document/options/run_options.hpp"
#include "document/options/slowdown.hpp"

namespace uneven::document {

/// Input and options of a job that trains a perceptron ("run": "bp").
struct BpOptions {
  std::optional<std::string> data;  ///< as lib/data reads it; absent: made up from the seed
  std::optional<std::string> test;  ///< held-out samples for the accuracy at the end
  std::optional<std::string> form;  ///< of made-up input: one-hot (also if absent) or dense
  std::int64_t iterations = 100;
  std::optional<double> target_error;   ///< stop at or below it
  std::optional<double> learning_rate;  ///< epsilon of eq. (7) and (8); absent: 2 / samples
  double momentum = 0;
  std::uint64_t seed = 1;
  std::string precision = "single";                    ///< single | double
  std::optional<std::string> weights_in, weights_out;  ///< "W.npy,V.npy"
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

}  // namespace uneven::document
