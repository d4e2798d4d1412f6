// SPDX-License-Identifier: MIT
#include "data/survey.hpp"

#include <cstring>
#include <utility>

namespace uneven::data {

namespace {

class Writer {
 public:
  template <class T>
  void put(const T& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  template <class T>
  void put_all(const std::vector<T>& values) {
    put(values.size());
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  }
  void put_text(const std::string& text) {
    put(text.size());
    bytes_ += text;
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Of bytes that a Writer of the same program wrote.
class Reader {
 public:
  explicit Reader(const std::string& bytes) : at_(bytes.data()) {}

  template <class T>
  T get() {
    T value;
    copy(&value, sizeof value);
    return value;
  }
  template <class T>
  std::vector<T> get_all() {
    std::vector<T> values(get<std::size_t>());
    copy(values.data(), values.size() * sizeof(T));
    return values;
  }
  std::string get_text() {
    std::string text(get<std::size_t>(), '\0');
    copy(text.data(), text.size());
    return text;
  }

 private:
  void copy(void* to, std::size_t count) {
    if (count > 0) std::memcpy(to, at_, count);
    at_ += count;
  }
  const char* at_;
};

}  // namespace

std::string bytes_of(const Survey& survey) {
  Writer out;
  out.put_all(survey.rows);
  out.put(survey.all_rows);
  out.put_all(survey.sums);
  out.put_all(survey.counts);
  out.put(survey.findings.smallest);
  out.put(survey.findings.largest);
  out.put(survey.findings.labels.size());
  for (const std::string& label : survey.findings.labels) out.put_text(label);
  out.put_all(survey.findings.extents);
  return out.take();
}

Survey survey_of(const std::string& bytes) {
  Reader in(bytes);
  Survey survey;
  survey.rows = in.get_all<std::int64_t>();
  survey.all_rows = in.get<std::int64_t>();
  survey.sums = in.get_all<double>();
  survey.counts = in.get_all<std::int64_t>();
  survey.findings.smallest = in.get<std::int64_t>();
  survey.findings.largest = in.get<std::int64_t>();
  for (auto count = in.get<std::size_t>(); count > 0; --count) survey.findings.labels.insert(in.get_text());
  survey.findings.extents = in.get_all<Extent>();
  return survey;
}

}  // namespace uneven::data
