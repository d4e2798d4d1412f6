// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "comm/communicator.hpp"
#include "elements/messages.hpp"

namespace uneven::elements {

/// The different keys of all processes, numbered from 0 in their order: whole numbers by size, texts by their bytes.
/// So a key has the same number on any number of processes. Each process holds the keys of a range of numbers.
///
/// Memory: the keys that a process holds, nearly equal parts of all, and one key for each process.
/// @tparam Key  std::int64_t or std::string.
template <class Key>
class Directory {
 public:
  /// Sorts the keys by samples: 64 keys for each process, evenly out of all of them, are known to all and say which
  /// process holds what. Collective.
  /// @param keys  of this process, in any order; others may have the same.
  Directory(const comm::Communicator& comm, const Waiting& waiting, std::vector<Key> keys);

  std::int64_t size() const { return first_.back(); }

  /// The number of each key, -1 where there is none; shape [keys]. Collective.
  std::vector<std::int64_t> numbers_of(const comm::Communicator& comm, const Waiting& waiting,
                                       const std::vector<Key>& keys) const;

  /// The key of each number; shape [numbers]. Collective. @param numbers  0 <= number < size().
  std::vector<Key> keys_of(const comm::Communicator& comm, const Waiting& waiting,
                           const std::vector<std::int64_t>& numbers) const;

 private:
  std::vector<Key> bounds_;          ///< the first key that a process may hold, of all processes but the first
  std::vector<Key> mine_;            ///< in order
  std::vector<std::int64_t> first_;  ///< number of each process's first key, and that of all; shape [p + 1]
};

/// What the user calls the elements of a group.
class Keys {
 public:
  using Whole = Directory<std::int64_t>;
  using Named = Directory<std::string>;

  Keys() : Keys(0) {}
  /// Element i is i + first. @param count  of the elements. @param listed  some are missing.
  explicit Keys(std::int64_t count, std::int64_t first = 0, bool listed = false) : keys_(Range{first, count, listed}) {}
  explicit Keys(Whole keys) : keys_(std::make_shared<Whole>(std::move(keys))) {}
  explicit Keys(Named keys) : keys_(std::make_shared<Named>(std::move(keys))) {}

  /// Whether an element's place says nothing of its key, so that outputs must name it.
  bool are_listed() const {
    const auto* range = std::get_if<Range>(&keys_);
    return !range || range->listed;
  }

  /// Whether they are whole numbers.
  bool are_whole() const { return !std::holds_alternative<std::shared_ptr<Named>>(keys_); }

  std::int64_t size() const;

  /// The keys of elements, as text and, if they are whole numbers, as such; shape [numbers]. Collective.
  std::vector<std::string> texts_of(const comm::Communicator& comm, const Waiting& waiting,
                                    const std::vector<std::int64_t>& numbers) const;
  std::vector<std::int64_t> whole_of(const comm::Communicator& comm, const Waiting& waiting,
                                     const std::vector<std::int64_t>& numbers) const;

  /// The elements of keys that a user names, -1 where there is none; shape [texts]. Collective.
  std::vector<std::int64_t> numbers_of(const comm::Communicator& comm, const Waiting& waiting,
                                       const std::vector<std::string>& texts) const;

 private:
  struct Range {
    std::int64_t first, count;
    bool listed;
  };
  std::variant<Range, std::shared_ptr<Whole>, std::shared_ptr<Named>> keys_;
};

}  // namespace uneven::elements
