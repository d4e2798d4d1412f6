// SPDX-License-Identifier: MIT
#pragma once

// The program that has typed groups.

#include "elements/typed/messages.hpp"

namespace uneven::elements {

/// A program of typed groups; Self derives from it and has f and g for each type of element, both optional:
///
///     void f(E& element, const At<E>& at) const;              // its new value
///     void g(const E& element, const At<E>& at, Out& out) const;  // its messages
///
/// A superstep runs on the next group in the order of `Groups`, and round again, to which something has been sent,
/// central ones before others: the first one to begin with. The program stops when nothing has been sent, when an
/// element calls Out::stop(), or before the first group runs more often than --iterations.
///
/// In g, any element can make elements of a Varying group, by Out::make(), and those of one can remove themselves, by
/// Out::remove().
///
/// Self may also have
///     static constexpr DataForm data = DataForm::edges;   // or text; rows unless said
///     static constexpr bool both_ways = true;             // an edge is a link of both its vertices
///     static constexpr bool cheap = true;                 // an element without a key takes nanoseconds: large batches
///     void combine(M& into, const M& from) const;         // joins messages
///     bool rests(const At<E>& at) const;                  // whether f and g are not called for it
///     std::int64_t count(const E*) const;                 // elements of a later group; 1 unless said
///     std::int64_t numbers(const E*) const;               // length of the Numbers of a central element; as many as
///                                                         // the data have columns unless said
///     std::int64_t sums(const E*) const;                  // length of messages that are Numbers
///     void load(E& element, ConstNumbers row) const;      // takes a row of the data
template <class Self, class... Groups>
class Typed : public Program {
  template <class P, class E>
  friend class typed::At;
  template <class P>
  friend class typed::Out;

  static constexpr std::size_t group_count = sizeof...(Groups);
  template <std::size_t g>
  using GroupOf = std::tuple_element_t<g, std::tuple<Groups...>>;

  template <class E>
  static constexpr int index_of() {
    int index = 0, found = -1;
    ((std::is_same_v<typename Groups::Element, E> ? found = index++ : index++), ...);
    return found;
  }
  template <class E>
  using GroupWith = GroupOf<static_cast<std::size_t>(index_of<E>())>;
  template <class E>
  using MessageTo = typename GroupWith<E>::Message;
  template <class E>
  using ToldTo = typename GroupWith<E>::Multicast;

 public:
  explicit Typed(const Settings& settings) : settings(settings) {}

  const Settings settings;

  /// A --param of the command line, or `usual`: a number, bool or std::string.
  template <class T>
  T parameter(const std::string& name, T usual) const {
    return settings.parameters.get(name, usual);
  }

  template <class E>
  using At = typed::At<Typed, E>;
  using Out = typed::Out<Typed>;

  std::vector<Group> groups() const final {
    std::vector<Group> all;
    for_each_group([&]<class G>(std::size_t g) { all.push_back(describe<G>(g)); });
    all.push_back({.name = "run", .central = true, .count = 1, .fields = run_fields, .message = run_message()});
    return all;
  }
  std::int64_t usual_iterations() const override { return no_limit; }
  DataForm data_form() const final { return form(); }
  bool links_both_ways() const final {
    if constexpr (requires { Self::both_ways; }) return Self::both_ways;
    return false;
  }

  void make(const Batch& batch) const final {
    for_group(batch.group, [&]<class G>() {
      using E = typename G::Element;
      if constexpr (!G::central) {
        const typed::Lanes<E> lanes(batch, settings.columns);
        E element{};
        for (std::int64_t i = 0; i < batch.count; ++i) lanes.store(i, element);
      }
    });
  }
  void load(const Batch& batch, const double* rows, int columns) const final;

