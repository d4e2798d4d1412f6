// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "base/text_stream.hpp"
#include "document/describe/object.hpp"
#include "document/json.hpp"

namespace uneven::document {

/// Writes one document with a line for each member, so that git diff and grep work. A list of lists or objects has a
/// line for each item; an object with such a list has a line for each of its members.
/// A number that is not finite is written as a word: "inf", "-inf" or "nan"; null always means that there is none.
/// Large lists are written item by item and never held as JSON.
class Writer {
 public:
  /// Starts a document with its kind and version 1.
  Writer(std::ostream& out, const std::string& kind, bool compact);

  void field(const std::string& key, const OrderedJson& value);

  /// A list of `count` items. append(i, line) appends item i as JSON on one line; an item without text is left out.
  void list(const std::string& key, std::size_t count,
            const std::function<void(std::size_t i, std::string& line)>& append);

  /// Closes the document; call once, last.
  void end();

 private:
  void start_member(const std::string& key);
  void start_line(int depth);
  void put(const OrderedJson& value, int depth);
  void put_lines(std::size_t count, const std::function<void(std::size_t, std::string&)>& append, int depth);

  std::ostream& out_;
  const char* newline_;
  const char* indent_;
  const char* colon_;
  bool first_ = true;
};

/// Writes a document that is there as JSON. @param json  with its kind, of version 1.
void write_json(std::ostream& out, const OrderedJson& json, bool compact);

/// Writes a struct as its description says.
void write_described(std::ostream& out, const std::string& kind, const Object& description, const void* document,
                     bool compact);

/// Writes a document: a struct that is described and names its kind.
template <Described Written>
void write_document(std::ostream& out, const Written& document, bool compact) {
  write_described(out, Written::kind, description_of<Written>(), &document, compact);
}

/// A document as write_document() writes it.
template <class Written>
std::string document_text(const Written& document, bool compact = false) {
  OutputText out;
  write_document(out, document, compact);
  return std::move(out).str();
}

/// JSON on one line.
std::string text_of(const OrderedJson& value);

/// A document as it would be read.
template <class Written>
Json json_of(const Written& document) {
  return Json::parse(document_text(document, true));
}

}  // namespace uneven::document
