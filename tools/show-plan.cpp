#include "base/error.hpp"
#include "base/number_checks.hpp"
#include "base/tool.hpp"
#include "document/document.hpp"
#include "draw/picture.hpp"
#include "draw/terminal.hpp"

int main(int argc, char** argv) {
  uneven::Tool tool("show-plan", "Draw a plan, speeds or a report.");
  std::string path = "-";
  bool text = false, svg = false, dot = false, ascii = false;
  auto options = uneven::draw::terminal_options();
  tool.app.add_option("DOCUMENT", path, "A plan, job, report or speeds; '-' is standard input")->type_name("FILE");
  auto* format = tool.app.add_option_group("Format", "Text unless the name after -o ends in .svg or .dot");
  format->add_flag("--text", text, "Text");
  format->add_flag("--svg", svg, "SVG");
  format->add_flag("--dot", dot, "Graphviz; reduction trees only");
  format->require_option(0, 1);
  tool.app.add_flag("--ascii", ascii, "Text without box characters; the default outside UTF-8");
  tool.app.add_option("--width", options.width, "Characters per line of text; default COLUMNS, the terminal's, or 80")
      ->type_name("N")
      ->check(uneven::integer_from(uneven::draw::narrowest, 10000));
  return tool.run(argc, argv, [&] {
    options.ascii = options.ascii || ascii;
    const bool chosen = text || svg || dot;
    svg = svg || (!chosen && tool.output.ends_with(".svg"));
    dot = dot || (!chosen && tool.output.ends_with(".dot"));
    const auto document = uneven::document::load(path, uneven::draw::drawn_kinds(), tool);
    const auto picture = svg   ? uneven::draw::svg(document)
                         : dot ? uneven::draw::dot(document)
                               : uneven::draw::text(document, options);
    uneven::OutputFile file(tool.output);
    file.stream() << picture;
    file.commit();
  });
}
