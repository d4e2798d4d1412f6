#include "draw/text.hpp"

#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cstdlib>
#include <sstream>
#include <string_view>

#include "base/foreign_text.hpp"

namespace uneven::draw {

namespace {

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::string blanks(int count) { return std::string(static_cast<std::size_t>(std::max(count, 0)), ' '); }

}  // namespace

std::vector<std::string> characters(std::string_view text) {
  std::vector<std::string> result;
  for (const char c : text) {
    if (continues(c) && !result.empty())
      result.back() += c;
    else
      result.emplace_back(1, c);
  }
  return result;
}

int length(std::string_view text) {
  return static_cast<int>(std::count_if(text.begin(), text.end(), [](char c) { return !continues(c); }));
}

std::string printable(std::string_view text, bool ascii) {
  std::string result;
  for (const auto& character : characters(text)) {
    const bool harmless =
        cleaned(character) == character && !(ascii && static_cast<unsigned char>(character[0]) >= 0x80);
    result += harmless ? character : "?";
  }
  return result;
}

std::string clip(std::string_view text, int width) {
  if (length(text) <= width) return std::string(text);
  std::string result;
  const auto all = characters(text);
  for (int i = 0; i + 1 < width; ++i) result += all[static_cast<std::size_t>(i)];
  return width > 0 ? result + "~" : result;
}

std::string pad_left(std::string_view text, int width) { return blanks(width - length(text)) + std::string(text); }

std::string pad_right(std::string_view text, int width) { return std::string(text) + blanks(width - length(text)); }

std::string wrap(std::string_view text, int width, int indent) {
  std::istringstream words{std::string(text)};
  std::string result, line, word;
  while (words >> word) {
    if (!line.empty() && length(line) + 1 + length(word) > width) {
      result += line + "\n";
      line = blanks(indent) + clip(word, width - indent);
    } else {
      line += (line.empty() ? "" : " ") + clip(word, width);
    }
  }
  return result + line + "\n";
}

namespace {

int width() {
  const char* columns = std::getenv("COLUMNS");
  if (const long given = columns ? std::strtol(columns, nullptr, 10) : 0; given > 0)
    return static_cast<int>(std::min(given, 10000L));
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

}  // namespace

TextOptions terminal_options() {
  std::setlocale(LC_CTYPE, "");
  return {std::max(width(), narrowest), std::string_view(::nl_langinfo(CODESET)) != "UTF-8"};
}

}  // namespace uneven::draw
