// SPDX-License-Identifier: MIT
#include "bp/validation.hpp"

#include <algorithm>
#include <utility>

#include "bp/accuracy.hpp"
#include "bp/network.hpp"

namespace uneven::bp {

std::int64_t best_of(const std::vector<double>& losses) {
  constexpr double much = 1e-6;
  std::int64_t best = -1;
  for (std::int64_t i = 0; i < std::ssize(losses); ++i)
    if (best < 0 || losses[static_cast<std::size_t>(i)] < losses[static_cast<std::size_t>(best)] * (1 - much)) best = i;
  return best;
}

bool is_late(const std::vector<double>& losses, std::int64_t patience) {
  return !losses.empty() && std::ssize(losses) - 1 - best_of(losses) >= patience;
}

template <class Real>
ValidationOf<Real>::ValidationOf(const document::BpOptions& options, const std::vector<std::int64_t>& sizes,
                                 const Inputs& inputs, std::int64_t epoch)
    : options_(options),
      sizes_(sizes),
      inputs_(inputs),
      every_(options.validate_every > 0 ? options.validate_every : epoch),
      how_(like_training_data(options, sizes)),
      all_(data::read_dataset_info(*options.validation, sizes.front(), how_).samples) {}

template <class Real>
void ValidationOf<Real>::look(Team& team, const std::vector<double>& works, Whole<Real> weights) {
  weights.resize(static_cast<std::size_t>(numbers_of(sizes_, options_.network.bias)));
  team.broadcast(weights.data(), std::ssize(weights) * static_cast<std::int64_t>(sizeof(Real)));
  const document::Range own = share_of(works, static_cast<std::size_t>(team.rank()), all_);
  // After a new plan the parts of some ranks change, those of others do not.
  team.all_or_end([&] {
    if (own.first == own_.first && own.count == own_.count) return;
    samples_ =
        data::read_samples<Real>(*options_.validation, sizes_.front(), sizes_.back(), own, form_of(options_), how_);
    prepare(samples_, inputs_, options_.network, *options_.validation, own.first);
    own_ = own;
  });
  std::vector<double> loss{quality(sizes_, options_.network, weights, samples_, false).loss};
  sum_over(team, loss);
  losses_.push_back(loss[0] / static_cast<double>(all_));
  if (best_of(losses_) + 1 == std::ssize(losses_)) best_ = std::move(weights);
}

template <class Real>
void ValidationOf<Real>::resume(std::vector<double> losses, Whole<Real> best) {
  losses_ = std::move(losses);
  best_ = std::move(best);
}

template class ValidationOf<float>;
template class ValidationOf<double>;

}  // namespace uneven::bp
