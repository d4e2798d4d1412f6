#include "bp/needs.hpp"

#include <algorithm>

#include "bp/training_data.hpp"

namespace uneven::bp {

double bytes_of(const document::Partition& plan, const document::BpOptions& options, std::int64_t processor,
                std::int64_t element_bytes) {
  const auto part = std::ranges::find(plan.rectangles, processor, &document::Rectangle::processor);
  if (part == plan.rectangles.end()) return 0;
  constexpr double copies = 4;  // weights, gradients, velocity, sums
  const auto [inputs, hidden, outputs] = plan.network;
  const double of_unit = static_cast<double>(inputs) + static_cast<double>(outputs);
  double elements = copies * of_unit * static_cast<double>(part->hidden.count);
  if (part == plan.rectangles.begin()) elements += of_unit * static_cast<double>(hidden);
  double bytes = elements * static_cast<double>(element_bytes);
  if (!options.data)
    bytes += static_cast<double>(part->samples.count) *
             bytes_of_made_up(plan.network, options.form == "dense", element_bytes);
  return bytes;
}

}  // namespace uneven::bp
