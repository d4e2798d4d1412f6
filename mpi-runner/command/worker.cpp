// SPDX-License-Identifier: MIT
#include "command/worker.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/error.hpp"
#include "comm/trace.hpp"
#include "comm/wait.hpp"
#include "document/json.hpp"
#include "planned.hpp"
#include "shares/parts.hpp"

namespace uneven::command {

namespace {

constexpr std::size_t head_bytes = sizeof(Message::say) + sizeof(Message::numbers);

}  // namespace

void Mailbox::send(const Message& message, int to) {
  Sending& sending = sending_.emplace_back();
  sending.bytes.resize(head_bytes);
  std::memcpy(sending.bytes.data(), &message.say, sizeof message.say);
  std::memcpy(sending.bytes.data() + sizeof message.say, message.numbers, sizeof message.numbers);
  sending.bytes += message.text;
  comm::check(MPI_Issend(sending.bytes.data(), comm::count_of(sending.bytes.size()), MPI_BYTE, to, out_, comm_.handle(),
                         &sending.request));
}

std::size_t Mailbox::unsent() {
  std::erase_if(sending_, [](Sending& sending) { return comm::is_done(sending.request); });
  return sending_.size();
}

std::optional<Mailbox::Received> Mailbox::receive() {
  auto arrived = comm::look_for(comm_, MPI_ANY_SOURCE, in_);
  if (!arrived) return std::nullopt;
  int count = 0;
  comm::check(MPI_Get_count(&arrived->status, MPI_BYTE, &count));
  std::string bytes(static_cast<std::size_t>(count), '\0');
  comm::check(MPI_Mrecv(bytes.data(), count, MPI_BYTE, &arrived->message, MPI_STATUS_IGNORE));
  Received received{arrived->status.MPI_SOURCE, {}};
  std::memcpy(&received.message.say, bytes.data(), sizeof received.message.say);
  std::memcpy(received.message.numbers, bytes.data() + sizeof received.message.say, sizeof received.message.numbers);
  received.message.text = bytes.substr(head_bytes);
  return received;
}

Worker::Worker(const CallTemplate& calls, const comm::Communicator& comm)
    : template_(calls), mailbox_(comm, tag_to_worker, tag_to_master) {
  mailbox_.send({Say::ready}, 0);
}

bool Worker::step() {
  bool any = false;
  while (!leaving_) {
    const auto received = mailbox_.receive();
    if (!received) break;
    obey(received->message);
    any = true;
  }
  if (!call_ || !may_send()) return any;
  any |= call_->step([&](Stream stream, std::string_view bytes) {
    mailbox_.send({Say::output, {static_cast<std::int64_t>(stream)}, std::string(bytes)}, 0);
  });
  look_for_end();
  return any;
}

void Worker::add_to(std::vector<pollfd>& waits) {
  if (call_ && may_send()) call_->add_to(waits);
}

void Worker::obey(const Message& message) {
  if (message.say == Say::leave) {
    call_.reset();
    mailbox_.send({Say::left}, 0);
    leaving_ = true;
    return;
  }
  given_ = message;
  units_ = {message.numbers[0], message.numbers[1]};
  try {
    start();
  } catch (const launch::StartError& e) {
    end(0, 0, e.error, e.what());
  } catch (const SystemError& e) {  // no process, no pipe
    end(0, 0, EAGAIN, e.what());
  } catch (...) {
    end(0, 0, -1, message_of_current_exception());
  }
}

void Worker::start() {
  shares::Values values = values_of(*template_.work, units_, static_cast<int>(given_.numbers[2]));
  values.host = template_.host;
  const auto words = shares::words_of(values);
  CallSetup setup;
  setup.words = shares::replaced(template_.words, words);
  setup.environment = shares::environment_of(words);
  setup.input = template_.lines;
  setup.input_bytes = {given_.numbers[3], given_.numbers[4]};
  setup.output = shares::replaced(template_.output, words);
  const runner::BoundTo bound(template_.cores);
  call_.emplace(setup);
}

void Worker::look_for_end() {
  const auto ended = call_->ended();
  if (!ended) return;
  std::string words = call_->last_words();
  int error = 0;
  if (ended->code == 0) {
    try {
      call_->keep_output();
    } catch (...) {
      error = -1;
      words = message_of_current_exception();
    }
  }
  const double now = MPI_Wtime();
  comm::record(trace::Phase::call, now - ended->seconds, now, units_.first, units_.count);
  if (ended->code == 0 && error == 0) {
    comm::record(trace::Phase::compute, now - ended->seconds, now);
    tally_.units += units_.count;
    tally_.seconds += ended->seconds;
    tally_.cpu_seconds += ended->cpu_seconds;
    ++tally_.calls;
  }
  tally_.peak_bytes = std::max(tally_.peak_bytes, ended->peak_bytes);
  call_.reset();
  end(ended->code, ended->signal, error, words);
}

void Worker::end(int code, int signal, int error, const std::string& words) {
  const document::Json json{{"code", code}, {"signal", signal}, {"error", error}, {"words", words}};
  mailbox_.send(
      {Say::ended, {units_.first, units_.count}, json.dump(-1, ' ', false, document::Json::error_handler_t::replace)},
      0);
}

}  // namespace uneven::command
