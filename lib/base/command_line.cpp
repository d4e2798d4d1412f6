// SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <functional>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "base/text_stream.hpp"
#include "base/tool.hpp"

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

/// The fault of words that are no options; "" if they have none.
std::string unknown_option(const CLI::App& app, const std::vector<std::string>& left) {
  for (const std::string& word : left) {
    if (word == "--") break;
    if (word.size() < 2 || word[0] != '-') continue;
    const std::string option = word.substr(0, word.find('='));
    return "unknown option " + shown(option) + guess(without_dashes(option), option_names(app), "--");
  }
  return "";
}

/// Completions by an option's type: single double of "TEXT:{single,double}", none blocks= of "none|blocks=B|FILE".
std::string words_of(const std::string& type) {
  const std::size_t open = type.find('{'), close = type.find('}');
  const bool braces = open != std::string::npos && close != std::string::npos;
  std::string words;
  for (const std::string& item : braces ? split(type.substr(open + 1, close - open - 1), ',') : split(type, '|')) {
    const std::string word = item.substr(0, item.find_first_of("=:") + 1);
    if (braces || (!item.empty() && std::islower(static_cast<unsigned char>(item[0]))))
      words += (words.empty() ? "" : " ") + (word.empty() ? item : word);
  }
  return words;
}

void list_options(const CLI::App& app, std::string& lines) {
  for (const CLI::Option* option : app.get_options()) {
    const std::string type = option->get_type_name(), names = option->get_name(false, true);
    if (option->get_group().empty()) continue;
    const bool flag = option->get_type_size_max() == 0;
    lines += std::string(option->get_positional() ? "operand" : "option") + "\t" + names + "\t" +
             (flag ? "" : type.substr(0, type.find(":{"))) + "\t" + (flag ? "" : words_of(type)) + "\t" +
             option->get_description() + "\n";
  }
  for (const CLI::App* group : app.get_subcommands([](const CLI::App* sub) { return sub->get_name().empty(); }))
    list_options(*group, lines);
}

/// Of the program and of the subcommand that is among the words; without one, the subcommands too.
std::string list_options(const CLI::App& app, const std::vector<std::string>& words) {
  std::string lines, commands;
  list_options(app, lines);
  for (const CLI::App* command : app.get_subcommands([](const CLI::App* sub) { return !sub->get_name().empty(); })) {
    if (std::ranges::find(words, command->get_name()) != words.end()) {
      list_options(*command, lines);
      return lines;
    }
    commands += "command\t" + command->get_name() + "\t\t\t" + command->get_description() + "\n";
  }
  return lines + commands;
}

/// "matmul or elements"
std::string one_of(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  return text;
}

/// The fault of a missing subcommand; "" if none is missing.
std::string missing_subcommand(const CLI::App& app, const std::vector<std::string>& left) {
  if (app.get_require_subcommand_min() == 0 || !app.get_subcommands().empty()) return "";
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(sub->get_name());
  const std::string word = left.empty() || left.front().starts_with('-') ? "" : left.front();
  const std::string found = word.empty() ? "no subcommand" : "no subcommand '" + shown(word) + "'";
  return found + "; expected " + one_of(names) + guess(word, names, "");
}

/// "--svg excludes --html": the first two given options of one group of alternatives; "" if each group has at most one.
std::string two_alternatives(const CLI::App& app) {
  for (const CLI::App* group : app.get_subcommands([](const CLI::App* sub) { return sub->get_name().empty(); })) {
    std::vector<std::string> given;
    for (const CLI::Option* option : group->get_options())
      if (!option->empty()) given.push_back(option->get_name());
    if (group->get_require_option_max() == 1 && given.size() > 1) return given[0] + " excludes " + given[1];
  }
  return "";
}

/// The fault of the values of an option, in place of "--count: At Most 1 required but received 2" and of
/// "--count: 1 required D missing".
std::string of_values(const std::string& said) {
  const auto behind = [&](const std::string& text) {
    const std::size_t at = said.find(text);
    return at == std::string::npos ? "" : said.substr(at + text.size());
  };
  const std::string name = said.substr(0, said.find(':'));
  if (const std::string times = behind(": At Most 1 required but received "); !times.empty())
    return name + ": is given " + times + " times; expected once";
  const std::string missing = behind(": 1 required "), last = " missing";
  if (!missing.ends_with(last)) return said;
  return name + ": has no value; expected " + missing.substr(0, missing.size() - last.size());
}

/// The fault of words that are neither options nor operands.
/// @param hint  said in place of the way to the help, unless it is empty.
std::string unexpected(const std::vector<std::string>& left, const std::string& hint, const std::string& help) {
  std::string words;
  for (std::size_t i = 0; i < left.size() && words.size() < longest_quote; ++i)
    words += (i == 0 ? "" : " ") + shown(left[i]);
  return "'" + words + "' is more than expected" + (hint.empty() ? help : "; " + hint);
}

}  // namespace

