// SPDX-License-Identifier: MIT
#pragma once

// How the supersteps of a typed program run.

#include "elements/typed/program.hpp"

namespace uneven::elements {

template <class Self, class... Groups>
template <class G>
Group Typed<Self, Groups...>::describe(std::size_t) const {
  using E = typename G::Element;
  Group group{.name = typed::name_of<E>(), .central = G::central, .count = count_of<G>()};
  if constexpr (G::central) {
    group.fields = static_cast<int>(fields_of_central<G>());
    group.message = static_cast<int>(width_of<G>());
  } else {
    typed::for_each_below<typed::fields_of<E>>([&](auto n) {
      for (const int bytes : typed::lanes_of<typed::FieldOf<E, n>>(settings.columns)) group.lanes.push_back(bytes);
    });
    if (group.lanes.empty()) group.lanes = {1};
    if constexpr (G::varies) group.lanes.push_back(1);
    group.varies = G::varies;
    group.keyed = G::keyed;
    if constexpr (!G::keyed && requires { Self::cheap; }) group.cheap = Self::cheap;
    group.changes = G::keyed || G::varies || has_f<G>;
    if constexpr (G::keyed) {
      using M = typename G::Message;
      group.join = G::join;
      group.message_bytes = std::is_same_v<M, std::string_view> ? 0 : static_cast<int>(sizeof(M));
    }
  }
  return group;
}

template <class Self, class... Groups>
void Typed<Self, Groups...>::load(const Batch& batch, const double* rows, int columns) const {
  using E = typename GroupOf<0>::Element;
  const typed::Lanes<E> lanes(batch, columns);
  E element{};
  for (std::int64_t i = 0; i < batch.count; ++i, rows += columns) {
    const ConstNumbers row(rows, static_cast<std::size_t>(columns));
    lanes.load(i, element);
    std::size_t used = 0;
    typed::for_each_below<typed::fields_of<E>>([&](auto n) {
      using T = typed::FieldOf<E, n>;
      if constexpr (std::is_same_v<T, Features>) {
        const int lane = typed::Lanes<E>::starts(columns)[n];
        for (int j = 0; j < columns; ++j) batch.lane<double>(lane + j)[i] = row[static_cast<std::size_t>(j)];
        used = row.size();
      } else if constexpr (typed::Number<T>) {
        if (used < row.size()) std::get<n>(element.fields()) = static_cast<T>(row[used++]);
      } else {
        for (auto& number : std::get<n>(element.fields()))
          if (used < row.size()) number = static_cast<typename T::value_type>(row[used++]);
      }
    });
    if constexpr (requires(const Self& s) { s.load(element, row); })
      self().load(element, row);
    else if (used < row.size())
      throw std::logic_error("the data have " + std::to_string(columns) + " columns; " + typed::name_of<E>() +
                             " has fields for " + std::to_string(used));
    lanes.store(i, element);
  }
}

template <class Self, class... Groups>
template <class E>
void Typed<Self, Groups...>::load_central(E& element, double* values) const {
  typed::for_each_below<typed::fields_of<E>>([&](auto n) {
    using T = typed::FieldOf<E, n>;
    const std::size_t size = size_of_field<GroupWith<E>, n>();
    auto& field = std::get<n>(element.fields());
    if constexpr (std::is_same_v<T, Numbers>)
      field = {values, size};
    else if constexpr (typed::is_array<T>)
      std::transform(values, values + size, field.begin(), [](double x) { return typename T::value_type(x); });
    else
      field = static_cast<T>(*values);
    values += size;
  });
}

template <class Self, class... Groups>
template <class E>
void Typed<Self, Groups...>::store_central(E& element, double* values) const {
  typed::for_each_below<typed::fields_of<E>>([&](auto n) {
    using T = typed::FieldOf<E, n>;
    const std::size_t size = size_of_field<GroupWith<E>, n>();
    auto& field = std::get<n>(element.fields());
    if constexpr (typed::is_array<T>)
      std::copy(field.begin(), field.end(), values);
    else if constexpr (!std::is_same_v<T, Numbers>)
      *values = static_cast<double>(field);
    values += size;
  });
}

template <class Self, class... Groups>
template <class G>
void Typed<Self, Groups...>::begin_central(std::vector<double>& values) const {
  const std::size_t fields = fields_of_central<G>();
  values.assign(fields * static_cast<std::size_t>(count_of<G>()), 0);
  typename G::Element element{};
  for (std::size_t at = 0; at < values.size(); at += fields) store_central(element, values.data() + at);
}

template <class Self, class... Groups>
template <class G>
void Typed<Self, Groups...>::step_group(const Batch& batch, Outbox& outbox) const {
  if constexpr (!G::central) {
    using E = typename G::Element;
    double* run = outbox.table(static_cast<int>(group_count));
    Out out(self(), outbox, run, nullptr);
    At<E> at;
    at.batch_ = &batch;
    at.first_ = batch.first;
    at.superstep = static_cast<std::int64_t>(batch.multicast[0]);
    at.count_ = G::varies ? static_cast<std::int64_t>(batch.multicast[1]) : count_of<G>();
    at.take_told(batch.multicast.subspan(before_told<G>()));
    const typed::Lanes<E> lanes(batch, settings.columns);
    [[maybe_unused]] std::uint8_t* removed = nullptr;
    if constexpr (G::varies) removed = batch.lane<std::uint8_t>(static_cast<int>(batch.lane_bytes.size()) - 1);
    for (std::int64_t i = 0; i < batch.count; ++i) {
      if constexpr (G::varies)
        if (removed[i]) continue;
      at.i_ = i;
      out.from_ = batch.first + i;
      if constexpr (requires(const Self& s) { s.rests(at); })
        if (self().rests(at)) continue;
      E element{};
      lanes.load(i, element);
      if constexpr (has_f<G>) {
        self().f(element, at);
        lanes.store(i, element);
      }
      if constexpr (has_g<G>) self().g(std::as_const(element), at, out);
      if constexpr (G::varies) {
        removed[i] = std::exchange(out.removed_, false);
        out.more_[static_cast<std::size_t>(batch.group)] -= removed[i];
      }
    }
    if (out.removed_)
      throw std::logic_error("an element of " + typed::name_of<E>() + " is removed; expected one of a Varying group");
    out.add_sums_to_tables();
    for (std::size_t g = 0; g < group_count; ++g) {
      run[g] += out.sent_[g];
      run[group_count + g] += out.more_[g];
    }
    run[stop_at()] += out.stop_;
  }
}

template <class Self, class... Groups>
template <class G>
void Typed<Self, Groups...>::step_central_group(std::size_t g, const double* table, State& state,
                                                Outbox& outbox) const {
  using E = typename G::Element;
  std::vector<double>& run = state.values[group_count];
  run[waiting + g] = 0;
  Out out(self(), outbox, nullptr, &state);
  At<E> at;
  at.superstep = static_cast<std::int64_t>(run[supersteps_of_first + g]++);
  at.count_ = count_of<G>();
  at.width_ = width_of<G>();
  const std::size_t fields = fields_of_central<G>();
  for (std::int64_t c = 0; c < count_of<G>(); ++c) {
    at.i_ = out.from_ = c;
    at.table_ = table + static_cast<std::size_t>(c) * at.width_;
    E element{};
    double* values = state.values[g].data() + static_cast<std::size_t>(c) * fields;
    load_central(element, values);
    if constexpr (has_f<G>) {
      self().f(element, at);
      store_central(element, values);
    }
    if constexpr (has_g<G>) self().g(std::as_const(element), at, out);
  }
  if (out.removed_)
    throw std::logic_error("an element of " + typed::name_of<E>() + " is removed; expected one of a Varying group");
  for_each_group([&]<class To>(std::size_t to) {
    run[waiting + to] += out.sent_[to];
    if constexpr (To::varies) state.multicast[to][1] += out.more_[to];
  });
  choose_next(g, state);
  if (out.stop_) run[next_group] = stop;
}

/// Notes the messages sent in a superstep on a spread group, and the multicasts of its elements to groups.
template <class Self, class... Groups>
void Typed<Self, Groups...>::end_superstep(const double* table, State& state) const {
  std::vector<double>& run = state.values[group_count];
  const auto ran = static_cast<std::size_t>(run[next_group]);
  run[messages_sent] = 0;
  run[waiting + ran] = 0;
  state.multicast[ran][0] = ++run[supersteps_of_first + ran];
  for (std::size_t g = 0; g < group_count; ++g) {
    run[waiting + g] += table[g];
    run[messages_sent] += table[g];
  }
  for_each_group([&]<class G>(std::size_t g) {
    if constexpr (G::varies) state.multicast[g][1] += table[group_count + g];
    if constexpr (told_width<G>() > 0) {
      const double* told = table + start_of_told(g);
      if (told[0] == 0) return;
      state.multicast[g].resize(before_told<G>());
      state.multicast[g].insert(state.multicast[g].end(), told + 1, told + told_width<G>());
    }
  });
  choose_next(ran, state);
  if (table[stop_at()] > 0) run[next_group] = stop;
}

/// Central groups come first: their messages are the sums of the last superstep, and gone after another one.
template <class Self, class... Groups>
void Typed<Self, Groups...>::choose_next(std::size_t last, State& state) const {
  std::vector<double>& run = state.values[group_count];
  run[next_group] = stop;
  for (const bool central : {false, true})
    for (std::size_t i = group_count; i > 0; --i) {
      const std::size_t g = (last + i) % group_count;
      if (run[waiting + g] > 0 && is_central(static_cast<int>(g)) == central) run[next_group] = static_cast<double>(g);
    }
}

/// Joins a message, or what `count` of them have become, to those of a table, which begins with their number.
template <class Self, class... Groups>
template <class M>
void Typed<Self, Groups...>::join_to_table(double* table, const M& message, double count) const {
  if constexpr (adds<M>) {
    typed::add(message, table + 1);
  } else {
    M joined = message;
    if (table[0] > 0) {
      std::memcpy(&joined, table + 1, sizeof joined);
      self().combine(joined, message);
    }
    std::memcpy(table + 1, &joined, sizeof joined);
  }
  table[0] += count;
}

/// The same for a table of another batch.
template <class Self, class... Groups>
template <class M>
void Typed<Self, Groups...>::combine_messages(double* into, const double* from) const {
  if (from[0] == 0) return;
  M message;
  std::memcpy(&message, from + 1, sizeof message);
  join_to_table(into, message, from[0]);
}

template <class Self, class... Groups>
void Typed<Self, Groups...>::combine(int group, double* into, const double* from, std::int64_t) const {
  if (group == static_cast<int>(group_count)) {
    for (std::size_t i = 0; i < 2 * group_count; ++i) into[i] += from[i];
    for_each_group([&]<class G>(std::size_t g) {
      if constexpr (!G::central && !std::is_same_v<typename G::Multicast, Numbers>)
        combine_messages<typename G::Multicast>(into + start_of_told(g), from + start_of_told(g));
    });
    into[stop_at()] += from[stop_at()];
    return;
  }
  for_group(group, [&]<class G>() {
    if constexpr (G::central) {
      const std::size_t width = width_of<G>();
      for (std::int64_t c = 0; c < count_of<G>(); ++c, into += width, from += width) {
        if constexpr (std::is_same_v<typename G::Message, Numbers>)
          for (std::size_t i = 0; i < width; ++i) into[i] += from[i];
        else
          combine_messages<typename G::Message>(into, from);
      }
    }
  });
}

template <class Self, class... Groups>
void Typed<Self, Groups...>::join(int group, void* into, const void* from) const {
  for_group(group, [&]<class G>() {
    if constexpr (G::keyed)
      if constexpr (G::join != Join::set) {
        typename G::Message a, b;
        std::memcpy(&a, into, sizeof a);
        std::memcpy(&b, from, sizeof b);
        self().combine(a, b);
        std::memcpy(into, &a, sizeof a);
      }
  });
}

}  // namespace uneven::elements
