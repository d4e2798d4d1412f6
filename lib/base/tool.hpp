// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "base/command_line.hpp"
#include "base/made_by.hpp"
#include "base/output_file.hpp"

namespace uneven {

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
