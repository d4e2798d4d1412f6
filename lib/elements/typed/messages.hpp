// SPDX-License-Identifier: MIT
#pragma once

// What typed elements receive and send.

#include "elements/typed/groups.hpp"

namespace uneven::elements::typed {

/// Where f and g are called: an element's key, messages and links, and what all elements of the group are told.
///
/// @tparam P  the program, see Typed.
template <class P, class E>
class At {
  using Group = typename P::template GroupWith<E>;

 public:
  std::int64_t superstep = 0;  ///< of this group, from 0

  /// Number of the element in its group, which is its key.
  std::int64_t key() const { return first_ + i_; }

  /// Elements of the group, without removed ones.
  std::int64_t count() const { return count_; }

  /// Keyed: whether it was sent anything. Central: how many messages.
  std::int64_t received() const {
    if constexpr (Group::central)
      return static_cast<std::int64_t>(*table_);
    else
      return batch_->has_received[i_];
  }

  /// The joined messages; those to keyed elements exist only if received(). Numbers of a central group as a list.
  auto message() const {
    using M = typename Group::Message;
    if constexpr (std::is_same_v<M, Numbers>) {
      return ConstNumbers(table_ + 1, width_ - 1);
    } else if constexpr (Group::central) {
      M message;
      std::memcpy(&message, table_ + 1, sizeof message);
      return message;
    } else {
      static_assert(Group::join != Join::set, "a set of messages is read by messages()");
      M message;
      std::memcpy(&message, batch_->messages + static_cast<std::size_t>(i_) * ((sizeof(M) + 7) / 8 * 8),
                  sizeof message);
      return message;
    }
  }

  /// Join::set: calls use(from, message) for every message, in the order of the senders' keys.
  template <class Use>
  void messages(const Use& use) const {
    using M = typename Group::Message;
    if (!batch_->letter_start) return;
    for (std::int64_t k = batch_->letter_start[i_]; k < batch_->letter_start[i_ + 1]; ++k) {
      const Letter letter = batch_->letter(k);
      if constexpr (std::is_same_v<M, std::string_view>) {
        use(letter.from, std::string_view(reinterpret_cast<const char*>(letter.bytes.data()), letter.bytes.size()));
      } else {
        M message;
        std::memcpy(&message, letter.bytes.data(), sizeof message);
        use(letter.from, message);
      }
    }
  }

  std::int64_t degree() const { return batch_->link_start ? batch_->link_start[i_ + 1] - batch_->link_start[i_] : 0; }
  Link link(std::int64_t n) const {
    const std::int64_t at = batch_->link_start[i_] + n;
    return {batch_->links[at], batch_->link_weights ? batch_->link_weights[at] : 1};
  }
  /// Calls use(link) for every link.
  template <class Use>
  void links(const Use& use) const {
    for (std::int64_t n = 0; n < degree(); ++n) use(link(n));
  }

  /// Whether the group has been told anything, and what: the last multicast.
  bool is_told() const { return told_.size() > 0; }
  decltype(auto) told() const {
    if constexpr (std::is_same_v<typename Group::Multicast, Numbers>)
      return ConstNumbers(told_);
    else
      return (last_told_);
  }

 private:
  friend P;
  struct None {};
  using Told = std::conditional_t<std::is_void_v<typename Group::Multicast> ||
                                      std::is_same_v<typename Group::Multicast, Numbers>,
                                  None, typename Group::Multicast>;

  void take_told(ConstNumbers told) {
    told_ = told;
    if constexpr (!std::is_same_v<Told, None>)
      if (is_told()) std::memcpy(&last_told_, told.data(), sizeof last_told_);
  }

  const Batch* batch_ = nullptr;
  std::int64_t first_ = 0, i_ = 0, count_ = 0;
  ConstNumbers told_;
  Told last_told_{};               ///< once for a batch
  const double* table_ = nullptr;  ///< central: how many messages, and their sum
  std::size_t width_ = 0;
};

/// What an element sends.
template <class P>
class Out {
  template <class E>
  using GroupWith = typename P::template GroupWith<E>;
  template <class E>
  using MessageTo = typename GroupWith<E>::Message;
  template <class E>
  using ToldTo = typename GroupWith<E>::Multicast;

 public:
  /// To the element of a key of a keyed group.
  template <class E>
  requires(GroupWith<E>::keyed) void send(std::int64_t key, const MessageTo<E>& message) {
    if constexpr (std::is_same_v<MessageTo<E>, std::string_view>)
      out_.post(P::template index_of<E>(), key, from_, message.data(), message.size());
    else
      out_.post(P::template index_of<E>(), key, from_, &message, sizeof message);
    ++sent_[static_cast<std::size_t>(P::template index_of<E>())];
  }

