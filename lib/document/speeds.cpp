#include "document/speeds.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include "document/common_json.hpp"
#include "document/faults.hpp"
#include "document/perceptron_text.hpp"
#include "document/writer.hpp"

namespace uneven::document {

MeasuredProcessor measured_processor_from_json(const Json& json, std::int64_t position) {
  MeasuredProcessor processor;
  processor.rank = value_at<std::int64_t>(json, "rank", position);
  processor.host = optional_at<std::string>(json, "host");
  processor.cpu = optional_at<std::string>(json, "cpu");
  processor.threads = value_at<std::int64_t>(json, "threads", 1);
  processor.speed = json.at("speed");
  processor.relative_error = optional_at<double>(json, "relative_error");
  processor.repeats = optional_at<std::int64_t>(json, "repeats");
  processor.outliers = optional_at<std::int64_t>(json, "outliers");
  processor.sample_s = optional_at<double>(json, "sample_s");
  processor.message_s = optional_at<double>(json, "message_s");
  processor.byte_s = optional_at<double>(json, "byte_s");
  processor.waited_byte_s = optional_at<double>(json, "waited_byte_s");
  processor.sent_s = optional_at<double>(json, "sent_s");
  processor.sent_byte_s = optional_at<double>(json, "sent_byte_s");
  processor.burst_byte_s = optional_at<double>(json, "burst_byte_s");
  processor.arrived_s = optional_at<double>(json, "arrived_s");
  processor.beside_message_s = optional_at<double>(json, "beside_message_s");
  processor.beside_work = optional_at<double>(json, "beside_work");
  processor.tall_work = optional_at<double>(json, "tall_work");
  processor.cpu_share = optional_at<double>(json, "cpu_share");
  processor.cpu_burst_s = optional_at<double>(json, "cpu_burst_s");
  if (const auto curve = json.find("curve"); curve != json.end())
    for (const Json& point : *curve) processor.curve.push_back({point.at("units"), point.at("speed")});
  std::sort(processor.curve.begin(), processor.curve.end(),
            [](const CurvePoint& a, const CurvePoint& b) { return a.units < b.units; });
  return processor;
}

OrderedJson to_json(const MeasuredProcessor& processor) {
  OrderedJson json{{"rank", processor.rank},
                   {"host", or_null(processor.host)},
                   {"cpu", or_null(processor.cpu)},
                   {"threads", processor.threads},
                   {"speed", processor.speed}};
  if (processor.relative_error) json["relative_error"] = *processor.relative_error;
  if (processor.repeats) json["repeats"] = *processor.repeats;
  if (processor.outliers) json["outliers"] = *processor.outliers;
  if (processor.sample_s) json["sample_s"] = *processor.sample_s;
  if (processor.message_s) json["message_s"] = *processor.message_s;
  if (processor.byte_s) json["byte_s"] = *processor.byte_s;
  if (processor.waited_byte_s) json["waited_byte_s"] = *processor.waited_byte_s;
  if (processor.sent_s) json["sent_s"] = *processor.sent_s;
  if (processor.sent_byte_s) json["sent_byte_s"] = *processor.sent_byte_s;
  if (processor.burst_byte_s) json["burst_byte_s"] = *processor.burst_byte_s;
  if (processor.arrived_s) json["arrived_s"] = *processor.arrived_s;
  if (processor.beside_message_s) json["beside_message_s"] = *processor.beside_message_s;
  if (processor.beside_work) json["beside_work"] = *processor.beside_work;
  if (processor.tall_work) json["tall_work"] = *processor.tall_work;
  if (processor.cpu_share) json["cpu_share"] = *processor.cpu_share;
  if (processor.cpu_burst_s) json["cpu_burst_s"] = *processor.cpu_burst_s;
  if (!processor.curve.empty()) {
    OrderedJson curve = OrderedJson::array();
    for (const CurvePoint& point : processor.curve) curve.push_back({{"units", point.units}, {"speed", point.speed}});
    json["curve"] = curve;
  }
  return json;
}

OrderedJson to_json(const NetworkSpeeds& network) {
  OrderedJson json{{"latency_s", network.latency_s},
                   {"gap_s_per_byte", network.gap_s_per_byte},
                   {"barrier_s", network.barrier_s},
                   {"message_s", network.message_s}};
  if (network.wake_s) json["wake_s"] = *network.wake_s;
  if (network.burst_bytes) json["burst_bytes"] = *network.burst_bytes;
  if (network.burst_gap_s_per_byte) json["burst_gap_s_per_byte"] = *network.burst_gap_s_per_byte;
  return json;
}

OrderedJson to_json(const SharedCores& shared) { return {{"cores", shared.cores}, {"processors", shared.processors}}; }

OrderedJson to_json(const SharedMachine& shared) {
  OrderedJson fewer = OrderedJson::array();
  for (const auto& [processors, speedup] : shared.fewer)
    fewer.push_back({{"processors", processors}, {"times_speed", speedup}});
  return {{"processors", shared.processors}, {"fewer", fewer}};
}

Speeds speeds_from_json(const Json& json) {
  Speeds speeds;
  speeds.kernel = value_at<std::string>(json, "kernel", "");
  speeds.kernel_options = value_at<Json>(json, "kernel_options", Json::object());
  speeds.unit = value_at<std::string>(json, "unit", "");
  for (const Json& processor : json.at("processors"))
    speeds.processors.push_back(
        measured_processor_from_json(processor, static_cast<std::int64_t>(speeds.processors.size())));
  if (const Json network = raw_at(json, "network"); network.is_object())
    speeds.network = NetworkSpeeds{network.at("latency_s"),
                                   network.at("gap_s_per_byte"),
                                   value_at(network, "barrier_s", 0.0),
                                   value_at(network, "message_s", 0.0),
                                   optional_at<double>(network, "wake_s"),
                                   optional_at<double>(network, "burst_bytes"),
                                   optional_at<double>(network, "burst_gap_s_per_byte")};
  speeds.operation_s_per_element = optional_at<double>(json, "operation_s_per_element");
  speeds.long_operation_s_per_element = optional_at<double>(json, "long_operation_s_per_element");
  for (const Json& shared : value_at<Json>(json, "shared_cores", Json::array()))
    speeds.shared_cores.push_back({shared.at("cores"), shared.at("processors")});
  for (const Json& machine : value_at<Json>(json, "shared_machines", Json::array())) {
    SharedMachine& shared = speeds.shared_machines.emplace_back(SharedMachine{machine.at("processors"), {}});
    for (const Json& few : machine.at("fewer")) shared.fewer.push_back({few.at("processors"), few.at("times_speed")});
    std::ranges::sort(shared.fewer, std::greater<>{}, &Fewer::processors);
  }
  speeds.warnings = value_at<std::vector<std::string>>(json, "warnings", {});
  return speeds;
}

namespace {

/// Each of them is one of `count` processors, and is at one place only.
template <typename Place>
void check_processors(const std::string& name, const std::vector<Place>& places, std::size_t count, Faults& faults) {
  std::set<std::int64_t> seen;
  for (std::size_t i = 0; i < places.size(); ++i)
    for (const std::int64_t processor : places[i].processors) {
      const std::string pointer = "/" + name + "/" + std::to_string(i) + "/processors",
                        number = std::to_string(processor);
      if (processor >= static_cast<std::int64_t>(count))
        faults.add(pointer, "found " + number + "; expected a processor, 0 to " + std::to_string(count - 1));
      else if (!seen.insert(processor).second)
        faults.add(pointer, "processor " + number + " occurs twice");
    }
}

void check_network(const NetworkSpeeds& network, Faults& faults) {
  if (network.burst_bytes.has_value() != network.burst_gap_s_per_byte.has_value())
    faults.add("/network", "expected both burst_bytes and burst_gap_s_per_byte, or neither");
  else if (network.burst_bytes.value_or(0) > 0 && *network.burst_gap_s_per_byte >= network.gap_s_per_byte)
    faults.add("/network/burst_gap_s_per_byte", "expected less than gap_s_per_byte");
}

}  // namespace

std::vector<std::string> faults(const Speeds& speeds) {
  Faults faults;
  for (std::size_t i = 0; i < speeds.processors.size(); ++i)
    if (const std::int64_t rank = speeds.processors[i].rank; rank != static_cast<std::int64_t>(i))
      faults.add("/processors/" + std::to_string(i) + "/rank",
                 "found " + std::to_string(rank) + "; expected " + std::to_string(i) + ", its place in the list");
  check_processors("shared_cores", speeds.shared_cores, speeds.processors.size(), faults);
  check_processors("shared_machines", speeds.shared_machines, speeds.processors.size(), faults);
  for (std::size_t i = 0; i < speeds.shared_machines.size(); ++i)
    if (const auto& [processors, fewer] = speeds.shared_machines[i];
        !fewer.empty() && fewer.front().processors >= std::ssize(processors))
      faults.add("/shared_machines/" + std::to_string(i) + "/fewer",
                 "found " + std::to_string(fewer.front().processors) +
                     " processors; expected fewer than the machine's " + std::to_string(processors.size()));
  if (speeds.network) check_network(*speeds.network, faults);
  if (speeds.kernel == "bp") faults.add_member("", faults_of_bp_options(speeds.kernel_options));
  return faults.lines;
}

void write_document(std::ostream& out, const Speeds& speeds, bool compact) {
  Writer writer(out, "speeds", compact);
  writer.field("kernel", speeds.kernel);
  writer.field("kernel_options", OrderedJson(speeds.kernel_options));
  writer.field("unit", speeds.unit);
  writer.array("processors", speeds.processors.size(), [&](std::size_t i) { return to_json(speeds.processors[i]); });
  if (speeds.network) writer.field("network", to_json(*speeds.network));
  if (speeds.operation_s_per_element) writer.field("operation_s_per_element", *speeds.operation_s_per_element);
  if (speeds.long_operation_s_per_element)
    writer.field("long_operation_s_per_element", *speeds.long_operation_s_per_element);
  if (!speeds.shared_cores.empty())
    writer.array("shared_cores", speeds.shared_cores.size(),
                 [&](std::size_t i) { return to_json(speeds.shared_cores[i]); });
  if (!speeds.shared_machines.empty())
    writer.array("shared_machines", speeds.shared_machines.size(),
                 [&](std::size_t i) { return to_json(speeds.shared_machines[i]); });
  if (!speeds.warnings.empty()) writer.field("warnings", speeds.warnings);
  writer.end();
}

bool between_hosts(const Speeds& speeds) {
  const std::optional<std::string>* first = nullptr;
  for (const MeasuredProcessor& processor : speeds.processors) {
    if (!processor.host) continue;
    if (first && *first != processor.host) return true;
    first = &processor.host;
  }
  return false;
}

std::vector<double> speeds_of(const Speeds& speeds) {
  std::vector<double> list;
  list.reserve(speeds.processors.size());
  for (const MeasuredProcessor& processor : speeds.processors) list.push_back(processor.speed);
  return list;
}

bool has_quotas(const Speeds& speeds) {
  return std::ranges::any_of(speeds.processors, [](const auto& processor) { return processor.cpu_share.has_value(); });
}

std::vector<Processor> cluster_of(const Speeds& speeds) {
  std::vector<Processor> cluster;
  cluster.reserve(speeds.processors.size());
  for (const MeasuredProcessor& p : speeds.processors)
    cluster.push_back({p.host, p.cpu, p.threads, p.speed, p.cpu_share, p.cpu_burst_s});
  return cluster;
}

}  // namespace uneven::document
