#include "cluster/busy.hpp"

#include "cluster/after_work.hpp"

namespace uneven::cluster {

namespace {

double cpu_seconds(const Step& step, const Endpoint& endpoint) {
  switch (step.kind) {
    case Step::Kind::compute:
      return step.amount;
    case Step::Kind::send:
      return endpoint.sent_s + endpoint.sent_byte_s * step.amount;
    case Step::Kind::receive:
      return endpoint.message_s + endpoint.byte_s * step.amount;
  }
  return 0;
}

}  // namespace

std::vector<double> busy_seconds(const std::vector<std::vector<Step>>& steps, const Platform& platform) {
  std::vector<double> seconds;
  for (std::size_t p = 0; p < steps.size(); ++p) {
    const Endpoint& endpoint = platform.endpoints[p];
    double cpu_s = 0;
    AfterWork after_work;
    for (const Step& step : steps[p]) {
      cpu_s += cpu_seconds(step, endpoint);
      if (step.kind == Step::Kind::compute)
        after_work.work(step.amount);
      else
        cpu_s += after_work.message(endpoint);
    }
    seconds.push_back(cpu_s / endpoint.share);
  }
  return seconds;
}

}  // namespace uneven::cluster
