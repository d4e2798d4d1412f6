#include <algorithm>

#include "search/messages.hpp"
#include "search/share.hpp"

namespace uneven::search {
namespace {

/// What an idle rank may ask: how much is left, or for half of it.
enum Question : std::int64_t { how_much, give };

class Peer {
 public:
  explicit Peer(const Scanner& scanner)
      : scanner_(scanner), rest_(scanner.plan.placement[static_cast<std::size_t>(scanner.comm.rank())].examples) {}

  void run() {
    do {
      scanner_.scan_all(rest_, [&] { answer(); });
    } while (scanner_.plan.method == "stealing" ? take_from_richest() : take_from_next());
    // Who found nothing to take goes on saying so to others until all are here.
    MPI_Request all_here = MPI_REQUEST_NULL;
    comm::check(MPI_Ibarrier(scanner_.comm.handle(), &all_here));
    scanner_.wait_until([&] {
      answer();
      int done = 0;
      comm::check(MPI_Test(&all_here, &done, MPI_STATUS_IGNORE));
      return done != 0;
    });
  }

 private:
  std::int64_t worth_halving() const { return 2 * scanner_.plan.least; }

  void answer() {
    while (const auto asked = receive(scanner_.comm, tag_ask)) {
      document::Range part{0, 0};
      if (rest_.count >= worth_halving()) {
        part = {rest_.end() - rest_.count / 2, rest_.count / 2};
        if (asked->numbers.at(0) == give) rest_.count -= part.count;
      }
      reply(asked->from, part);
    }
  }

  void reply(int to, document::Range part) {
    send(scanner_.comm, {part.first, part.count}, to, tag_give);
    ++scanner_.tally.messages;
  }

  /// Asks one rank and goes on answering until it has.
  document::Range ask(int whom, Question question) {
    send(scanner_.comm, {question}, whom, tag_ask);
    ++scanner_.tally.messages;
    std::optional<Received> given;
    scanner_.wait_until([&] {
      answer();
      return (given = receive(scanner_.comm, whom, tag_give)).has_value();
    });
    return {given->numbers[0], given->numbers[1]};
  }

  /// @return  false when one round of the ring gave nothing.
  bool take_from_next() {
    const int size = scanner_.comm.size();
    for (int i = 1; i < size && rest_.count == 0; ++i) rest_ = ask((scanner_.comm.rank() + i) % size, give);
    return rest_.count > 0;
  }

  /// @return  false when nobody has enough left.
  bool take_from_richest() {
    for (;;) {
      std::int64_t most = 0;
      int richest = -1;
      for (int rank = 0; rank < scanner_.comm.size(); ++rank) {
        if (rank == scanner_.comm.rank()) continue;
        const std::int64_t half = ask(rank, how_much).count;
        if (half > most) most = half, richest = rank;
      }
      if (richest < 0) return false;
      rest_ = ask(richest, give);
      if (rest_.count > 0) return true;
    }
  }

  const Scanner& scanner_;
  document::Range rest_;
};

}  // namespace

void split_rests(const Scanner& scanner) { Peer(scanner).run(); }

}  // namespace uneven::search
