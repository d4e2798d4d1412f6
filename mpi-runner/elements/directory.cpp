// SPDX-License-Identifier: MIT
#include "elements/directory.hpp"

#include <algorithm>
#include <charconv>
#include <type_traits>
#include <utility>

#include "elements/mail.hpp"

namespace uneven::elements {

namespace {

constexpr std::int64_t samples_of_each = 64;

template <class Key>
Key get_key(ByteReader& in) {
  if constexpr (std::is_same_v<Key, std::int64_t>)
    return in.get<std::int64_t>();
  else
    return in.get_text();
}

template <class Key>
void sort_each_once(std::vector<Key>& keys) {
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

std::vector<std::string> bytes_of(std::vector<ByteWriter>& writers) {
  std::vector<std::string> bytes;
  for (ByteWriter& writer : writers) bytes.push_back(std::exchange(writer.bytes, {}));
  return bytes;
}

/// Asks other processes, each question of the one that `owner` names, and puts their answers in the order of the
/// questions. Collective.
template <class Question, class Owner, class Put, class Answer, class Get>
auto ask(const comm::Communicator& comm, const Waiting& waiting, const std::vector<Question>& questions, Owner owner,
         Put put, Answer answer, Get get) {
  std::vector<ByteWriter> to(static_cast<std::size_t>(comm.size()));
  std::vector<std::int32_t> asked;
  asked.reserve(questions.size());
  for (const Question& question : questions) {
    asked.push_back(owner(question));
    put(to[static_cast<std::size_t>(asked.back())], question);
  }
  std::vector<std::string> incoming = exchange(comm, waiting, bytes_of(to));
  for (std::size_t from = 0; from < incoming.size(); ++from) {
    for (ByteReader in(incoming[from]); !in.at_end();) answer(in, to[from]);
    incoming[from] = {};
  }
  incoming = exchange(comm, waiting, bytes_of(to));
  std::vector<ByteReader> readers(incoming.begin(), incoming.end());
  std::vector<decltype(get(readers[0]))> answers;
  answers.reserve(questions.size());
  for (const std::int32_t from : asked) answers.push_back(get(readers[static_cast<std::size_t>(from)]));
  return answers;
}

std::int64_t sum_over(const comm::Communicator& comm, std::int64_t mine) {
  std::int64_t sum = 0;
  for (const std::int64_t value : comm::all_gather(comm, mine)) sum += value;
  return sum;
}

template <class Key>
int owner_of(const std::vector<Key>& bounds, const Key& key) {
  return static_cast<int>(std::upper_bound(bounds.begin(), bounds.end(), key) - bounds.begin());
}

}  // namespace

template <class Key>
Directory<Key>::Directory(const comm::Communicator& comm, const Waiting& waiting, std::vector<Key> keys) {
  const auto p = static_cast<std::size_t>(comm.size());
  sort_each_once(keys);
  const std::int64_t step =
      std::max<std::int64_t>(1, sum_over(comm, std::ssize(keys)) / (samples_of_each * comm.size()));
  ByteWriter some;
  for (std::int64_t i = step / 2; i < std::ssize(keys); i += step) some.put(keys[static_cast<std::size_t>(i)]);
  std::vector<Key> samples;
  for (const std::string& bytes : comm::all_gather(comm, some.bytes))
    for (ByteReader in(bytes); !in.at_end();) samples.push_back(get_key<Key>(in));
  std::ranges::sort(samples);
  for (std::size_t i = 1; i < p && !samples.empty(); ++i) bounds_.push_back(samples[samples.size() * i / p]);
  std::vector<ByteWriter> to(p);
  for (const Key& key : keys) to[static_cast<std::size_t>(owner_of(bounds_, key))].put(key);
  keys = {};
  for (const std::string& bytes : exchange(comm, waiting, bytes_of(to)))
    for (ByteReader in(bytes); !in.at_end();) mine_.push_back(get_key<Key>(in));
  sort_each_once(mine_);
  mine_.shrink_to_fit();
  first_.push_back(0);
  for (const std::int64_t count : comm::all_gather(comm, static_cast<std::int64_t>(mine_.size())))
    first_.push_back(first_.back() + count);
}

template <class Key>
std::vector<std::int64_t> Directory<Key>::numbers_of(const comm::Communicator& comm, const Waiting& waiting,
                                                     const std::vector<Key>& keys) const {
  const std::int64_t first = first_[static_cast<std::size_t>(comm.rank())];
  return ask(
      comm, waiting, keys, [&](const Key& key) { return owner_of(bounds_, key); },
      [](ByteWriter& out, const Key& key) { out.put(key); },
      [&](ByteReader& in, ByteWriter& out) {
        const Key key = get_key<Key>(in);
        const auto found = std::ranges::lower_bound(mine_, key);
        out.put(found == mine_.end() || *found != key ? std::int64_t{-1} : first + (found - mine_.begin()));
      },
      [](ByteReader& in) { return in.get<std::int64_t>(); });
}

template <class Key>
std::vector<Key> Directory<Key>::keys_of(const comm::Communicator& comm, const Waiting& waiting,
                                         const std::vector<std::int64_t>& numbers) const {
  const std::int64_t first = first_[static_cast<std::size_t>(comm.rank())];
  return ask(
      comm, waiting, numbers,
      [&](std::int64_t number) {
        return static_cast<int>(std::upper_bound(first_.begin(), first_.end(), number) - first_.begin()) - 1;
      },
      [](ByteWriter& out, std::int64_t number) { out.put(number); },
      [&](ByteReader& in, ByteWriter& out) {
        out.put(mine_[static_cast<std::size_t>(in.get<std::int64_t>() - first)]);
      },
      [](ByteReader& in) { return get_key<Key>(in); });
}

template class Directory<std::int64_t>;
template class Directory<std::string>;

std::int64_t Keys::size() const {
  if (const auto* range = std::get_if<Range>(&keys_)) return range->count;
  const auto* whole = std::get_if<std::shared_ptr<Whole>>(&keys_);
  return whole ? (*whole)->size() : std::get<std::shared_ptr<Named>>(keys_)->size();
}

std::vector<std::string> Keys::texts_of(const comm::Communicator& comm, const Waiting& waiting,
                                        const std::vector<std::int64_t>& numbers) const {
  if (!are_whole()) return std::get<std::shared_ptr<Named>>(keys_)->keys_of(comm, waiting, numbers);
  std::vector<std::string> texts;
  for (const std::int64_t key : whole_of(comm, waiting, numbers)) texts.push_back(std::to_string(key));
  return texts;
}

std::vector<std::int64_t> Keys::whole_of(const comm::Communicator& comm, const Waiting& waiting,
                                         const std::vector<std::int64_t>& numbers) const {
  if (const auto* whole = std::get_if<std::shared_ptr<Whole>>(&keys_)) return (*whole)->keys_of(comm, waiting, numbers);
  std::vector<std::int64_t> keys = numbers;
  for (std::int64_t& key : keys) key += std::get<Range>(keys_).first;
  return keys;
}

std::vector<std::int64_t> Keys::numbers_of(const comm::Communicator& comm, const Waiting& waiting,
                                           const std::vector<std::string>& texts) const {
  if (!are_whole()) return std::get<std::shared_ptr<Named>>(keys_)->numbers_of(comm, waiting, texts);
  std::vector<std::int64_t> keys, places, numbers(texts.size(), -1);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::int64_t key = 0;
    const char* const end = texts[i].data() + texts[i].size();
    const auto [after, error] = std::from_chars(texts[i].data(), end, key);
    if (error != std::errc() || after != end) continue;
    keys.push_back(key);
    places.push_back(static_cast<std::int64_t>(i));
  }
  const auto* range = std::get_if<Range>(&keys_);
  if (!range) keys = std::get<std::shared_ptr<Whole>>(keys_)->numbers_of(comm, waiting, keys);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const bool outside = range && (keys[i] < range->first || keys[i] - range->first >= range->count);
    numbers[static_cast<std::size_t>(places[i])] = outside ? -1 : keys[i] - (range ? range->first : 0);
  }
  return numbers;
}

}  // namespace uneven::elements
