// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <limits>
#include <string_view>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "data/formats/npy.hpp"
#include "data/input/plain.hpp"

namespace uneven::data {
namespace {

constexpr std::string_view magic("\x93NUMPY", 6);
constexpr std::array<std::string_view, 12> type_names{"f2", "f4", "f8", "i1", "i2", "i4",
                                                      "i8", "u1", "u2", "u4", "u8", "b1"};

/// The Python literal of a header: {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }
class HeaderParser {
 public:
  HeaderParser(const std::string& path, std::string_view text) : path_(path), text_(text) {}

  NpyHeader parse() {
    NpyHeader header;
    bool has_type = false, has_order = false, has_shape = false;
    expect('{');
    while (!accept('}')) {
      const std::string key = string();
      expect(':');
      bool& seen = key == "descr"           ? has_type
                   : key == "fortran_order" ? has_order
                   : key == "shape"         ? has_shape
                                            : unknown(key);
      if (seen) fail("key '" + shown_data(key) + "' twice");
      seen = true;
      if (&seen == &has_type) header.type = type(header.big_endian);
      if (&seen == &has_order) header.fortran_order = truth();
      if (&seen == &has_shape) header.shape = shape();
      if (!accept(',') && peek() != '}') fail("expected ',' or '}'");
    }
    peek();
    if (at_ < text_.size()) fail("text after '}'");
    if (!has_type) fail("no key 'descr'");
    if (!has_order) fail("no key 'fortran_order'");
    if (!has_shape) fail("no key 'shape'");
    return header;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(path_ + ": NPY header: " + what + " at character " + std::to_string(at_));
  }
  [[noreturn]] bool& unknown(const std::string& key) const {
    fail("unknown key '" + shown_data(key) + "'; expected descr, fortran_order and shape");
  }

  char peek() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool accept(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!accept(c)) fail(std::string("expected '") + c + "'");
  }

  std::string string() {
    const char quote = peek();
    if (quote != '\'' && quote != '"') fail("expected a string");
    const auto end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) fail("string without end");
    const std::string value(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return value;
  }

  bool truth() {
    peek();
    for (const std::string_view word : {"True", "False"})
      if (text_.substr(at_).starts_with(word)) {
        at_ += word.size();
        return word == "True";
      }
    fail("expected True or False");
  }

  NpyType type(bool& big_endian) {
    if (peek() == '[') refuse("a record");
    const std::string name = string();
    if (name.find('O') != std::string::npos) refuse("Python objects ('" + shown_data(name) + "')");
    const auto found =
        std::find(type_names.begin(), type_names.end(), name.substr(std::min<std::size_t>(1, name.size())));
    if (name.empty() || std::string_view("<>|").find(name[0]) == std::string_view::npos || found == type_names.end())
      refuse("'" + shown_data(name) + "'");
    big_endian = name[0] == '>';
    return static_cast<NpyType>(found - type_names.begin());
  }
  [[noreturn]] void refuse(const std::string& what) const {
    throw InputError(path_ + ": elements are " + what + "; expected f2, f4, f8, i1, i2, i4, i8, u1, u2, u4, u8 or b1");
  }

  std::vector<std::int64_t> shape() {
    std::vector<std::int64_t> lengths;
    expect('(');
    while (!accept(')')) {
      peek();
      std::int64_t length = 0;
      const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), length);
      if (error != std::errc() || length < 0) fail("expected a length >= 0");
      at_ = static_cast<std::size_t>(end - text_.data());
      if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // a long of Python 2
      lengths.push_back(length);
      if (!accept(',') && peek() != ')') fail("expected ',' or ')'");
    }
    return lengths;
  }

  const std::string& path_;
  std::string_view text_;
  std::size_t at_ = 0;
};

std::string shape_text(const std::vector<std::int64_t>& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

/// A header promises more than can be counted in 63 bits only if it is damaged, in an array without elements too.
void check_length(const InputFile& file, const NpyHeader& header) {
  std::int64_t bytes = size_of(header.type);
  for (const std::int64_t length : header.shape)
    if (__builtin_mul_overflow(bytes, std::max<std::int64_t>(1, length), &bytes))
      throw InputError(file.path() + ": shape " + shown_data(shape_text(header.shape)) + " is too large");
  if (header.elements() == 0) bytes = 0;
  const std::int64_t missing = bytes - (file.bytes() - header.offset);
  if (missing < 0)
    throw InputError(file.path() + ": " + std::to_string(-missing) + " bytes follow the " + std::to_string(bytes) +
                     " of shape " + shown_data(shape_text(header.shape)) +
                     "; expected one array and nothing behind it");
  if (missing > 0)
    throw InputError(file.path() + ": truncated: " + std::to_string(missing) + " of " + std::to_string(bytes) +
                     " bytes of shape " + shown_data(shape_text(header.shape)) + " are missing");
}

}  // namespace

std::int64_t size_of(NpyType type) { return type_names[static_cast<std::size_t>(type)][1] - '0'; }

bool is_floating(NpyType type) { return type_names[static_cast<std::size_t>(type)][0] == 'f'; }

std::int64_t NpyHeader::elements() const {
  std::int64_t product = 1;
  for (const std::int64_t length : shape) product *= length;
  return product;
}

std::int64_t NpyHeader::columns() const {
  std::int64_t product = 1;
  for (std::size_t i = 1; i < shape.size(); ++i) product *= shape[i];
  return product;
}

bool is_npy(const std::string& path) {
  InputFile file = open_plain(path);
  std::string start(std::min<std::int64_t>(file.bytes(), magic.size()), '\0');
  file.read(0, static_cast<std::int64_t>(start.size()), start.data());
  return start == magic;
}

NpyHeader read_npy_header(const std::string& path) {
  if (!is_npy(path)) throw InputError(input_name(path) + ": not an NPY file");
  InputFile file = open_plain(path);
  std::array<unsigned char, 12> start{};
  file.read(0, std::min<std::int64_t>(file.bytes(), start.size()), start.data());
  const int version = start[6];
  if (version < 1 || version > 3)
    throw InputError(file.path() + ": NPY version " + std::to_string(version) + "; expected 1, 2 or 3");
  const std::int64_t before = version == 1 ? 10 : 12;
  std::int64_t length = 0;
  for (std::int64_t i = before - 1; i >= 8; --i) length = length * 256 + start[static_cast<std::size_t>(i)];
  if (before + length > file.bytes())
    throw InputError(file.path() + ": truncated: " + std::to_string(before + length - file.bytes()) +
                     " bytes of the NPY header are missing");
  std::string text(static_cast<std::size_t>(length), '\0');
  file.read(before, length, text.data());
  NpyHeader header = HeaderParser(file.path(), text).parse();
  header.offset = before + length;
  check_length(file, header);
  return header;
}

std::string npy_header(NpyType type, const std::vector<std::int64_t>& shape) {
  std::string text = std::string("{'descr': '") + (size_of(type) == 1 ? '|' : '<');
  text += type_names[static_cast<std::size_t>(type)];
  text += "', 'fortran_order': False, 'shape': " + shape_text(shape) + ", }";
  const std::size_t before = magic.size() + 4;
  text.append(63 - (before + text.size()) % 64, ' ');
  text += '\n';
  std::string header(magic);
  header += {'\x01', '\x00', static_cast<char>(text.size() % 256), static_cast<char>(text.size() / 256)};
  return header + text;
}

}  // namespace uneven::data
