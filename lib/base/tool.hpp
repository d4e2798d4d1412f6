// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "base/text.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace uneven {

/// Returns the fault of the text of an option; "" if there is none.
using Check = std::function<std::string(const std::string&)>;

/// One option of a command line; copies name the same one. Lives as long as the CommandLine that it was added to.
class Option {
 public:
  explicit Option(CLI::Option& option) : option_(&option) {}

  /// As --help shows the value. Words that complete it stand between bars, in small letters: none|blocks=B|FILE.
  Option& type_name(const std::string& name);
  Option& group(const std::string& heading);  ///< of --help; "": not shown
  Option& check(const Check& complaint);      ///< several checks: the first that complains is heard
  Option& one_of(const std::vector<std::string>& words);
  Option& required();
  Option& excludes(const Option& other);
  Option& needs(const std::string& other);
  Option& show_default();  ///< the present value of the variable
  Option& show_default(const std::string& text);
  Option& environment(const std::string& name);  ///< the variable that stands for the option if it is not given

  bool given() const;

 private:
  CLI::Option* option_;
};

/// The options of a program or of a subcommand; copies name the same one.
///
/// Only command_line.cpp includes CLI11, which takes ten seconds to compile.
class CommandLine {
 public:
  /// With --help and --version.
  CommandLine(const std::string& name, const std::string& description);

  /// Adds an option; parse() stores its text in `value`. A name without dashes makes an operand.
  /// @param names  such as "-n,--units".
  Option add_option(const std::string& names, std::string& value, const std::string& description = "");
  Option add_option(const std::string& names, int& value, const std::string& description = "");
  Option add_option(const std::string& names, std::int64_t& value, const std::string& description = "");
  Option add_option(const std::string& names, std::size_t& value, const std::string& description = "");
  Option add_option(const std::string& names, double& value, const std::string& description = "");
  Option add_option(const std::string& names, std::vector<std::string>& value, const std::string& description = "");
  Option add_option(const std::string& names, std::optional<std::string>& value, const std::string& description = "");
  Option add_option(const std::string& names, std::optional<std::int64_t>& value, const std::string& description = "");
  Option add_option(const std::string& names, std::optional<double>& value, const std::string& description = "");
  /// Parse() hands the text to `take`.
  Option add_option(const std::string& names, const std::function<void(const std::string&)>& take,
                    const std::string& description = "");
  /// An option that takes a name of an enumeration, which one_of() or a check is to require.
  template <Named E>
  Option add_option(const std::string& names, E& value, const std::string& description = "") {
    return add_option(
        names, [&value](const std::string& text) { value = named<E>(text).value(); }, description);
  }
  template <Named E>
  Option add_option(const std::string& names, std::optional<E>& value, const std::string& description = "") {
    return add_option(
        names, [&value](const std::string& text) { value = named<E>(text); }, description);
  }
  Option add_flag(const std::string& names, bool& value, const std::string& description = "");
  void remove_option(const std::string& name);

  /// A subcommand; the command line must have exactly one. Options of the program may follow it.
  CommandLine add_subcommand(const std::string& name, const std::string& description);

  /// Alternatives under a heading of their own: the command line may have at most one of these options.
  CommandLine add_alternatives(const std::string& heading, const std::string& description);

  /// Command lines that --help shows at its end; the manual page has each, too.
  void add_examples(const std::vector<std::string>& commands);

  /// Sets the hint in the error about words that no option or operand takes.
  void explain_more_words(const std::string& hint);

  /// Parses a command line.
  ///
  /// An option that does not exist is named before anything else that is wrong, which may follow from it, and with the
  /// nearest one that does; so are the subcommands where one is missing.
  ///
  /// @return  what --help, --version or --list-options asks to print. The last, which only completions of shells know,
  ///   stands last: a line for each option, operand and subcommand, with its kind, its names (-o,--output), what it
  ///   takes (nothing: a flag), the words that complete it, between blanks, and what it means, between tabs.
  /// @throws UsageError  if the command line is wrong.
  std::optional<std::string> parse(int argc, char** argv);

  /// Whether parse() found this subcommand.
  bool parsed() const;

  std::string name() const;

 private:
  explicit CommandLine(std::shared_ptr<CLI::App> app);
  std::shared_ptr<CLI::App> app_;
  std::string hint_of_words_;
};

/// Checks for options of one number. Unlike those of CLI11 they refuse nan, hexadecimal, octal and trailing text, and
/// a number out of range is an error, not the nearest number in range.

inline constexpr std::int64_t largest_in_json = 9007199254740991;

/// A finite number > 0.
Check positive_number();

/// A number >= `least` and below `limit`.
Check number_from(double least, double limit = std::numeric_limits<double>::infinity());

/// An integer from `least` to `most`.
Check integer_from(std::int64_t least, std::int64_t most = largest_in_json);

/// One executable: its options, its errors, its output. Work throws; this catches.
///
///     int main(int argc, char** argv) {
///       uneven::Tool tool("share-units", "Share equal work units among processors of unequal speed.");
///       tool.app.add_option(...);
///       return tool.run(argc, argv, [&] { tool.write(plan(...)); });
///     }
class Tool {
 public:
  Tool(const std::string& name, const std::string& description);

  /// Parses, works, and turns every exception into one line on standard error and the exit code of sysexits.h.
  int run(int argc, char** argv, const std::function<void()>& work);

  /// A line for the user on standard error; silent with --quiet.
  void note(const std::string& text) const;

  /// Refuses to write the tool's output over a file, or a list of them, that it reads. @throws UsageError
  void require_apart(const std::string& input, bool list = false) const;

  /// One document to -o or standard output, whole or not at all. Finds `write_document` in the document's namespace.
  template <class Document>
  void write(const Document& document) const {
    OutputFile file(output);
    write_document(file.stream(), document, compact);
    file.commit();
  }

  /// The name, the version and the options that shape the output.
  MadeBy made_by() const;

  CommandLine app;
  std::string output;
  bool quiet = false;
  bool compact = false;

 private:
  std::string options_;
};

}  // namespace uneven
