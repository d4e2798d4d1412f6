#include "base/command_line.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/foreign_text.hpp"
#include "base/nearest.hpp"

namespace uneven {

namespace {

/// A shorter word is like anything.
constexpr std::size_t shortest_guessed = 3;

std::string guess(const std::string& word, const std::vector<std::string>& names, const std::string& before) {
  const std::string name = word.size() < shortest_guessed ? "" : nearest(word.substr(0, longest_quote), names);
  return name.empty() ? "" : "; did you mean " + before + name + "?";
}

/// Long names of the options that --help shows, without dashes: of the command, its groups and the subcommand given.
std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    if (!option->get_group().empty())
      names.insert(names.end(), option->get_lnames().begin(), option->get_lnames().end());
  for (const CLI::App* inner :
       app.get_subcommands([](const CLI::App* sub) { return sub->get_name().empty() || sub->parsed(); }))
    for (const std::string& name : option_names(*inner)) names.push_back(name);
  return names;
}

std::string without_dashes(const std::string& word) {
  return word.substr(std::min(word.find_first_not_of('-'), word.size()));
}

/// What is wrong with words that are no options; "" if that is nothing.
std::string unknown_option(const CLI::App& app, const std::vector<std::string>& left) {
  for (const std::string& word : left) {
    if (word == "--") break;
    if (word.size() < 2 || word[0] != '-') continue;
    const std::string option = word.substr(0, word.find('='));
    return "unknown option " + shown(option) + guess(without_dashes(option), option_names(app), "--");
  }
  return "";
}

/// "matmul or elements"
std::string one_of(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  return text;
}

/// What is wrong if a subcommand is missing; "" if none is.
std::string missing_subcommand(const CLI::App& app, const std::vector<std::string>& left) {
  if (app.get_require_subcommand_min() == 0 || !app.get_subcommands().empty()) return "";
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(sub->get_name());
  const std::string word = left.empty() || left.front().starts_with('-') ? "" : left.front();
  const std::string found = word.empty() ? "no subcommand" : "no subcommand '" + shown(word) + "'";
  return found + "; expected " + one_of(names) + guess(word, names, "");
}

}  // namespace

void parse_command_line(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success&) {
    throw;
  } catch (const CLI::ParseError& e) {
    const std::vector<std::string> left = app.remaining(true);
    for (const std::string& cause : {missing_subcommand(app, left), unknown_option(app, left)})
      if (!cause.empty()) throw UsageError(cause);
    throw UsageError(e.what());
  }
}

}  // namespace uneven
