// SPDX-License-Identifier: MIT
#include "command/worker.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "core_share.hpp"
#include "document/json.hpp"
#include "shares/words.hpp"

namespace uneven::command {

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
  if (ended->code == 0 && error == 0) {
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
