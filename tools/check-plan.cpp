#include <iostream>

#include "base/error.hpp"
#include "base/foreign_text.hpp"
#include "base/tool.hpp"
#include "check/sound.hpp"
#include "document/faults.hpp"

int main(int argc, char** argv) {
  uneven::Tool tool("check-plan", "Say whether a document is sound; one line for each fault if it is not.");
  std::string path = "-";
  tool.app.add_option("DOCUMENT", path, "Any document of uneven; '-' is standard input").type_name("FILE");
  return tool.run(argc, argv, [&] {
    const auto document = uneven::document::load(path, {}, tool);
    const auto faults = uneven::check::faults_of(document);
    for (const std::string& fault : uneven::document::first_lines(faults))
      std::cerr << uneven::cleaned(document.name + ": " + fault) << '\n';
    if (!faults.empty()) throw uneven::ExitError(1, "");
  });
}
