#include "draw/terminal.hpp"

#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cstdlib>
#include <string_view>

namespace uneven::draw {
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
