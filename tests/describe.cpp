// SPDX-License-Identifier: MIT
// Writes what is made of the descriptions of documents: share/schema/KIND-1.json, and the tables of
// man/uneven-documents.5. Argument: the folder that holds share and man; for `make schema`, that of the sources.
#include <fstream>
#include <iostream>

#include "base/file.hpp"
#include "document/document.hpp"

using namespace uneven;

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : ".";
  for (const document::Kind& kind : document::kinds())
    std::ofstream(folder + "/share/schema/" + kind.name + "-1.json") << document::schema_text(kind.name);
  const std::string page = folder + "/man/uneven-documents.5", text = document::with_tables(read_file(page));
  std::ofstream(page) << text;
  return 0;
}
