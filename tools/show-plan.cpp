// SPDX-License-Identifier: MIT
#include <filesystem>
#include <optional>
#include <set>

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/tool.hpp"
#include "check/sound.hpp"
#include "document/document.hpp"
#include "draw/picture.hpp"
#include "draw/rsvg.hpp"
#include "draw/status.hpp"
#include "draw/text.hpp"
#include "shares/parts.hpp"

namespace {

using namespace uneven;

std::string ending_of(const std::string& path) { return lower_case(std::filesystem::path(path).extension().string()); }

/// Lists for programs and launchers in place of a picture.
struct Lists {
  bool tsv = false, hostfile = false, rankfile = false, machinefile = false, slurm = false;
  std::optional<std::int64_t> env;
  bool any() const { return tsv || hostfile || rankfile || machinefile || slurm || env; }
};

void add_lists(CommandLine& format, Lists& lists) {
  format.add_flag("--tsv", lists.tsv, "The share of each processor in a line of fields between tabs");
  format.add_option("--env", lists.env, "The environment that with-share gives rank R, for a shell")
      .type_name("R")
      .check(integer_from(0));
  format.add_flag("--hostfile", lists.hostfile, "The plan's hosts, for mpirun of Open MPI");
  format.add_flag("--rankfile", lists.rankfile, "The host and cores of each rank, for mpirun of Open MPI");
  format.add_flag("--machinefile", lists.machinefile, "The plan's hosts, for mpiexec of MPICH");
  format.add_flag("--slurm", lists.slurm, "The environment of each task, for srun --multi-prog; append the command");
}

std::string list(const document::Document& plan, const Lists& lists) {
  const auto parts = shares::parts_of(plan);
  std::string text;
  document::in_document(plan.name, [&] {
    text = lists.env        ? shares::shell_environment(parts, *lists.env)
           : lists.tsv      ? shares::tsv(parts)
           : lists.hostfile ? shares::hostfile(parts)
           : lists.rankfile ? shares::rankfile(parts)
           : lists.slurm    ? shares::multi_prog(parts)
                            : shares::machinefile(parts);
  });
  return text;
}

/// Refuses a name that promises a format which is not written, such as plot.jpg.
/// @param format  ".svg", ".dot" or ".txt" of an option, with which a name may have any ending but another picture's.
void require_known_ending(const std::string& path, const std::string& format) {
  static const std::set<std::string> written{"", ".svg", ".png", ".pdf", ".html", ".dot", ".txt"},
      pictures{".bmp", ".dot", ".eps", ".gif", ".html", ".jpeg", ".jpg",
               ".pdf", ".png", ".ps",  ".svg", ".tif",  ".tiff", ".webp"};
  const std::string ending = ending_of(path);
  if (format.empty() ? written.contains(ending) : ending == format || !pictures.contains(ending)) return;
  throw UsageError("-o " + shown(path) + ": expected a name that ends in " +
                   (format.empty() ? ".svg, .png, .pdf, .html, .dot, .txt" : format) + " or nothing");
}

/// @param format  the ending of the picture's files; any but a known one for text.
/// @param trace   file of a page; may be empty.
std::string picture_of(const document::Document& document, const std::string& format, const std::string& trace,
                       draw::TextOptions options) {
  if (format == ".svg") return draw::svg(document);
  if (format == ".png") return draw::png(draw::svg(document));
  if (format == ".pdf") return draw::pdf(draw::svg(document));
  if (format == ".html") return draw::html(document, trace);
  if (format == ".dot") return draw::dot(document);
  return draw::text(document, options);
}

}  // namespace

int main(int argc, char** argv) {
  Tool tool("show-plan", "Draw a plan, speeds, a report or the status of a run.");
  std::string path = "-", trace;
  bool text = false, svg = false, png = false, pdf = false, html = false, dot = false, messages = false;
  bool ascii = false, watch = false;
  Lists lists;
  auto options = draw::terminal_options();
  tool.app.add_option("DOCUMENT", path, "A plan, job, report, speeds or status; '-' is standard input")
      .type_name("FILE");
  auto format =
      tool.app.add_alternatives("Format", "Text unless the name after -o ends in .svg, .png, .pdf, .html or .dot");
  format.add_flag("--text", text, "Text");
  format.add_flag("--svg", svg, "SVG");
  format.add_flag("--png", png, "PNG, by rsvg-convert");
  format.add_flag("--pdf", pdf, "PDF, by rsvg-convert");
  format.add_flag("--html", html, "One HTML page that needs no other file");
  format.add_flag("--dot", dot, "Graphviz; reduction trees only");
  format.add_flag("--messages", messages, "Who sends what to whom in one iteration, product or reduction, as text");
  const auto watches =
      format.add_flag("--watch", watch, "Show a status of a run until it has ended; the exit code tells how");
  add_lists(format, lists);
  tool.app
      .add_option("--trace", trace, "Of the run of a report the file of --trace: the page shows what ranks did when")
      .check([](const std::string& name) { return name.empty() ? "expected the name of a file" : ""; })
      .excludes(watches)
      .type_name("FILE");
  tool.app.add_flag("--ascii", ascii, "Text without box characters; the default outside UTF-8");
  tool.app.add_option("--width", options.width, "Characters per line of text; default COLUMNS, the terminal's, or 80")
      .type_name("N")
      .check(integer_from(draw::narrowest, 10000));
  tool.app.add_examples({"plan-partition --network 203-80-26 --samples 1024 --speeds .05,.10,.20,.30,.35 | show-plan",
                         "show-plan shares.json --tsv | cut -f 1,3,4"});
  return tool.run(argc, argv, [&] {
    options.ascii = options.ascii || ascii;
    if (watch) return draw::watch(path, options);
    const std::string chosen = svg                               ? ".svg"
                               : png                             ? ".png"
                               : pdf                             ? ".pdf"
                               : html                            ? ".html"
                               : dot                             ? ".dot"
                               : text || messages || lists.any() ? ".txt"
                                                                 : "";
    require_known_ending(tool.output, chosen);
    const std::string ending = chosen.empty() ? ending_of(tool.output) : chosen;
    tool.require_apart(trace);
    if (!trace.empty() && ending != ".html")
      throw UsageError("--trace: only a page shows a trace; expected --html or -o FILE.html");
    const auto& kinds = messages      ? check::kinds_with_messages()
                        : lists.any() ? shares::kinds_with_shares()
                                      : draw::drawn_kinds();
    const auto document = document::load(path, kinds, tool);
    const auto picture = messages      ? draw::text(check::messages_of(document), options)
                         : lists.any() ? list(document, lists)
                                       : picture_of(document, ending, trace, options);
    OutputFile file(tool.output);
    file.stream() << picture;
    file.commit();
  });
}
