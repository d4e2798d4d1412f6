// SPDX-License-Identifier: MIT
#include "bp/model.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/file.hpp"
#include "data/formats/npz.hpp"
#include "data/input/plain.hpp"
#include "document/document.hpp"
#include "document/json.hpp"

namespace uneven::bp {

namespace {

constexpr const char* model_kind = "bp-model";
constexpr std::int64_t model_version = 1;
constexpr const char* model_member = "model.json";

/// The layers as a list, each with the names of its arrays.
document::OrderedJson layers_of(const Model& model) {
  document::OrderedJson layers = document::OrderedJson::array();
  for (std::size_t j = 1; j < model.sizes.size(); ++j) {
    const std::string number = std::to_string(j);
    const bool last = j + 1 == model.sizes.size();
    document::OrderedJson layer{{"units", last ? name_of(model.units.output) : name_of(model.units.hidden)},
                                {"weights", "weights_" + number}};
    if (model.units.bias) layer["bias"] = "bias_" + number;
    layers.push_back(layer);
  }
  return layers;
}

/// A matrix without its last column, and that column.
template <class Real>
std::pair<std::vector<Real>, std::vector<Real>> split_last(const std::vector<Real>& matrix, std::int64_t columns) {
  std::pair<std::vector<Real>, std::vector<Real>> parts;
  for (auto row = matrix.begin(); row != matrix.end(); row += columns) {
    parts.first.insert(parts.first.end(), row, row + columns - 1);
    parts.second.push_back(row[columns - 1]);
  }
  return parts;
}

template <class Real>
std::vector<Real> with_last(const std::vector<Real>& matrix, const std::vector<Real>& last, std::int64_t columns) {
  std::vector<Real> wider;
  for (std::size_t row = 0; row < last.size(); ++row) {
    const auto first = matrix.begin() + static_cast<std::ptrdiff_t>(row) * columns;
    wider.insert(wider.end(), first, first + columns);
    wider.push_back(last[row]);
  }
  return wider;
}

std::string array_of(const std::string& path, const std::string& name) { return path + ":" + name; }

/// The units that a member of model.json names. @throws InputError
template <class E>
E unit_of(const document::Json& name) {
  const auto unit = name.is_string() ? named<E>(name.get<std::string>()) : std::nullopt;
  if (!unit) throw InputError("model.json: found " + document::excerpt(name) + "; expected units or a loss");
  return *unit;
}

Model model_of(const document::Json& json) {
  if (!json.is_object() || document::raw_at(json, "kind") != model_kind ||
      document::raw_at(json, "version") != model_version)
    throw InputError("model.json: expected a model of version " + std::to_string(model_version));
  Model model;
  model.sizes = document::parse_units(json.at("network").get<std::string>(), "model.json: network");
  const document::Json& layers = json.at("layers");
  if (!layers.is_array() || layers.size() + 1 != model.sizes.size())
    throw InputError("model.json: expected " + std::to_string(model.sizes.size() - 1) + " layers");
  model.units.hidden = unit_of<document::HiddenUnits>(layers.front().at("units"));
  model.units.output = unit_of<document::OutputUnits>(layers.back().at("units"));
  for (std::size_t j = 1; j + 1 < layers.size(); ++j)
    if (layers[j].at("units") != layers.front().at("units"))
      throw InputError("model.json: hidden layers of different units; expected the same");
  model.units.loss = unit_of<document::Loss>(json.at("loss"));
  model.units.bias = layers[0].contains("bias");
  model.labels = json.at("labels").get<std::vector<std::string>>();
  model.single = json.at("precision") != "double";
  if (!loss_fits(model.units)) throw InputError("model.json: the loss does not fit the outputs");
  if (!model.labels.empty() && std::ssize(model.labels) != model.sizes.back())
    throw InputError("model.json: " + std::to_string(model.labels.size()) + " labels; expected " +
                     std::to_string(model.sizes.back()));
  if (json.at("standardise").get<bool>()) model.scale.emplace();
  return model;
}

}  // namespace

std::string text_of(const Model& model) {
  const document::OrderedJson json{{"kind", model_kind},
                                   {"version", model_version},
                                   {"uneven", UNEVEN_VERSION},
                                   {"network", document::text_of(model.sizes)},
                                   {"layers", layers_of(model)},
                                   {"loss", name_of(document::loss_of(model.units))},
                                   {"labels", model.labels},
                                   {"standardise", model.scale.has_value()},
                                   {"precision", model.single ? "single" : "double"}};
  return json.dump(2) + "\n";
}

Model model_from(const std::string& text) {
  try {
    return model_of(document::Json::parse(text));
  } catch (const UsageError& e) {
    throw InputError(e.what());
  }
}

template <class Real>
void write_model(const std::string& path, const Model& model, const Whole<Real>& weights) {
  const std::vector<std::int64_t>& sizes = model.sizes;
  Matrices<Real> matrices = matrices_of(weights, sizes, model.units.bias);
  std::vector<data::NpzMember> members{{model_member, text_of(model)}};
  for (std::size_t j = 0; model.units.bias && j < matrices.size(); ++j) {
    auto [matrix, bias] = split_last(matrices[j], sizes[j] + 1);
    matrices[j] = std::move(matrix);
    members.push_back(data::npz_array("bias_" + std::to_string(j + 1), {sizes[j + 1]}, bias));
  }
  for (std::size_t j = 0; j < matrices.size(); ++j)
    members.push_back(data::npz_array("weights_" + std::to_string(j + 1), {sizes[j + 1], sizes[j]}, matrices[j]));
  if (model.scale) {
    members.push_back(data::npz_array("mean", {sizes.front()}, model.scale->mean));
    members.push_back(data::npz_array("deviation", {sizes.front()}, model.scale->deviation));
  }
  OutputFile file(path);
  data::write_npz(file, members);
  file.commit();
}

Model read_model(const std::string& path) {
  data::InputFile(path).bytes();  // names the file, not its member, where there is none
  if (!data::plain(array_of(path, model_member)).packing.ends_with("NPZ"))
    throw InputError(path + ": is no model; expected an NPZ file that run-bp --model has written");
  data::InputFile file = data::open_plain(array_of(path, model_member));
  std::string text(static_cast<std::size_t>(file.bytes()), '\0');
  file.read(0, std::ssize(text), text.data());
  Model model;
  document::in_document(path, [&] { model = model_from(text); });
  if (!model.scale) return model;
  model.scale->mean = read_matrix<double>(array_of(path, "mean"), model.sizes.front(), 0);
  model.scale->deviation = read_matrix<double>(array_of(path, "deviation"), model.sizes.front(), 0);
  if (!std::ranges::all_of(model.scale->deviation, [](double deviation) { return deviation > 0; }))
    throw InputError(path + ": a deviation is not positive");
  return model;
}

template <class Real>
Whole<Real> read_model_weights(const std::string& path, const Model& model) {
  const std::vector<std::int64_t>& sizes = model.sizes;
  Matrices<Real> matrices;
  for (std::size_t j = 0; j + 1 < sizes.size(); ++j) {
    const std::string number = std::to_string(j + 1);
    matrices.push_back(read_matrix<Real>(array_of(path, "weights_" + number), sizes[j + 1], sizes[j]));
    if (model.units.bias)
      matrices[j] =
          with_last(matrices[j], read_matrix<Real>(array_of(path, "bias_" + number), sizes[j + 1], 0), sizes[j]);
  }
  return whole_of(matrices, sizes, model.units.bias);
}

#define UNEVEN_INSTANTIATE(Real)                                                   \
  template void write_model(const std::string&, const Model&, const Whole<Real>&); \
  template Whole<Real> read_model_weights(const std::string&, const Model&);
UNEVEN_INSTANTIATE(float)
UNEVEN_INSTANTIATE(double)
#undef UNEVEN_INSTANTIATE

}  // namespace uneven::bp
