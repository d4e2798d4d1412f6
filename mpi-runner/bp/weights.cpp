// SPDX-License-Identifier: MIT
#include "bp/weights.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/file_name.hpp"
#include "data/table.hpp"

namespace uneven::bp {

namespace {

constexpr int weights_tag = 0;
constexpr int root = 0;

/// Copies hidden units [hidden) between a whole matrix and a block.
template <class From, class To>
void copy_columns(std::int64_t rows, std::int64_t count, const From* from, std::int64_t from_stride, To* to,
                  std::int64_t to_stride) {
  for (std::int64_t row = 0; row < rows; ++row) std::copy_n(from + row * from_stride, count, to + row * to_stride);
}

}  // namespace

std::pair<std::string, std::string> weight_files(const std::string& files) {
  const auto two = files_of(files);
  return {two[0], two[1]};
}

template <class Real>
Whole<Real> gather(Team& team, const document::Partition& plan, Real* block, std::int64_t stride) {
  const document::Perceptron& network = plan.network;
  const std::int64_t rows = network.inputs + network.outputs;
  schedule::Transport& transport = team.transport();
  const auto memory = [&](Real* first, std::int64_t count, std::int64_t apart) {
    return schedule::Memory{first, count, rows, apart, sizeof(Real)};
  };
  Whole<Real> whole;
  if (block && team.rank() == root) make_room(whole, network);
  std::vector<schedule::Request> requests;
  for (const document::Rectangle& r : plan.rectangles) {
    if (r.column != 0) continue;
    const auto owner = static_cast<int>(r.processor);
    Real* const place = whole.empty() ? nullptr : whole.data() + r.hidden.first;
    if (owner == root && place) copy_columns(rows, r.hidden.count, block, stride, place, network.hidden);
    if (owner == root) continue;
    if (team.rank() == owner)
      requests.push_back(transport.send(root, weights_tag, memory(block, r.hidden.count, stride)));
    if (team.rank() == root)
      requests.push_back(transport.receive(owner, weights_tag, memory(place, r.hidden.count, network.hidden)));
  }
  transport.wait_until([&] {
    if (!requests.empty()) transport.test_requests(requests);
    return std::ranges::all_of(requests, [](schedule::Request request) { return request == schedule::no_request; });
  });
  return whole;
}

template <class Real>
void scatter(Team& team, const document::Perceptron& network, document::Range hidden, Whole<Real> whole, Real* block,
             std::int64_t stride) {
  const std::int64_t rows = network.inputs + network.outputs;
  team.broadcast(whole.empty() ? nullptr : whole.data(),
                 rows * network.hidden * static_cast<std::int64_t>(sizeof(Real)));
  if (!whole.empty()) copy_columns(rows, hidden.count, whole.data() + hidden.first, network.hidden, block, stride);
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

template <class Real>
Matrices<Real> matrices_of(const Whole<Real>& whole, const document::Perceptron& network, bool bias) {
  const std::int64_t hidden = network.hidden - bias;
  Matrices<Real> found;
  found.w.resize(static_cast<std::size_t>(hidden * network.inputs));
  for (std::int64_t j = 0; j < hidden; ++j)
    for (std::int64_t i = 0; i < network.inputs; ++i)
      found.w[static_cast<std::size_t>(j * network.inputs + i)] =
          whole[static_cast<std::size_t>(i * network.hidden + j)];
  found.v.assign(whole.begin() + network.inputs * network.hidden, whole.end());
  return found;
}

template <class Real>
Whole<Real> whole_of(const Matrices<Real>& matrices, const document::Perceptron& network, bool bias) {
  Whole<Real> whole(static_cast<std::size_t>(network.inputs * network.hidden));
  for (std::int64_t j = 0; j < network.hidden - bias; ++j)
    for (std::int64_t i = 0; i < network.inputs; ++i)
      whole[static_cast<std::size_t>(i * network.hidden + j)] =
          matrices.w[static_cast<std::size_t>(j * network.inputs + i)];
  whole.insert(whole.end(), matrices.v.begin(), matrices.v.end());
  return whole;
}

template <class Real>
Whole<Real> read_weights(const std::string& files, const document::Perceptron& network, bool bias) {
  const auto [w_file, v_file] = weight_files(files);
  return whole_of<Real>({read_matrix<Real>(w_file, network.hidden - bias, network.inputs),
                         read_matrix<Real>(v_file, network.outputs, network.hidden)},
                        network, bias);
}

template <class Real>
void write_weights(const std::string& files, const document::Perceptron& network, bool bias, const Whole<Real>& whole) {
  const auto [w_file, v_file] = weight_files(files);
  const Matrices<Real> matrices = matrices_of(whole, network, bias);
  OutputFile w_output(w_file), v_output(v_file);
  data::write_npy<Real>(w_output, {network.hidden - bias, network.inputs}, matrices.w);
  data::write_npy<Real>(v_output, {network.outputs, network.hidden}, matrices.v);
  w_output.finish();
  v_output.finish();
  w_output.commit();
  v_output.commit();
}

#define UNEVEN_INSTANTIATE(Real)                                                                                \
  template Whole<Real> gather(Team&, const document::Partition&, Real*, std::int64_t);                          \
  template void scatter(Team&, const document::Perceptron&, document::Range, Whole<Real>, Real*, std::int64_t); \
  template std::vector<Real> read_matrix(const std::string&, std::int64_t, std::int64_t);                       \
  template Matrices<Real> matrices_of(const Whole<Real>&, const document::Perceptron&, bool);                   \
  template Whole<Real> whole_of(const Matrices<Real>&, const document::Perceptron&, bool);                      \
  template Whole<Real> read_weights(const std::string&, const document::Perceptron&, bool);                     \
  template void write_weights(const std::string&, const document::Perceptron&, bool, const Whole<Real>&);
UNEVEN_INSTANTIATE(float)
UNEVEN_INSTANTIATE(double)
#undef UNEVEN_INSTANTIATE

}  // namespace uneven::bp
