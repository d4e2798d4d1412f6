#include "partition/known_speeds.hpp"

#include <algorithm>

namespace uneven::partition {

document::Speeds known_speeds(const document::Partition& plan) {
  if (!plan.speeds.is_null()) return document::speeds_from_json(plan.speeds);
  document::Speeds speeds;
  speeds.kernel = plan.kernel.value_or("");
  speeds.kernel_options = plan.kernel_options;
  for (const document::Processor& planned : plan.cluster) {
    document::MeasuredProcessor& processor = speeds.processors.emplace_back();
    processor.host = planned.host;
    processor.cpu = planned.cpu;
    processor.threads = planned.threads;
    processor.speed = planned.speed;
    processor.cpu_share = planned.cpu_share;
    processor.cpu_burst_s = planned.cpu_burst_s;
    processor.sample_s = planned.sample_s;
    processor.beside_work = planned.beside_work;
    processor.tall_work = planned.tall_work;
  }
  return speeds;
}

void slow_down(document::MeasuredProcessor& processor, double times) {
  processor.speed /= times;
  for (document::CurvePoint& point : processor.curve) point.speed /= times;
  for (auto* seconds :
       {&processor.sample_s, &processor.message_s, &processor.byte_s, &processor.waited_byte_s, &processor.sent_s,
        &processor.sent_byte_s, &processor.burst_byte_s, &processor.arrived_s, &processor.beside_message_s})
    if (*seconds) **seconds *= times;
  if (processor.cpu_share) processor.cpu_share = std::min(1.0, *processor.cpu_share / times);
  if (processor.cpu_burst_s) *processor.cpu_burst_s /= times;
}

}  // namespace uneven::partition
