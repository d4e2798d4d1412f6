// SPDX-License-Identifier: MIT
#include "document/writer.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <utility>

#include "base/text.hpp"
#include "document/describe/object.hpp"

namespace uneven::document {

namespace {

bool is_finite(const OrderedJson& value) {
  if (value.is_number_float()) return std::isfinite(value.get<double>());
  return !value.is_structured() || std::ranges::all_of(value, is_finite);
}

/// Puts words in the place of numbers that are not finite, which JSON has not.
void put_words(OrderedJson& value) {
  if (value.is_structured()) {
    for (OrderedJson& member : value) put_words(member);
  } else if (!is_finite(value)) {
    value = word_of(value.get<double>());
  }
}

/// An array whose elements have lines of their own.
bool is_table(const OrderedJson& value) { return value.is_array() && !value.empty() && value.front().is_structured(); }

}  // namespace

// Text from a command line may be no UTF-8; it must not stop the writing.
std::string text_of(const OrderedJson& value) {
  if (!is_finite(value)) {
    OrderedJson words = value;
    put_words(words);
    return text_of(words);
  }
  return value.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

Writer::Writer(std::ostream& out, const std::string& kind, bool compact)
    : out_(out), newline_(compact ? "" : "\n"), indent_(compact ? "" : "  "), colon_(compact ? ":" : ": ") {
  out_ << '{';
  field("kind", kind);
  field("version", 1);
}

void Writer::start_member(const std::string& key) {
  out_ << (first_ ? "" : ",");
  start_line(1);
  out_ << text_of(key) << colon_;
  first_ = false;
}

void Writer::field(const std::string& key, const OrderedJson& value) {
  start_member(key);
  put(value, 1);
}

void Writer::list(const std::string& key, std::size_t count,
                  const std::function<void(std::size_t, std::string&)>& append) {
  start_member(key);
  put_lines(count, append, 1);
}

void Writer::end() { out_ << newline_ << "}\n"; }

void write_described(std::ostream& out, const std::string& kind, const Object& description, const void* document,
                     bool compact) {
  Writer writer(out, kind, compact);
  for (const Field& field : description.fields) {
    if (field.omitted && field.absent && field.absent(document)) continue;
    if (field.json) {
      writer.field(field.key, field.json(document));
    } else if (field.type.item && (field.type.item->object || field.type.item->item)) {
      writer.list(field.key, field.items(document),
                  [&](std::size_t i, std::string& line) { field.write_item(document, i, line); });
    } else {
      std::string text;
      write_field(field, document, text);
      writer.field(field.key, OrderedJson::parse(text));
    }
  }
  writer.end();
}

void write_json(std::ostream& out, const OrderedJson& json, bool compact) {
  Writer writer(out, json.at("kind"), compact);
  for (const auto& [key, value] : json.items())
    if (key != "kind" && key != "version") writer.field(key, value);
  writer.end();
}

void Writer::put(const OrderedJson& value, int depth) {
  if (is_table(value)) {
    put_lines(
        value.size(), [&](std::size_t i, std::string& line) { line = text_of(value[i]); }, depth);
  } else if (value.is_object() && std::ranges::any_of(value, is_table)) {
    out_ << '{';
    const char* separator = "";
    for (const auto& [key, member] : value.items()) {
      out_ << std::exchange(separator, ",");
      start_line(depth + 1);
      out_ << text_of(key) << colon_;
      put(member, depth + 1);
    }
    start_line(depth);
    out_ << '}';
  } else {
    out_ << text_of(value);
  }
}

void Writer::put_lines(std::size_t count, const std::function<void(std::size_t, std::string&)>& append, int depth) {
  out_ << '[';
  std::string line;
  const char* separator = "";
  for (std::size_t i = 0; i < count; ++i) {
    line.clear();
    append(i, line);
    if (line.empty()) continue;
    out_ << std::exchange(separator, ",");
    start_line(depth + 1);
    out_ << line;
  }
  if (*separator) start_line(depth);
  out_ << ']';
}

void Writer::start_line(int depth) {
  out_ << newline_;
  for (int i = 0; i < depth; ++i) out_ << indent_;
}

}  // namespace uneven::document
