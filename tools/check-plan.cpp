// SPDX-License-Identifier: MIT
#include <iostream>

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/tool.hpp"
#include "check/sound.hpp"
#include "document/describe/type.hpp"

int main(int argc, char** argv) {
  uneven::Tool tool("check-plan", "Say whether a document is sound; one line for each fault if it is not.");
  std::string path = "-";
  bool messages = false;
  tool.app.add_option("DOCUMENT", path, "Any document of uneven; '-' is standard input").type_name("FILE");
  tool.app.add_flag("--messages", messages, "Print who sends what to whom in one iteration, product or reduction");
  tool.app.add_examples(
      {"plan-partition --speeds 3,2,1 --network 203-80-26 --samples 1024 | check-plan", "check-plan changed.json"});
  return tool.run(argc, argv, [&] {
    const std::vector<std::string> any;
    const auto document = uneven::document::load(path, messages ? uneven::check::kinds_with_messages() : any, tool);
    const auto faults = uneven::check::faults_of(document);
    for (const std::string& fault : uneven::document::first_lines(faults))
      std::cerr << uneven::cleaned(document.name + ": " + fault) << '\n';
    if (!faults.empty()) throw uneven::ExitError(1, "");
    if (!messages) return;
    uneven::OutputFile file(tool.output);
    uneven::check::write_messages(file.stream(), uneven::check::messages_of(document));
    file.commit();
  });
}
