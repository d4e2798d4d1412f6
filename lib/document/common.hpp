// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "document/describe/object.hpp"
#include "document/json.hpp"
#include "document/writer.hpp"

namespace uneven {

document::Object describe(const MadeBy&);

}

namespace uneven::document {

/// Algorithm of an all-reduce. With k members and a vector of B bytes:
///   linear  all send to the first, which adds and sends back: 2 (k-1) B through the first's link (the paper's
///           one-to-one messages)
///   tree    reduction along a tree and broadcast back, each message of B; binomial: 2 ceil(log2 k) rounds
///   ring    reduce-scatter and all-gather: 2 (k-1) rounds of B/k
enum class Collective { linear, tree, ring };

constexpr auto table_of(Collective) {
  using enum Collective;
  return std::to_array<Name<Collective>>({{linear, "linear"}, {tree, "tree"}, {ring, "ring"}});
}

/// `count` consecutive integers from `first`.
struct Range {
  std::int64_t first = 0;
  std::int64_t count = 0;
  std::int64_t end() const { return first + count; }
  bool operator==(const Range&) const = default;
};

/// One processor that a plan was made for; host and cpu are absent where speeds were given by hand.
struct Processor {
  std::optional<std::string> host;
  std::optional<std::string> cpu;
  std::int64_t threads = 1;
  double speed = 1;                            ///< units of the kernel's work per second
  std::optional<double> cpu_share{};           ///< of a core, where a quota limits it
  std::optional<double> cpu_burst_s{};         ///< CPU time that it may use at once before the quota stops it
  std::optional<double> sample_s{};            ///< that a training sample takes whatever the number of hidden units
  std::optional<double> pipelined_slowdown{};  ///< of training, see MeasuredProcessor; >= 1
  std::optional<double> tall_slowdown{};       ///< of training, see MeasuredProcessor; >= 1
  std::optional<double> fixed_s{};             ///< that a call of a command takes whatever the number of units
  std::optional<std::int64_t> memory_bytes{};  ///< that the work may use
};

/// v_i of the processors of a plan, shape [N].
inline std::vector<double> speeds_of(std::span<const Processor> cluster) {
  std::vector<double> speed;
  for (const Processor& processor : cluster) speed.push_back(processor.speed);
  return speed;
}

/// Bytes sent in one iteration, product, reduction or superstep.
struct SentBytes {
  std::int64_t largest = 0;  ///< by the busiest processor
  std::int64_t sum = 0;      ///< by all
};

/// The command that made a plan.
using uneven::MadeBy;

using uneven::name_of;  // of enumerations, beside their documents

Object describe(const Range&);
Object describe(const SentBytes&);
Object describe(const Processor&);

Type range();
Type processor_numbers(std::string expected = "a list of processor numbers");

/// @param each  in words.
Type processors(std::size_t fewest = 1, std::string each = "an object with a speed");

// Where a processor is: fields of all lists of processors.
Type host();
Type cpu();
Type threads();

// Fields of all plans.
Type made_by();
Type kernel();          ///< of the speeds
Type kernel_options();  ///< of the speeds
Type data(const std::string& expected);

/// The fields that all plans have in common, with their meanings; in the plans themselves their meaning is "".
const Object& fields_of_plans();

/// The member `key` as it is, null if absent.
Json raw_at(const Json& json, const char* key);

/// @throws InputError that names the option `key` of a job and what it is, unless it is sound.
void require_option(bool sound, const char* key, const Json& options, const std::string& expected);

/// @throws InputError that names the member at `pointer` and what was found there, unless it is one of the names.
void require_one_of(const std::string& pointer, const std::string& found, const std::vector<std::string>& names);

}  // namespace uneven::document