Option& Option::type_name(const std::string& name) { return option_->type_name(name), *this; }
Option& Option::group(const std::string& heading) { return option_->group(heading), *this; }
Option& Option::check(const Check& complaint) { return option_->check(complaint), *this; }
Option& Option::one_of(const std::vector<std::string>& words) { return option_->check(CLI::IsMember(words)), *this; }
Option& Option::required() { return option_->required(), *this; }
Option& Option::excludes(const Option& other) { return option_->excludes(other.option_), *this; }
Option& Option::needs(const std::string& other) { return option_->needs(other), *this; }
Option& Option::show_default() { return option_->capture_default_str(), *this; }
Option& Option::show_default(const std::string& text) { return option_->default_str(text), *this; }
Option& Option::environment(const std::string& name) { return option_->envname(name), *this; }

bool Option::given() const { return !option_->empty(); }

CommandLine::CommandLine(const std::string& name, const std::string& description)
    : app_(std::make_shared<CLI::App>(description, name)) {
  app_->set_version_flag("--version", name + " (uneven) " UNEVEN_VERSION);
}

CommandLine::CommandLine(std::shared_ptr<CLI::App> app) : app_(std::move(app)) {}

Option CommandLine::add_option(const std::string& names, std::string& value, const std::string& description) {
  return Option(*app_->add_option(names, value, description));
}

Option CommandLine::add_option(const std::string& names, int& value, const std::string& description) {
  return Option(*app_->add_option(names, value, description));
}

Option CommandLine::add_option(const std::string& names, std::int64_t& value, const std::string& description) {
  return Option(*app_->add_option(names, value, description));
}

Option CommandLine::add_option(const std::string& names, std::size_t& value, const std::string& description) {
  return Option(*app_->add_option(names, value, description));
}

Option CommandLine::add_option(const std::string& names, double& value, const std::string& description) {
  return Option(*app_->add_option(names, value, description));
}

Option CommandLine::add_option(const std::string& names, std::vector<std::string>& value,
                               const std::string& description) {
  return Option(*app_->add_option(names, value, description));
}

Option CommandLine::add_option(const std::string& names, std::optional<std::string>& value,
                               const std::string& description) {
  return Option(*app_->add_option(names, value, description));
}

Option CommandLine::add_option(const std::string& names, std::optional<std::int64_t>& value,
                               const std::string& description) {
  return Option(*app_->add_option(names, value, description));
}

Option CommandLine::add_option(const std::string& names, std::optional<double>& value, const std::string& description) {
  return Option(*app_->add_option(names, value, description));
}

Option CommandLine::add_option(const std::string& names, const std::function<void(const std::string&)>& take,
                               const std::string& description) {
  return Option(*app_->add_option_function<std::string>(names, take, description));
}

Option CommandLine::add_flag(const std::string& names, bool& value, const std::string& description) {
  return Option(*app_->add_flag(names, value, description));
}

void CommandLine::remove_option(const std::string& name) { app_->remove_option(app_->get_option(name)); }

CommandLine CommandLine::add_subcommand(const std::string& name, const std::string& description) {
  app_->require_subcommand(1)->fallthrough();
  app_->add_subcommand(name, description);
  return CommandLine(app_->get_subcommand_ptr(name));
}

CommandLine CommandLine::add_alternatives(const std::string& heading, const std::string& description) {
  CLI::App* group = app_->add_option_group(heading, description);
  group->require_option(0, 1);
  return CommandLine(app_->get_subcommand_ptr(group));
}

void CommandLine::add_examples(const std::vector<std::string>& commands) {
  std::string text = "Examples:";
  for (const std::string& command : commands) text += "\n  " + command;
  app_->footer(text);
}

void CommandLine::explain_more_words(const std::string& hint) { hint_of_words_ = hint; }

std::optional<std::string> CommandLine::parse(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[argc - 1]) == "--list-options")
    return list_options(*app_, {argv + 1, argv + argc});
  try {
    app_->parse(argc, argv);
    return {};
  } catch (const CLI::Success& asked) {
    OutputText text;
    app_->exit(asked, text, text);
    return text.str();
  } catch (const CLI::ParseError& e) {
    const std::vector<std::string> left = app_->remaining(true);
    const std::string help = "; try " + app_->get_name() + " --help";
    for (const std::string& cause : {missing_subcommand(*app_, left), unknown_option(*app_, left)})
      if (!cause.empty()) throw UsageError(cause + (cause.ends_with('?') ? "" : help));
    if (dynamic_cast<const CLI::ExtrasError*>(&e)) throw UsageError(unexpected(left, hint_of_words_, help));
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&e)) throw UsageError(of_values(e.what()));
    if (!dynamic_cast<const CLI::RequiredError*>(&e)) throw UsageError(e.what());
    const std::string two = two_alternatives(*app_);
    throw UsageError(two.empty() ? e.what() + help : two);
  }
}

bool CommandLine::parsed() const { return app_->parsed(); }

std::string CommandLine::name() const { return app_->get_name(); }

}  // namespace uneven
