#pragma once

#include <functional>
#include <iosfwd>
#include <sstream>
#include <string>

#include "document/json.hpp"

namespace uneven::document {

/// Writes one document, member by member, one array element a line, so that git diff and grep work; the same within
/// members that are objects.
/// A number that is not finite is written as a word: "inf", "-inf" or "nan"; null always means that there is none.
/// Large arrays are made element by element and never held as JSON.
class Writer {
 public:
  /// Starts a document with its kind and version 1.
  Writer(std::ostream& out, const std::string& kind, bool compact);

  void field(const std::string& key, const OrderedJson& value);

  /// `count` elements, the i-th made by `element(i)`.
  void array(const std::string& key, std::size_t count, const std::function<OrderedJson(std::size_t)>& element);

  /// Closes the document; call once, last.
  void end();

 private:
  void start_member(const std::string& key);
  void start_line(int depth);
  void put(const OrderedJson& value, int depth);
  void put_elements(std::size_t count, const std::function<OrderedJson(std::size_t)>& element, int depth);

  std::ostream& out_;
  const char* newline_;
  const char* indent_;
  const char* colon_;
  bool first_ = true;
};

/// Writes a document that is there as JSON. @param json  with its kind, of version 1.
void write_json(std::ostream& out, const OrderedJson& json, bool compact);

/// A document as it would be read.
template <class Written>
Json json_of(const Written& document) {
  std::ostringstream out;
  write_document(out, document, true);
  return Json::parse(out.str());
}

/// An absent value is null.
template <class T>
OrderedJson or_null(const T& optional) {
  return optional ? OrderedJson(*optional) : OrderedJson(nullptr);
}

}  // namespace uneven::document
