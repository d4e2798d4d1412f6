// SPDX-License-Identifier: MIT
#include "schedule/performer.hpp"

#include <algorithm>
#include <utility>

namespace uneven::schedule {

namespace {

/// Sums under way that are looked at together: a look costs as much as what it asks about, and all members finish sums
/// in the same order.
constexpr std::size_t sums_at_a_look = 64;

bool is_done(Request request) { return request == no_request; }

}  // namespace

Memory Actor::memory(const Send&) { return {}; }
Memory Actor::memory(const Receive&) { return {}; }
void Actor::join(const Receive&) {}
void Actor::agree(const Agree&) {}
void Actor::meanwhile() {}

template <class Real>
Performer<Real>::Performer(const Schedule& schedule, Transport& transport, Actor& actor, std::vector<Real*> buffers)
    : schedule_(schedule),
      transport_(transport),
      actor_(actor),
      buffers_(std::move(buffers)),
      sums_(schedule.sums.size()),
      expected_(schedule.operations.size(), no_request),
      recorder_(transport.recorder()) {
  std::map<int, std::size_t> emptied;
  for (std::size_t at = 0; at < schedule.operations.size(); ++at) {
    if (const auto* receive = std::get_if<Receive>(&schedule.operations[at])) {
      const int buffer = receive->message.buffer;
      inboxes_[buffer].receives.push_back({at, emptied[buffer]});
      if (receive->add) ++emptied[buffer];
    } else if (const auto* work = std::get_if<Work>(&schedule.operations[at]); work && work->empties >= 0) {
      ++emptied[work->empties];
    }
  }
}

template <class Real>
Performer<Real>::~Performer() {
  for (const Request request : expected_)
    if (!is_done(request)) transport_.forget(request);
  for (const auto& [buffer, outbox] : outboxes_)
    for (const Request request : outbox.requests)
      if (!is_done(request)) transport_.forget(request);
}

template <class Real>
void Performer<Real>::expect() {
  for (auto& [buffer, inbox] : inboxes_) {
    inbox.posted = inbox.emptied = 0;
    expect(inbox);
  }
  expecting_ = true;
}

template <class Real>
void Performer<Real>::perform() {
  charged_until_ = transport_.now();
  end_.reset();
  if (!expecting_) expect();
  for (at_ = 0; at_ < schedule_.operations.size(); ++at_)
    std::visit([&](const auto& operation) { perform(operation); }, schedule_.operations[at_]);
  for (auto& [buffer, outbox] : outboxes_) wait_for(outbox.requests);
  outboxes_.clear();
  expecting_ = false;
}

template <class Real>
void Performer<Real>::perform(const Work& work) {
  if (end_) return;
  actor_.work(work);
  transport_.worked(work);
  charge(account(work));
  if (work.empties >= 0) empty(work.empties);
  if (work.account == Account::compute) push_along();
  charge(times_.communicate_s);
}

template <class Real>
double& Performer<Real>::account(const Work& work) {
  if (work.account == Account::compute) return times_.compute_s;
  return work.account == Account::wait ? times_.wait_s : times_.communicate_s;
}

template <class Real>
void Performer<Real>::charge(double& account) {
  const double now = transport_.now(), since = std::exchange(charged_until_, now);
  account += now - since;
  if (!recorder_) return;
  recorder_->add_in_gaps(&account == &times_.compute_s       ? trace::Phase::compute
                         : &account == &times_.communicate_s ? trace::Phase::communicate
                                                             : trace::Phase::wait,
                         since, now);
}

template <class Real>
void Performer<Real>::perform(const Send& send) {
  const auto& [partner, tag, buffer, index, rows, columns] = send.message;
  if (end_ && index >= *end_) return;
  Outbox& outbox = outboxes_[buffer];
  if (outbox.index != index && buffer >= 0) {
    wait_for(outbox.requests);
    outbox.requests.clear();
  }
  outbox.index = index;
  outbox.requests.push_back(transport_.send(partner, tag, actor_.memory(send)));
  charge(times_.communicate_s);
}

template <class Real>
void Performer<Real>::perform(const Receive& receive) {
  wait_for({&expected_[at_], 1});
  if (!receive.add || end_) return;
  actor_.join(receive);
  transport_.added(receive.message.numbers() * schedule_.element_bytes);
  charge(times_.compute_s);
  empty(receive.message.buffer);
}

template <class Real>
void Performer<Real>::perform(const StartSums& start) {
  for (int number = start.first; number < start.first + start.count; ++number) {
    const auto n = static_cast<std::size_t>(number);
    const Sum& sum = schedule_.sums[n];
    Real* const buffer = buffers_[static_cast<std::size_t>(sum.buffer)];
    Real* const data = buffer ? buffer + sum.first : nullptr;
    sums_[n] = std::make_unique<RunningSum<Real>>(transport_, schedule_.groups[static_cast<std::size_t>(sum.group)],
                                                  data, sum.count, sum.tag);
    under_way_.push_back(sums_[n].get());
  }
  charge(times_.communicate_s);
}

template <class Real>
void Performer<Real>::perform(const FinishSums& finish) {
  for (int number = finish.first; number < finish.first + finish.count; ++number) {
    auto& sum = sums_[static_cast<std::size_t>(number)];
    wait_until([&] { return sum->complete(); });
    std::erase(under_way_, sum.get());
    sum.reset();
  }
}

template <class Real>
void Performer<Real>::perform(const Agree& agree) {
  actor_.agree(agree);
}

/// Posts what a buffer has room for.
template <class Real>
void Performer<Real>::expect(Inbox& inbox) {
  for (; inbox.posted < inbox.receives.size(); ++inbox.posted) {
    const auto [operation, after] = inbox.receives[inbox.posted];
    if (after > inbox.emptied) break;
    const auto& receive = std::get<Receive>(schedule_.operations[operation]);
    expected_[operation] = transport_.receive(receive.message.partner, receive.message.tag, actor_.memory(receive));
  }
}

template <class Real>
void Performer<Real>::empty(int buffer) {
  const auto found = inboxes_.find(buffer);
  if (found == inboxes_.end()) return;
  ++found->second.emptied;
  expect(found->second);
  charge(times_.communicate_s);
}

template <class Real>
void Performer<Real>::wait_for(std::span<Request> requests) {
  wait_until([&] {
    if (!std::ranges::all_of(requests, is_done)) transport_.test_requests(requests);
    return std::ranges::all_of(requests, is_done);
  });
}

template <class Real>
void Performer<Real>::wait_until(const std::function<bool()>& ready) {
  charge(times_.communicate_s);
  transport_.wait_until([&] {
    while (!ready() && push_along()) continue;
    if (!ready()) actor_.meanwhile();
    return ready();
  });
  charge(times_.wait_s);
}

/// Moves sums under way: a transport does little for requests that are not tested.
/// @return  whether another test may be worth it.
template <class Real>
bool Performer<Real>::push_along() {
  std::erase_if(under_way_, [](const RunningSum<Real>* sum) { return sum->complete(); });
  const std::size_t count = std::min(under_way_.size(), sums_at_a_look);
  return count > 0 && RunningSum<Real>::progress(transport_, {under_way_.data(), count});
}

template class Performer<float>;
template class Performer<double>;
template class Performer<std::int64_t>;

}  // namespace uneven::schedule
