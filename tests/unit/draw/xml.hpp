// SPDX-License-Identifier: MIT
#pragma once

#include <cctype>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace uneven::draw_test {

struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;
  double number(const std::string& key) const { return std::stod(attributes.at(key)); }
};

/// Reads the XML that a picture may consist of, strictly: tags balance, no attribute twice, no stray markup.
/// Returns the elements in order; throws std::runtime_error at the first fault.
class XmlReader {
 public:
  explicit XmlReader(std::string text) : text_(std::move(text)) {}

  std::vector<Element> read() {
    expect("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    do {
      if (text_.compare(at_, 2, "</") == 0)
        close();
      else if (text_.at(at_) == '<')
        open();
      else
        character();
    } while (!inside_.empty());
    expect("\n");
    if (at_ != text_.size()) throw std::runtime_error("text after the document");
    return elements_;
  }

 private:
  void expect(const std::string& part) {
    if (text_.compare(at_, part.size(), part) != 0) throw std::runtime_error("expected " + part + " at " + where());
    at_ += part.size();
  }

  std::string where() const { return text_.substr(at_, 30); }

  void character() {
    const char c = text_.at(at_);
    if (c == '>' || c == '"' || (static_cast<unsigned char>(c) < 0x20 && c != '\n'))
      throw std::runtime_error("stray character at " + where());
    if (c == '&') {
      const auto entity = text_.substr(at_, text_.find(';', at_) - at_ + 1);
      if (entity != "&amp;" && entity != "&lt;" && entity != "&gt;" && entity != "&quot;")
        throw std::runtime_error("unknown entity at " + where());
    }
    ++at_;
  }

  std::string name() {
    std::string result;
    while (std::isalnum(static_cast<unsigned char>(text_.at(at_))) || text_.at(at_) == '-') result += text_[at_++];
    if (result.empty()) throw std::runtime_error("no name at " + where());
    return result;
  }

  void open() {
    expect("<");
    Element element{name(), {}};
    while (text_.at(at_) == ' ') {
      ++at_;
      const auto key = name();
      expect("=\"");
      const auto start = at_;
      while (text_.at(at_) != '"') {
        if (text_[at_] == '<') throw std::runtime_error("markup in an attribute at " + where());
        character();
      }
      if (!element.attributes.emplace(key, text_.substr(start, at_ - start)).second)
        throw std::runtime_error("attribute twice: " + key);
      ++at_;
    }
    elements_.push_back(element);
    if (text_.at(at_) == '/')
      expect("/>");
    else {
      expect(">");
      inside_.push_back(element.name);
    }
  }

  void close() {
    expect("</" + (inside_.empty() ? "" : inside_.back()) + ">");
    inside_.pop_back();
  }

  std::string text_;
  std::size_t at_ = 0;
  std::vector<std::string> inside_;
  std::vector<Element> elements_;
};

}  // namespace uneven::draw_test
