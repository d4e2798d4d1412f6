// SPDX-License-Identifier: MIT
#include "document/checkpoint.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/error.hpp"
#include "base/file.hpp"
#include "bp/weights.hpp"
#include "document/document.hpp"

namespace uneven::bp {

namespace {

constexpr const char* kind = "bp-checkpoint";

template <class Number>
std::int64_t bytes_of(std::int64_t count) {
  return count * static_cast<std::int64_t>(sizeof(Number));
}

template <class Number>
void write_numbers(document::CheckpointOutput& out, const std::vector<Number>& numbers) {
  out.write(numbers.data(), numbers.size() * sizeof(Number));
}

/// The next numbers of the body. @param at  their offset; moved past them.
template <class Number>
std::vector<Number> read_numbers(document::CheckpointInput& in, std::int64_t& at, std::int64_t count,
                                 const std::string& what) {
  std::vector<Number> numbers(static_cast<std::size_t>(count));
  in.read(at, bytes_of<Number>(count), numbers.data());
  at += bytes_of<Number>(count);
  if (!std::ranges::all_of(numbers, [](Number n) { return std::isfinite(n); }))
    throw InputError("the checkpoint is damaged: it holds " + what + " that is not finite");
  return numbers;
}

template <class Real>
State<Real> read_existing(const std::string& path, const document::Json& identity, std::int64_t weights) {
  document::CheckpointInput in(path);
  State<Real> state;
  document::in_document(path, [&] {
    const document::Json header = document::read_checkpoint_header(in.header(), kind, identity);
    const std::int64_t iterations = document::count_in(header, "iterations");
    const std::int64_t velocity = document::count_in(header, "velocity");
    const bool validated = header.contains("validations");  // earlier versions had none
    const std::int64_t validations = validated ? document::count_in(header, "validations") : 0;
    const std::int64_t best = validations > 0 ? weights : 0;
    if (document::count_in(header, "weights") != weights || (velocity != 0 && velocity != weights))
      throw InputError("holds another number of weights; expected " + std::to_string(weights));
    // Compared before it is multiplied, which could wrap around.
    const std::int64_t rest = in.bytes() - bytes_of<Real>(weights) - bytes_of<Real>(velocity) - bytes_of<Real>(best);
    if (rest < 0 || iterations > rest || validations > rest || bytes_of<double>(iterations + validations) != rest)
      throw InputError("the checkpoint is damaged: its header tells of another length");
    std::int64_t at = 0;
    state.error = read_numbers<double>(in, at, iterations, "an error");
    state.weights = read_numbers<Real>(in, at, weights, "a weight");
    state.velocity = read_numbers<Real>(in, at, velocity, "a velocity");
    state.validation = read_numbers<double>(in, at, validations, "a loss");
    state.best = read_numbers<Real>(in, at, best, "a weight");
  });
  return state;
}

}  // namespace

template <class Real>
void write_checkpoint(const std::string& path, const document::Json& identity, const State<Real>& state) {
  const auto errors = std::ssize(state.error), weights = std::ssize(state.weights),
             velocity = std::ssize(state.velocity), validations = std::ssize(state.validation),
             best = std::ssize(state.best);
  document::OrderedJson counts{{"iterations", errors}, {"weights", weights}, {"velocity", velocity}};
  if (validations > 0) counts["validations"] = validations;
  document::CheckpointOutput out(path, document::checkpoint_header(kind, identity, counts),
                                 bytes_of<double>(errors + validations) + bytes_of<Real>(weights + velocity + best));
  write_numbers(out, state.error);
  write_numbers(out, state.weights);
  write_numbers(out, state.velocity);
  write_numbers(out, state.validation);
  write_numbers(out, state.best);
  out.commit();
}

template <class Real>
std::optional<State<Real>> read_checkpoint(const std::string& path, const document::Json& identity,
                                           std::size_t weights) {
  if (is_missing(path)) return std::nullopt;
  return read_existing<Real>(path, identity, static_cast<std::int64_t>(weights));
}

template void write_checkpoint(const std::string&, const document::Json&, const State<float>&);
template void write_checkpoint(const std::string&, const document::Json&, const State<double>&);
template std::optional<State<float>> read_checkpoint(const std::string&, const document::Json&, std::size_t);
template std::optional<State<double>> read_checkpoint(const std::string&, const document::Json&, std::size_t);

}  // namespace uneven::bp
