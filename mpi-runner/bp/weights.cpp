// SPDX-License-Identifier: MIT
#include "bp/weights.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/file_name.hpp"
#include "data/formats/npy.hpp"

namespace uneven::bp {

namespace {

constexpr int weights_tag = 0;
constexpr int root = 0;

template <class Real>
void copy_rows(const Piece<Real>& piece, const Real* from, std::int64_t from_stride, Real* to, std::int64_t to_stride) {
  for (std::int64_t row = 0; row < piece.rows; ++row)
    std::copy_n(from + row * from_stride, piece.columns, to + row * to_stride);
}

}  // namespace

std::int64_t numbers_of(const std::vector<std::int64_t>& sizes, bool bias) {
  if (sizes.size() == 3) return (sizes[0] + bias + sizes[2]) * (sizes[1] + bias);
  std::int64_t numbers = 0;
  for (std::size_t j = 0; j + 1 < sizes.size(); ++j) numbers += (sizes[j] + bias) * sizes[j + 1];
  return numbers;
}

template <class Real>
void take(const Whole<Real>& whole, const Piece<Real>& piece) {
  copy_rows(piece, whole.data() + piece.first, piece.stride, piece.own, piece.own_stride);
}

template <class Real>
Whole<Real> gather(Team& team, std::int64_t numbers, const std::vector<Piece<Real>>& pieces) {
  schedule::Transport& transport = team.transport();
  const auto memory = [](const Piece<Real>& piece, Real* first, std::int64_t stride) {
    return schedule::Memory{first, piece.columns, piece.rows, stride, sizeof(Real)};
  };
  Whole<Real> whole;
  if (team.rank() == root) whole.resize(static_cast<std::size_t>(numbers));
  std::vector<schedule::Request> requests;
  for (const Piece<Real>& piece : pieces) {
    Real* const place = whole.empty() ? nullptr : whole.data() + piece.first;
    if (piece.owner == root && place) copy_rows(piece, piece.own, piece.own_stride, place, piece.stride);
    if (piece.owner == root) continue;
    if (team.rank() == piece.owner)
      requests.push_back(transport.send(root, weights_tag, memory(piece, piece.own, piece.own_stride)));
    if (team.rank() == root)
      requests.push_back(transport.receive(piece.owner, weights_tag, memory(piece, place, piece.stride)));
  }
  transport.wait_until([&] {
    if (!requests.empty()) transport.test_requests(requests);
    return std::ranges::all_of(requests, [](schedule::Request request) { return request == schedule::no_request; });
  });
  return whole;
}

template <class Real>
std::vector<Real> read_matrix(const std::string& file, std::int64_t rows, std::int64_t columns) {
  const data::NpyHeader header = data::read_npy_header(file);
  const bool vector = columns == 0;
  if (header.shape != (vector ? std::vector{rows} : std::vector{rows, columns})) {
    std::string shape;
    for (const std::int64_t n : header.shape) shape += (shape.empty() ? "" : " x ") + std::to_string(n);
    throw InputError(file + ": is " + shape + "; expected " + std::to_string(rows) +
                     (vector ? "" : " x " + std::to_string(columns)));
  }
  auto matrix = data::read_npy_rows<Real>(file, header, {0, rows});
  if (!std::ranges::all_of(matrix, [](Real weight) { return std::isfinite(weight); }))
    throw InputError(file + ": holds a weight that is not finite");
  return matrix;
}

namespace {

/// Where the weights of a layer are in the whole: outputs `output` apart, inputs `input` apart.
struct Steps {
  std::int64_t first, outputs, inputs, output, input;
};

/// @param inputs  with that of the biases.
std::vector<Steps> steps_of(const std::vector<std::int64_t>& sizes, bool bias) {
  if (sizes.size() == 3) {
    const std::int64_t inputs = sizes[0] + bias, hidden = sizes[1] + bias;
    return {{0, sizes[1], inputs, 1, hidden}, {inputs * hidden, sizes[2], hidden, hidden, 1}};
  }
  std::vector<Steps> layers;
  std::int64_t first = 0;
  for (std::size_t j = 0; j + 1 < sizes.size(); ++j) {
    layers.push_back({first, sizes[j + 1], sizes[j] + bias, 1, sizes[j + 1]});
    first += (sizes[j] + bias) * sizes[j + 1];
  }
  return layers;
}

}  // namespace

std::vector<std::string> weight_files(const std::string& list, const std::vector<std::int64_t>& sizes) {
  auto files = files_of(list);
  if (files.size() + 1 != sizes.size())
    throw InputError(list + ": " + std::to_string(files.size()) + " files of weights; expected " +
                     std::to_string(sizes.size() - 1) + ", one for each layer of " + document::text_of(sizes));
  return files;
}

template <class Real>
Matrices<Real> matrices_of(const Whole<Real>& whole, const std::vector<std::int64_t>& sizes, bool bias) {
  Matrices<Real> found;
  for (const auto& [first, outputs, inputs, output, input] : steps_of(sizes, bias)) {
    std::vector<Real>& matrix = found.emplace_back();
    matrix.reserve(static_cast<std::size_t>(outputs * inputs));
    for (std::int64_t o = 0; o < outputs; ++o)
      for (std::int64_t i = 0; i < inputs; ++i)
        matrix.push_back(whole[static_cast<std::size_t>(first + o * output + i * input)]);
  }
  return found;
}

template <class Real>
Whole<Real> whole_of(const Matrices<Real>& matrices, const std::vector<std::int64_t>& sizes, bool bias) {
  Whole<Real> whole(static_cast<std::size_t>(numbers_of(sizes, bias)));
  auto matrix = matrices.begin();
  for (const auto& [first, outputs, inputs, output, input] : steps_of(sizes, bias)) {
    auto weight = matrix++->begin();
    for (std::int64_t o = 0; o < outputs; ++o)
      for (std::int64_t i = 0; i < inputs; ++i)
        whole[static_cast<std::size_t>(first + o * output + i * input)] = *weight++;
  }
  return whole;
}

template <class Real>
Whole<Real> read_weights(const std::string& list, const std::vector<std::int64_t>& sizes, bool bias) {
  const auto files = weight_files(list, sizes);
  Matrices<Real> matrices;
  for (std::size_t j = 0; j < files.size(); ++j)
    matrices.push_back(read_matrix<Real>(files[j], sizes[j + 1], sizes[j] + bias));
  return whole_of(matrices, sizes, bias);
}

template <class Real>
void write_weights(const std::string& list, const std::vector<std::int64_t>& sizes, bool bias,
                   const Whole<Real>& whole) {
  const auto files = weight_files(list, sizes);
  const Matrices<Real> matrices = matrices_of(whole, sizes, bias);
  std::vector<std::unique_ptr<OutputFile>> outputs;
  for (std::size_t j = 0; j < files.size(); ++j) {
    outputs.push_back(std::make_unique<OutputFile>(files[j]));
    data::write_npy<Real>(*outputs.back(), {sizes[j + 1], sizes[j] + bias}, matrices[j]);
  }
  for (const auto& output : outputs) output->finish();
  for (const auto& output : outputs) output->commit();
}

#define UNEVEN_INSTANTIATE(Real)                                                                   \
  template void take(const Whole<Real>&, const Piece<Real>&);                                      \
  template Whole<Real> gather(Team&, std::int64_t, const std::vector<Piece<Real>>&);               \
  template std::vector<Real> read_matrix(const std::string&, std::int64_t, std::int64_t);          \
  template Matrices<Real> matrices_of(const Whole<Real>&, const std::vector<std::int64_t>&, bool); \
  template Whole<Real> whole_of(const Matrices<Real>&, const std::vector<std::int64_t>&, bool);    \
  template Whole<Real> read_weights(const std::string&, const std::vector<std::int64_t>&, bool);   \
  template void write_weights(const std::string&, const std::vector<std::int64_t>&, bool, const Whole<Real>&);
UNEVEN_INSTANTIATE(float)
UNEVEN_INSTANTIATE(double)
#undef UNEVEN_INSTANTIATE

}  // namespace uneven::bp
