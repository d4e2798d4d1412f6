// SPDX-License-Identifier: MIT
#pragma once

// What a typed program reports and writes of its state: fields of central elements, and of spread ones.

#include "elements/typed/program.hpp"

namespace uneven::elements {

template <class Self, class... Groups>
template <class E>
E Typed<Self, Groups...>::central(const State& state, std::int64_t number) const {
  E element{};
  const std::size_t fields = fields_of_central<GroupWith<E>>();
  const std::vector<double>& values = state.values[static_cast<std::size_t>(index_of<E>())];
  // The cast is safe: the element's Numbers view values that are only read here.
  load_central(element, const_cast<double*>(values.data()) + static_cast<std::size_t>(number) * fields);
  return element;
}

template <class Self, class... Groups>
bool Typed<Self, Groups...>::can_resume(const State& state, int) const {
  bool can = std::ranges::all_of(state.values[group_count], [](double x) { return std::isfinite(x); });
  for_each_group([&]<class G>(std::size_t g) {
    if constexpr (!G::central) can = can && state.multicast[g].size() >= before_told<G>();
  });
  return can;
}

template <class Self, class... Groups>
std::vector<Result> Typed<Self, Groups...>::results(const State& state) const {
  std::vector<Result> all;
  for_each_group([&]<class G>(std::size_t g) {
    if constexpr (G::central) {
      using E = typename G::Element;
      const std::size_t fields = fields_of_central<G>();
      std::size_t start = 0;
      typed::for_each_below<typed::fields_of<E>>([&](auto n) {
        const std::size_t size = size_of_field<G, n>();
        constexpr bool one = typed::Number<typed::FieldOf<E, n>>;
        const bool single = count_of<G>() == 1;
        Result result{typed::field_name<E>(n), {}, single ? (one ? 0 : Result::list) : (one ? Result::list : size)};
        for (std::size_t at = start; at < state.values[g].size(); at += fields)
          result.values.insert(result.values.end(), state.values[g].data() + at, state.values[g].data() + at + size);
        all.push_back(std::move(result));
        start += size;
      });
    }
  });
  return all;
}

template <class Self, class... Groups>
std::vector<OutputField> Typed<Self, Groups...>::output_fields() const {
  std::vector<OutputField> all;
  for_each_output([&]<class E, std::size_t n>(int group) {
    using T = typed::FieldOf<E, n>;
    all.push_back({typed::name_of<E>() + "." + typed::field_name<E>(n), group, !std::is_floating_point_v<T>,
                   std::is_floating_point_v<T>, std::is_same_v<T, Key>});
  });
  return all;
}

template <class Self, class... Groups>
void Typed<Self, Groups...>::output_field(std::size_t field, const Batch& batch, double* numbers) const {
  std::size_t at = 0;
  for_each_output([&]<class E, std::size_t n>(int) {
    if (at++ != field) return;
    const typed::Lanes<E> lanes(batch, settings.columns);
    E element{};
    for (std::int64_t i = 0; i < batch.count; ++i) {
      lanes.load(i, element);
      numbers[i] = static_cast<double>(std::get<n>(element.fields()));
    }
  });
}

}  // namespace uneven::elements