  void begin(State& state) const final {
    state.values[group_count].assign(run_fields, 0);
    for_each_group([&]<class G>(std::size_t g) {
      if constexpr (G::central)
        begin_central<G>(state.values[g]);
      else
        state.multicast[g] = {0};
      if constexpr (G::varies) state.multicast[g].push_back(static_cast<double>(count_of<G>()));
    });
  }
  int next(const State& state, int last) const final {
    if (last < 0) return 0;
    if (last < static_cast<int>(group_count) && !is_central(last)) return static_cast<int>(group_count);
    const auto next = static_cast<int>(state.values[group_count][next_group]);
    return next == 0 && iterations(state) >= settings.iterations ? stop : next;
  }
  void step(const Batch& batch, Outbox& out) const final {
    for_group(batch.group, [&]<class G>() { step_group<G>(batch, out); });
  }
  void run_central(int group, const double* table, State& state, Outbox& out) const final {
    if (group == static_cast<int>(group_count))
      end_superstep(table, state);
    else
      for_group(group, [&]<class G>() {
        if constexpr (G::central) step_central_group<G>(static_cast<std::size_t>(group), table, state, out);
      });
  }
  void combine(int group, double* into, const double* from, std::int64_t size) const final;
  void join(int group, void* into, const void* from) const final;

  std::int64_t iterations(const State& state) const final {
    return static_cast<std::int64_t>(state.values[group_count][supersteps_of_first]);
  }
  /// By default the number of messages sent in the last superstep.
  double objective(const State& state) const override { return state.values[group_count][messages_sent]; }
  std::string objective_name() const override { return "messages"; }
  std::optional<bool> settled(const State& state) const override {
    return state.values[group_count][next_group] == stop;
  }
  /// By default the fields of central elements, by their names.
  std::vector<Result> results(const State& state) const override;
  bool can_resume(const State& state, int last) const override;

  /// An element of a central group.
  template <class E>
  E central(const State& state, std::int64_t number = 0) const;

  /// The numbers among the fields of spread groups.
  std::vector<OutputField> output_fields() const override;
  void output_field(std::size_t field, const Batch& batch, double* numbers) const override;

 private:
  /// What the group `run` remembers: the next group, the supersteps of each group, whether something waits for it.
  enum { next_group, messages_sent, supersteps_of_first };
  static constexpr std::size_t waiting = supersteps_of_first + group_count;
  static constexpr int run_fields = static_cast<int>(waiting + group_count);

  const Self& self() const { return static_cast<const Self&>(*this); }

  template <class Use>
  static void for_each_group(const Use& use) {
    std::size_t g = 0;
    (use.template operator()<Groups>(g++), ...);
  }
  template <class Use>
  static void for_group(int group, const Use& use) {
    for_each_group([&]<class G>(std::size_t g) {
      if (static_cast<int>(g) == group) use.template operator()<G>();
    });
  }
  static bool is_central(int group) {
    bool is = false;
    for_group(group, [&]<class G>() { is = G::central; });
    return is;
  }

  static constexpr DataForm form() {
    if constexpr (requires { Self::data; }) return Self::data;
    return DataForm::rows;
  }
  /// Whether the elements of a group are the vertices, lines or words of the data.
  static constexpr bool is_of_data_keys(int group) {
    return form() != DataForm::rows && group <= (form() == DataForm::text);
  }

  /// A spread group's multicast begins with how often it ran and, if it varies, the number of its elements.
  template <class G>
  static constexpr std::size_t before_told() {
    return G::varies ? 2 : 1;
  }

  // The message to `run`: how many messages to each group, how many elements more each group has, what each group is
  // told, with how often before it, and whether to stop.
  template <class G>
  static constexpr std::size_t told_width() {
    if constexpr (!G::central && !std::is_same_v<typename G::Multicast, Numbers>)
      return 1 + typed::doubles_of<typename G::Multicast>();
    return 0;
  }
  static std::size_t start_of_told(std::size_t group) {
    std::size_t start = 2 * group_count;
    for_each_group([&]<class G>(std::size_t g) { start += g < group ? told_width<G>() : 0; });
    return start;
  }
  static std::size_t stop_at() { return start_of_told(group_count); }
  static int run_message() { return static_cast<int>(stop_at()) + 1; }

