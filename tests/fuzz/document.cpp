// SPDX-License-Identifier: MIT
// Any bytes, from the reader of documents to the pictures of them: a document is refused with InputError, or it is
// checked, drawn and, if it is a job, read as the runner reads it; nothing else. Pictures are drawn also of plans that
// contradict themselves.
#include "document/document.hpp"

#include <cstdint>
#include <cstdlib>
#include <sstream>

#include "../unit/draw/xml.hpp"
#include "base/error.hpp"
#include "check/sound.hpp"
#include "document/job.hpp"
#include "draw/picture.hpp"

using namespace uneven;

namespace {

void draw_all(const document::Document& document) {
  for (const draw::TextOptions options : {draw::TextOptions{80, false}, {draw::narrowest, true}})
    draw::text(document, options);
  draw_test::XmlReader(draw::svg(document)).read();
  try {
    draw::dot(document);
  } catch (const UsageError&) {  // of trees only
  }
}

/// A job that is written is the same job.
void write_again(const document::Document& document) {
  std::ostringstream out;
  write_document(out, document::from_json<document::Job>(document.json), true);
  if (!check::faults_of(document::parse(out.str(), "written", {"job"})).empty()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  try {
    const auto document = document::parse(std::string(bytes, bytes + size), "input", {});
    document::unknown_keys(document.json, document.kind);
    if (!document::faults_of(document).empty()) return 0;
    if (check::faults_of(document).empty() && document.kind == "job") write_again(document);
    draw_all(document);
  } catch (const InputError&) {
  }
  return 0;
}
