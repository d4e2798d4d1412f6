// SPDX-License-Identifier: MIT
// A program that sends all that there is to send: texts of any length that are kept as a set, multicasts from any
// element, sums to a central element, and messages from it.
#include <time.h>

#include "elements/typed.hpp"
using namespace uneven::elements;

struct Person {
  std::int64_t digest = 0;
  std::array<std::int32_t, 2> letters{};
  bool told = false;
  UNEVEN_FIELDS(digest, letters, told)
};
struct Sums {
  double people, digests;
};
struct Judge {
  double rounds = 0, people = 0, digests = 0;
  UNEVEN_FIELDS(rounds, people, digests)
};
struct Told {
  double sum, rounds;
};

struct Gossip : Typed<Gossip, Keyed<Person, std::string_view, Join::set, Told>, Central<Judge, Sums>> {
  using Typed::Typed;
  static constexpr DataForm data = DataForm::edges;
  static constexpr std::int64_t prime = 1'000'003;
  const std::int64_t rounds = parameter<std::int64_t>("rounds", 6), length = parameter<std::int64_t>("length", 5);
  const long pause_ns = parameter("pause_ns", 0);

  void f(Person& p, const At<Person>& at) const {
    at.messages([&](std::int64_t from, std::string_view text) {
      ++p.letters[text.starts_with("judge")];
      p.digest = (p.digest * 31 + from * 7 + static_cast<std::int64_t>(text.size())) % prime;
    });
    if (at.is_told()) p.digest = (p.digest + static_cast<std::int64_t>(at.told().sum)) % prime;
    p.told = at.is_told();
  }
  void g(const Person& p, const At<Person>& at, Out& out) const {
    const timespec pause{0, pause_ns};
    if (pause_ns > 0) nanosleep(&pause, nullptr);
    const std::string text(static_cast<std::size_t>(p.digest % length), 'x');
    at.links([&](Link link) { out.send<Person>(link.key, text); });
    out.send<Judge>({1, static_cast<double>(p.digest)});
    out.multicast<Person>({static_cast<double>(at.key() % 3), 1});
  }
  void f(Judge& judge, const At<Judge>& at) const {
    judge = {judge.rounds + 1, at.message().people, at.message().digests};
  }
  void g(const Judge& judge, const At<Judge>&, Out& out) const {
    const auto round = static_cast<std::int64_t>(judge.rounds);
    out.send<Person>(round * 5 % settings.elements, "judge " + std::to_string(round));
    if (round == rounds) out.stop();
  }
};
UNEVEN_PROGRAM(Gossip)
