// SPDX-License-Identifier: MIT
// How often each word occurs in a text: the links of a line are the words in it.
//     g++ -std=c++20 -O3 -shared -fPIC -I$PREFIX/include/uneven word-count.cpp -o libword-count.so
//     run-bsp ./libword-count.so -n 4 --data text.txt --element-output counts.csv
#include "elements/typed.hpp"
using namespace uneven::elements;

struct Line {
  UNEVEN_FIELDS()
};
struct Word {
  std::int64_t count = 0;
  UNEVEN_FIELDS(count)
};

struct WordCount : Typed<WordCount, Spread<Line>, Keyed<Word, std::int64_t>> {
  using Typed::Typed;
  static constexpr DataForm data = DataForm::text;
  void combine(std::int64_t& count, const std::int64_t& other) const { count += other; }
  void g(const Line&, const At<Line>& at, Out& out) const {
    at.links([&](Link word) { out.send<Word>(word.key, 1); });
  }
  void f(Word& word, const At<Word>& at) const { word.count = at.received() ? at.message() : 0; }
};
UNEVEN_PROGRAM(WordCount)
