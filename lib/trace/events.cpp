// SPDX-License-Identifier: MIT
#include "trace/events.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <istream>
#include <streambuf>
#include <string_view>

#include "base/error.hpp"
#include "base/text.hpp"
#include "document/json.hpp"

namespace uneven::trace {
namespace {

using document::Json;

/// The bytes of a file or pipe, for a reader that keeps no more than the string or number that it is in.
class Bytes : public std::streambuf {
 public:
  explicit Bytes(const std::string& path) : name_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ < 0) throw OpenError(name_ + ": cannot open: " + std::strerror(errno));
  }
  Bytes(const Bytes&) = delete;
  Bytes& operator=(const Bytes&) = delete;
  ~Bytes() override { ::close(descriptor_); }

 protected:
  int_type underflow() override {
    ssize_t got = 0;
    do got = ::read(descriptor_, piece_.data(), piece_.size());
    while (got < 0 && errno == EINTR);
    if (got < 0) throw IoError(name_ + ": cannot read: " + std::strerror(errno));
    if (got == 0) return traits_type::eof();
    require_short_tokens({piece_.data(), static_cast<std::size_t>(got)});
    before_ += static_cast<std::size_t>(got);
    setg(piece_.data(), piece_.data(), piece_.data() + got);
    return traits_type::to_int_type(piece_[0]);
  }

 private:
  /// Of what may be in a string, only the quotation mark that ends it counts.
  void require_short_tokens(std::string_view bytes) {
    constexpr std::size_t longest = 1 << 20;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const char c = bytes[i];
      if (c == '\0')
        throw InputError(name_ + ": byte " + std::to_string(before_ + i + 1) + " is NUL; expected a trace");
      if (c == '"' && !escaped_) in_string_ = !in_string_;
      escaped_ = in_string_ && c == '\\' && !escaped_;
      const bool ends = in_string_ ? c == '"' : std::string_view(" \t\r\n,:{}[]\"").find(c) != std::string_view::npos;
      length_ = ends ? 0 : length_ + 1;
      if (length_ > longest)
        throw InputError(name_ + ": byte " + std::to_string(before_ + i + 1) +
                         " is in a word of more than 1 MiB; expected a trace");
    }
  }

  const std::string name_;
  int descriptor_;
  std::array<char, 1 << 16> piece_{};
  std::size_t before_ = 0, length_ = 0;
  bool in_string_ = false, escaped_ = false;
};

/// Follows nlohmann's reader through the file: levels count from 1, the object that is the file.
class Walker : public Json::json_sax_t {
 public:
  Walker(const std::string& name, std::size_t most_ranks, const std::function<void(const FileEvent&)>& take)
      : name_(name), most_ranks_(most_ranks), take_(take) {}

  AboutFile about() && { return std::move(about_); }

  bool null() override { return true; }
  bool boolean(bool value) override {
    if (in_about() && level_ == 2 && key(2) == "simulated") about_.simulated = value;
    return true;
  }
  bool number_unsigned(number_unsigned_t value) override { return number(static_cast<double>(value)); }
  bool number_integer(number_integer_t value) override { return number(static_cast<double>(value)); }
  bool number_float(number_float_t value, const string_t&) override { return number(value); }
  bool string(string_t& value) override {
    if (in_events() && level_ == 3 && key(3) == "ph") event_.type = value;
    if (in_events() && level_ == 3 && key(3) == "name") event_.name = value;
    if (in_events() && level_ == 4 && key(3) == "args" && key(4) == "name") event_.text = value;
    if (in_about() && level_ == 2 && key(2) == "made_by") about_.made_by = value;
    return true;
  }
  bool binary(binary_t&) override { return false; }  // not in JSON
  bool key(string_t& name) override {
    if (level_ < keys_.size()) keys_[level_].assign(name, 0, longest_key);
    return true;
  }
  bool start_object(std::size_t) override {
    open();
    if (in_events() && level_ == 3) {
      event_ = FileEvent();
      event_.index = events_++;
    }
    if (in_ranks() && level_ == 4 && about_.ranks.size() < most_ranks_) about_.ranks.emplace_back();
    return true;
  }
  bool end_object() override {
    if (in_events() && level_ == 3) take_(event_);
    return close();
  }
  bool start_array(std::size_t) override { return open(); }
  bool end_array() override { return close(); }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& e) override {
    // "[json.exception.parse_error.101] parse error at line 3, column 5: reason"
    const std::string what = e.what();
    constexpr std::string_view line = " at line ", column = ", column ";
    const auto at_line = what.find(line), at_column = what.find(column), end = what.find(": ", at_column);
    const bool placed = at_line < at_column && at_column < end && end != what.npos;
    const std::string reason = what.substr(placed ? end + 2 : what.find("] ") + 2);
    throw InputError(name_ + ":" +
                     (placed ? what.substr(at_line + line.size(), at_column - at_line - line.size()) + ":" +
                                   what.substr(at_column + column.size(), end - at_column - column.size())
                             : " byte " + std::to_string(position)) +
                     ": " + shown(reason, 200));
  }

 private:
  static constexpr std::size_t deepest = 100, longest_key = 32;

  /// The key on the path to the value being read, at this level of the path; empty where the level is a list.
  const std::string& key(std::size_t level) const { return keys_[level]; }
  bool in_events() const { return key(1) == "traceEvents" && key(2).empty(); }
  bool in_about() const { return key(1) == "otherData"; }
  bool in_ranks() const { return in_about() && key(2) == "ranks" && key(3).empty(); }

  bool open() {
    if (++level_ > deepest)
      throw InputError(name_ + ": nested deeper than " + std::to_string(deepest) + " levels; expected a trace");
    if (level_ < keys_.size()) keys_[level_].clear();
    return true;
  }
  bool close() {
    if (level_ < keys_.size()) keys_[level_].clear();
    --level_;
    return true;
  }

  bool number(double value) {
    if (in_events() && level_ == 3) {
      if (key(3) == "pid") event_.process = value;
      if (key(3) == "tid") event_.line = value;
      if (key(3) == "ts") event_.begin_us = value;
      if (key(3) == "dur") event_.duration_us = value;
    }
    if (in_events() && level_ == 4 && key(3) == "args" && key(4) == "number") event_.number = value;
    if (in_ranks() && level_ == 4 && !about_.ranks.empty()) {
      if (key(4) == "rank") about_.ranks.back().rank = value;
      if (key(4) == "forgotten_events") about_.ranks.back().forgotten = value;
    }
    if (in_ranks() && level_ == 5 && !about_.ranks.empty() && key(4) == "seconds" && key(5) == "compute")
      about_.ranks.back().compute_s = value;
    return true;
  }

  const std::string& name_;
  std::size_t most_ranks_;
  const std::function<void(const FileEvent&)>& take_;
  std::size_t level_ = 0, events_ = 0;
  std::array<std::string, 6> keys_;
  FileEvent event_;
  AboutFile about_;
};

}  // namespace

AboutFile read_events(const std::string& path, std::size_t most_ranks,
                      const std::function<void(const FileEvent&)>& take) {
  Bytes bytes(path);
  std::istream stream(&bytes);
  stream.exceptions(std::ios::badbit);
  Walker walker(path, most_ranks, take);
  Json::sax_parse(stream, &walker);
  return std::move(walker).about();
}

}  // namespace uneven::trace