  template <class G>
  std::int64_t count_of() const {
    using E = typename G::Element;
    if constexpr (requires(const Self& s) { s.count(static_cast<const E*>(nullptr)); })
      return self().count(static_cast<const E*>(nullptr));
    if constexpr (std::is_same_v<G, GroupOf<0>>) return settings.elements;
    if constexpr (G::keyed) return settings.keys;
    return 1;
  }
  /// Doubles of a message to a central element, behind the number of messages.
  template <class G>
  std::size_t width_of() const {
    using E = typename G::Element;
    if constexpr (!std::is_same_v<typename G::Message, Numbers>)
      return 1 + typed::doubles_of<typename G::Message>();
    else
      return 1 + static_cast<std::size_t>(self().sums(static_cast<const E*>(nullptr)));
  }
  template <class G, std::size_t n>
  std::size_t size_of_field() const {
    using E = typename G::Element;
    using T = typed::FieldOf<E, n>;
    if constexpr (std::is_same_v<T, Numbers> && requires(const Self& s) { s.numbers(static_cast<const E*>(nullptr)); })
      return static_cast<std::size_t>(self().numbers(static_cast<const E*>(nullptr)));
    else if constexpr (std::is_same_v<T, Numbers>)
      return static_cast<std::size_t>(settings.columns);
    else if constexpr (typed::is_array<T>)
      return std::tuple_size_v<T>;
    else
      return 1;
  }
  template <class G>
  std::size_t fields_of_central() const {
    std::size_t count = 0;
    typed::for_each_below<typed::fields_of<typename G::Element>>([&](auto n) { count += size_of_field<G, n>(); });
    return count;
  }
  template <class G>
  static constexpr bool has_f = requires(const Self& s, typename G::Element& e, const At<typename G::Element>& at) {
    s.f(e, at);
  };
  template <class G>
  static constexpr bool has_g = requires(const Self& s, const typename G::Element& e, const At<typename G::Element>& at,
                                         Out& out) {
    s.g(e, at, out);
  };

  /// Whether messages of a type are added up: the program does not say how it combines them.
  template <class M>
  static constexpr bool adds = !requires(const Self& s, M& into, const M& from) {
    s.combine(into, from);
  };
  /// Doubles of messages that are added up for the only element of a central group; 0 of other groups.
  template <class G>
  static constexpr std::size_t numbers_summed() {
    using E = typename G::Element;
    if constexpr (G::central && !requires(const Self& s) { s.count(static_cast<const E*>(nullptr)); })
      if constexpr (adds<typename G::Message>) return typed::doubles_of<typename G::Message>();
    return 0;
  }
  static auto no_sums() { return std::tuple<std::array<double, numbers_summed<Groups>()>...>(); }
  template <class M>
  void join_to_table(double* table, const M& message, double count) const;
  template <class M>
  void combine_messages(double* into, const double* from) const;

  template <class G>
  Group describe(std::size_t g) const;
  template <class G>
  void begin_central(std::vector<double>& values) const;
  template <class E>
  void load_central(E& element, double* values) const;
  template <class E>
  void store_central(E& element, double* values) const;
  template <class G>
  void step_group(const Batch& batch, Outbox& outbox) const;
  template <class G>
  void step_central_group(std::size_t g, const double* table, State& state, Outbox& outbox) const;
  void end_superstep(const double* table, State& state) const;
  void choose_next(std::size_t last, State& state) const;

  /// Calls use<E, n>(group) for each number among the fields of spread groups.
  template <class Use>
  static void for_each_output(const Use& use) {
    for_each_group([&]<class G>(std::size_t g) {
      if constexpr (!G::central) {
        using E = typename G::Element;
        typed::for_each_below<typed::fields_of<E>>([&](auto n) {
          if constexpr (typed::Number<typed::FieldOf<E, n>>) use.template operator()<E, n>(static_cast<int>(g));
        });
      }
    });
  }
};

}  // namespace uneven::elements
