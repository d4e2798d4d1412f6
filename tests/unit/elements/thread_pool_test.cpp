// SPDX-License-Identifier: MIT
#include "elements/thread_pool.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <stdexcept>

#include "base/error.hpp"

BOOST_AUTO_TEST_SUITE(thread_pool)

using namespace uneven::elements;

namespace {

constexpr std::int64_t blocks = 40;

/// Sums up its numbers.
class Summing : public Program {
 public:
  explicit Summing(std::function<void(const Batch&)> first = [](const Batch&) {}) : first_(std::move(first)) {}

  std::vector<Group> groups() const override {
    return {{.name = "numbers", .count = blocks * block_elements, .lanes = {8}, .cheap = true},
            {.name = "sum", .central = true, .count = 1, .fields = 1, .message = 1}};
  }
  void begin(State&) const override {}
  int next(const State&, int) const override { return stop; }
  void step(const Batch& batch, Outbox& out) const override {
    first_(batch);
    for (std::int64_t i = 0; i < batch.count; ++i) *out.table(1) += batch.lane<double>(0)[i];
  }
  void step_central(int, const double*, State&) const override {}
  std::int64_t iterations(const State&) const override { return 0; }
  double objective(const State&) const override { return 0; }
  std::vector<Result> results(const State&) const override { return {}; }

 private:
  std::function<void(const Batch&)> first_;
};

/// All blocks of a superstep.
struct Numbers {
  explicit Numbers(const Program& program) : layout(program.groups()[0], block_elements) {
    for (std::int64_t b = 0; b < blocks; ++b) {
      all.push_back(std::make_unique<Block>(layout, b));
      const Batch batch = batch_of(0, layout, *all.back(), {});
      for (std::int64_t i = 0; i < batch.count; ++i) batch.lane<double>(0)[i] = 1.0 / static_cast<double>(1 + i + b);
    }
  }

  std::vector<Block*> some(std::int64_t first, std::int64_t end) const {
    std::vector<Block*> found;
    for (; first < end; ++first) found.push_back(all[static_cast<std::size_t>(first)].get());
    return found;
  }

  BlockLayout layout;
  std::vector<std::unique_ptr<Block>> all;
};

const auto nothing_comes = [] { return false; };

/// The sum by the calling thread alone.
std::vector<double> sum_of(const Program& program, const Numbers& numbers) {
  ThreadPool thread_pool(program, 1);
  Queue queue;
  queue.open(numbers.some(0, blocks));
  thread_pool.compute({0, &numbers.layout, {}}, queue, nothing_comes);
  return thread_pool.sums().root();
}

}  // namespace

BOOST_AUTO_TEST_CASE(blocks_that_come_later_are_computed_once) {
  const Summing program;
  const Numbers numbers(program);
  const auto expected = sum_of(program, numbers);
  for (const int threads : {1, 3}) {
    ThreadPool thread_pool(program, threads);
    Queue queue;
    for (const std::int64_t at_first : {std::int64_t{0}, blocks / 2, blocks}) {
      std::int64_t next = at_first;
      queue.open(numbers.some(0, next));
      const auto one_more = [&] {
        if (next < blocks) queue.add(numbers.all[static_cast<std::size_t>(next++)].get());
        return next < blocks;
      };
      thread_pool.compute({0, &numbers.layout, {}}, queue, one_more);
      BOOST_TEST(thread_pool.elements() == blocks * block_elements);
      BOOST_TEST(thread_pool.sums().root() == expected, boost::test_tools::per_element());
    }
  }
}

BOOST_AUTO_TEST_CASE(blocks_given_away_are_not_computed) {
  const Summing program;
  const Numbers numbers(program);
  for (const int threads : {1, 3}) {
    ThreadPool thread_pool(program, threads);
    Queue queue;
    queue.open(numbers.some(0, blocks));
    std::int64_t given = 0;
    thread_pool.compute({0, &numbers.layout, {}}, queue, [&] {
      given += std::ssize(queue.give_away(3, {}));
      return false;
    });
    BOOST_TEST(thread_pool.elements() == (blocks - given) * block_elements);
  }
}

BOOST_AUTO_TEST_CASE(what_a_program_throws_arrives) {
  const Summing program([](const Batch& batch) {
    if (batch.first == 7 * block_elements) throw std::runtime_error("block 7");
  });
  const Numbers numbers(program);
  for (const int threads : {1, 2}) {
    ThreadPool thread_pool(program, threads);
    Queue queue;
    queue.open(numbers.some(0, blocks));
    BOOST_CHECK_THROW(thread_pool.compute({0, &numbers.layout, {}}, queue, nothing_comes), std::runtime_error);
  }
}

#ifndef __SANITIZE_ADDRESS__
BOOST_AUTO_TEST_CASE(threads_that_cannot_be_started_are_said) {
  const Summing program;
  const pid_t child = ::fork();
  if (child == 0) {
    // So little memory that some of the threads have room for their stacks, and the others do not.
    rlimit limit{std::size_t{400} << 20, std::size_t{400} << 20};
    ::setrlimit(RLIMIT_AS, &limit);
    try {
      const ThreadPool thread_pool(program, 4096);
      ::_exit(1);
    } catch (const uneven::SystemError& e) {
      ::_exit(std::string(e.what()).starts_with("cannot start thread") ? 0 : 2);
    }
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  BOOST_TEST(status == 0);
}
#endif

BOOST_AUTO_TEST_SUITE_END()
