#include "search/chunks.hpp"
#include "search/messages.hpp"
#include "search/share.hpp"

namespace uneven::search {
namespace {

/// Answers every worker that asks with the next part; an empty part is its last.
class Master {
 public:
  explicit Master(const Scanner& scanner)
      : scanner_(scanner), chunks_(scanner.plan), working_(scanner.comm.size() - 1) {}

  void answer() {
    while (const auto asked = receive(scanner_.comm, tag_ask)) {
      const document::Range part = chunks_.next(asked->from);
      if (part.count == 0) --working_;
      send(scanner_.comm, {part.first, part.count}, asked->from, tag_give);
      ++scanner_.tally.messages;
    }
  }

  document::Range take() { return chunks_.next(0); }

  void see_all_out() {
    scanner_.wait_until([&] {
      answer();
      return working_ == 0;
    });
  }

 private:
  const Scanner& scanner_;
  Chunks chunks_;
  int working_;
};

void be_master(const Scanner& scanner) {
  Master master(scanner);
  if (scanner.plan.method != "synchronous-data")
    for (document::Range part = master.take(); part.count > 0; part = master.take())
      scanner.scan_all(part, [&] { master.answer(); });
  master.see_all_out();
}

/// But for synchronous-data the next part is asked for before the last is scanned, so that it is here when it is
/// needed.
void be_worker(const Scanner& scanner) {
  const bool ahead = scanner.plan.method != "synchronous-data";
  const auto ask = [&] {
    send(scanner.comm, {}, 0, tag_ask);
    ++scanner.tally.messages;
  };
  ask();
  for (;;) {
    std::optional<Received> given;
    scanner.wait_until([&] { return (given = receive(scanner.comm, 0, tag_give)).has_value(); });
    document::Range part{given->numbers[0], given->numbers[1]};
    if (part.count == 0) return;
    if (ahead) ask();
    scanner.scan_all(part, [] {});
    if (!ahead) ask();
  }
}

}  // namespace

void hand_out(const Scanner& scanner) { scanner.root() ? be_master(scanner) : be_worker(scanner); }

}  // namespace uneven::search
