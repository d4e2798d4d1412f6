#include "search/text.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>

#include "base/error.hpp"

namespace uneven::search {
namespace {

const utf8proc_uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<const utf8proc_uint8_t*>(text.data());
}

std::size_t first_bad_byte(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    utf8proc_int32_t point = 0;
    const auto length =
        utf8proc_iterate(bytes_of(text.substr(at)), static_cast<utf8proc_ssize_t>(text.size() - at), &point);
    if (length <= 0) break;
    at += static_cast<std::size_t>(length);
  }
  return at;
}

}  // namespace

std::string nfkc(std::string_view text) {
  // ASCII is its own normal form.
  if (std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
    return std::string(text);
  utf8proc_uint8_t* result = nullptr;
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT);
  const auto length = utf8proc_map(bytes_of(text), static_cast<utf8proc_ssize_t>(text.size()), &result, options);
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(result, &std::free);
  if (length == UTF8PROC_ERROR_NOMEM) throw std::bad_alloc();
  if (length < 0) throw InputError("invalid UTF-8 at byte " + std::to_string(first_bad_byte(text) + 1));
  return std::string(reinterpret_cast<const char*>(result), static_cast<std::size_t>(length));
}

std::u32string code_points(std::string_view text) {
  std::u32string points;
  for (std::size_t at = 0; at < text.size();) {
    utf8proc_int32_t point = 0;
    const auto length =
        utf8proc_iterate(bytes_of(text.substr(at)), static_cast<utf8proc_ssize_t>(text.size() - at), &point);
    if (length <= 0) break;
    points.push_back(static_cast<char32_t>(point));
    at += static_cast<std::size_t>(length);
  }
  return points;
}

}  // namespace uneven::search