  /// To an element of a central group, from an element of a spread group.
  template <class E>
  requires(GroupWith<E>::central) void send(const MessageTo<E>& message) { send<E>(0, message); }
  template <class E>
  requires(GroupWith<E>::central) void send(std::int64_t to, const MessageTo<E>& message) {
    constexpr auto g = static_cast<std::size_t>(P::template index_of<E>());
    if constexpr (P::template numbers_summed<GroupWith<E>>() > 0) {
      typed::add(message, std::get<g>(sums_).data());
      ++sent_[g];
    } else {
      self_.join_to_table(table_of<E>(to), message, 1);
    }
  }

  /// The sums of the batch for an element of a central group whose messages are Numbers, to be added to.
  template <class E>
  Numbers sums(std::int64_t to = 0) {
    static_assert(std::is_same_v<MessageTo<E>, Numbers>, "sums are for a Central group whose messages are Numbers");
    double* table = table_of<E>(to);
    ++table[0];
    return {table + 1, self_.template width_of<GroupWith<E>>() - 1};
  }

  /// To all elements of a spread group. From a central element: replaces what the group was told. From spread
  /// elements: joined as messages to central groups are; then Told is a struct of doubles.
  template <class E>
  void multicast(const ToldTo<E>& told) {
    constexpr auto g = static_cast<std::size_t>(P::template index_of<E>());
    ++sent_[g];
    if (state_) {
      constexpr std::size_t start = P::template before_told<GroupWith<E>>();
      std::vector<double>& now = state_->multicast[g];
      now.resize(start);
      if constexpr (std::is_same_v<ToldTo<E>, Numbers>) {
        now.insert(now.end(), told.begin(), told.end());
      } else {
        now.resize(start + typed::doubles_of<ToldTo<E>>());
        std::memcpy(now.data() + start, &told, sizeof told);
      }
    } else if constexpr (!std::is_same_v<ToldTo<E>, Numbers>) {
      self_.join_to_table(run_ + P::start_of_told(g), told, 1);
    } else {
      throw std::logic_error("an element of a spread group multicasts Numbers; expected a struct of doubles");
    }
  }

  /// Makes an element of a varying group, which is there from the next superstep on a spread group on. It counts as a
  /// message to its group.
  template <class E>
  requires(GroupWith<E>::varies) void make(E element) {
    constexpr int g = P::template index_of<E>();
    static_assert(!P::is_of_data_keys(g), "elements of a graph or text are those of the data; no others can be made");
    std::byte* to = out_.make(g);
    typed::for_each_below<typed::fields_of<E>>(
        [&](auto n) { to = typed::put_lanes(std::get<n>(element.fields()), self_.settings.columns, to); });
    ++sent_[static_cast<std::size_t>(g)];
    ++more_[static_cast<std::size_t>(g)];
  }

  /// Removes the element whose messages these are, when they are sent; its group varies.
  void remove() { removed_ = true; }

  /// The run ends when this superstep is done.
  void stop() { stop_ = true; }

 private:
  friend P;
  Out(const P& self, Outbox& out, double* run, State* state) : self_(self), out_(out), run_(run), state_(state) {}
  template <class E>
  double* table_of(std::int64_t to) {
    constexpr auto g = static_cast<std::size_t>(P::template index_of<E>());
    if (!tables_[g]) tables_[g] = out_.table(static_cast<int>(g));
    ++sent_[g];
    return tables_[g] + static_cast<std::size_t>(to) * self_.template width_of<GroupWith<E>>();
  }
  /// When the batch is done.
  void add_sums_to_tables() {
    typed::for_each_below<P::group_count>([&](auto g) {
      const auto& sums = std::get<g>(sums_);
      if (sums.empty() || sent_[g] == 0) return;
      double* table = out_.table(static_cast<int>(g));
      table[0] += sent_[g];
      for (std::size_t i = 0; i < sums.size(); ++i) table[1 + i] += sums[i];
    });
  }
  const P& self_;
  Outbox& out_;
  double* run_;
  State* state_;
  std::int64_t from_ = 0;
  bool stop_ = false, removed_ = false;
  std::array<double, P::group_count> sent_{};
  std::array<double, P::group_count> more_{};  ///< elements of each group, after the batch
  std::array<double*, P::group_count> tables_{};
  decltype(P::no_sums()) sums_ = P::no_sums();  ///< of the batch, by group: the compiler keeps short ones in registers
};

}  // namespace uneven::elements::typed
