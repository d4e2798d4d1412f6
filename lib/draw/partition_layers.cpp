// SPDX-License-Identifier: MIT
#include <string>
#include <utility>
#include <vector>

#include "draw/listing.hpp"
#include "draw/picture.hpp"
#include "draw/text.hpp"
#include "draw/tiling.hpp"

namespace uneven::draw {

namespace {

constexpr double layer_width = 640, layer_height = 220;  // of each picture, pixels

std::string name_of_layer(const document::Layer& layer) {
  return std::to_string(layer.inputs) + "-" + std::to_string(layer.outputs);
}

Tiling tiling_of(const document::Partition& plan, const document::Layer& layer) {
  Tiling tiling{"samples", name_of(layer.cut) + " of " + name_of_layer(layer), plan.samples, layer.units(), true, {}};
  for (const document::Rectangle& r : layer.rectangles)
    add_tile(tiling, r.processor, processor(plan.cluster, r.processor), r.samples, r.hidden);
  return tiling;
}

}  // namespace

Listing layer_listing(const document::Partition& plan) {
  Listing result{"",
                 {{"layer", true},
                  {"cut by", true},
                  {"method", true, 3},
                  {"columns"},
                  {"processors", false, 1},
                  {"elements"},
                  {"seconds", false, 1},
                  {"imbalance", false, 2}},
                 {}};
  const auto time = [](const std::optional<double>& s) { return s ? seconds(*s) : std::string("-"); };
  for (std::size_t j = 0; j < plan.layers.size(); ++j) {
    const document::Layer& layer = plan.layers[j];
    result.rows.push_back({name_of_layer(layer), name_of(layer.cut), name_of(layer.method),
                           std::to_string(layer.columns.size()), std::to_string(layer.rectangles.size()),
                           whole(layer.predicted.elements), time(layer.predicted.seconds),
                           percent(layer.predicted.imbalance)});
    if (j >= plan.moves.size()) continue;
    const document::Move& move = plan.moves[j];
    const auto& [forward, backward] = std::pair{move.forward, move.backward};
    std::optional<double> both;
    if (forward.seconds && backward.seconds) both = *forward.seconds + *backward.seconds;
    result.rows.push_back(
        {"moves", "", "", "", "", whole(static_cast<double>(forward.largest + backward.largest)), time(both), "-"});
  }
  return result;
}

std::string text_of_layers(const document::Partition& plan, TextOptions options) {
  std::string result = text(layer_listing(plan), options);
  for (const document::Layer& layer : plan.layers) {
    if (layer.rectangles.size() > summary_above) continue;
    const Tiling tiling = tiling_of(plan, layer);
    result += "\n" + text(tiling, options) + listed({tile_listing(tiling)}, options);
  }
  return result;
}

Svg svg_of_layers(const document::Partition& plan) {
  std::vector<Drawn> pictures;
  for (const document::Layer& layer : plan.layers)
    pictures.push_back({tiling_of(plan, layer), layer_width, layer_height});
  return svg(pictures, title(plan));
}

}  // namespace uneven::draw
