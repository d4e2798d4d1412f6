#include "document/writer.hpp"

#include <ostream>

namespace uneven::document {

namespace {

/// Text from a command line may be no UTF-8; it must not stop the writing.
std::string text_of(const OrderedJson& value) {
  return value.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

}  // namespace

Writer::Writer(std::ostream& out, const std::string& kind, bool compact)
    : out_(out), newline_(compact ? "" : "\n"), indent_(compact ? "" : "  "), colon_(compact ? ":" : ": ") {
  out_ << '{';
  field("kind", kind);
  field("version", 1);
}

void Writer::start_member(const std::string& key) {
  out_ << (first_ ? "" : ",") << newline_ << indent_ << text_of(key) << colon_;
  first_ = false;
}

void Writer::field(const std::string& key, const OrderedJson& value) {
  if (value.is_array() && !value.empty() && value.front().is_structured()) {
    array(key, value.size(), [&](std::size_t i) { return value[i]; });
    return;
  }
  start_member(key);
  out_ << text_of(value);
}

void Writer::array(const std::string& key, std::size_t count, const std::function<OrderedJson(std::size_t)>& element) {
  start_member(key);
  out_ << '[';
  for (std::size_t i = 0; i < count; ++i)
    out_ << (i ? "," : "") << newline_ << indent_ << indent_ << text_of(element(i));
  if (count) out_ << newline_ << indent_;
  out_ << ']';
}

void Writer::end() { out_ << newline_ << "}\n"; }

}  // namespace uneven::document
