// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "base/tool.hpp"
#include "document/document.hpp"
#include "document/partition.hpp"
#include "document/speeds.hpp"
#include "speeds/made_up.hpp"

namespace {

using namespace uneven;

constexpr std::int64_t most_hosts = 1 << 24;

std::vector<std::string> names_of_networks() {
  std::vector<std::string> names;
  for (const auto& kind : speeds::network_kinds()) names.emplace_back(kind.name);
  return names;
}

/// Options of a kernel that was not measured.
document::Json kernel_options(const std::string& network, const std::string& input) {
  if (network.empty()) return document::Json::object();
  return {{"network", document::text_of(document::parse_perceptron(network, "--network-of"))}, {"input", input}};
}

}  // namespace

int main(int argc, char** argv) {
  Tool tool("make-cluster", "Write the speeds document of a cluster that is not there.");
  CommandLine& app = tool.app;
  std::optional<std::string> path, network, within, like;
  std::string speeds = "1", kernel, network_of, input = "one-hot";
  std::int64_t hosts = 0, seed = 1;
  speeds::ClusterRequest request;
  app.add_option("SPEEDS", path, "Measured speeds that the processors resemble; '-' is standard input; default: none")
      .type_name("FILE");
  app.add_option("--hosts", hosts, "Hosts; default: as many as --speeds or --like name")
      .type_name("H")
      .check(integer_from(1, most_hosts));
  app.add_option("--cores-per-host", request.cores_per_host, "Processors of each host")
      .type_name("K")
      .check(integer_from(1, most_hosts))
      .show_default();
  const Option by_speeds =
      app.add_option(
             "--speeds", speeds,
             "Speed of each host: uniform:A:B, lognormal:SIGMA, generations:4x1,2x2,1x4, accelerators:K[:TIMES] "
             "or a list; times the measured one, or in units/s if nothing was measured; default: 1")
          .type_name("TEXT");
  app.add_option("--like", like, "Measured processors that hosts resemble, in turn: 4*0,2*EPYC; default: all")
      .type_name("LIST");
  app.add_option("--network", network, "Between hosts; default: the measured one, or 10gbit")
      .one_of(names_of_networks());
  app.add_option("--within", within, "Between processors of a host, such as 20gbyte; default: measured, or 10gbyte")
      .type_name("RATE");
  app.add_option("--kernel", kernel, "What the speeds are of, if nothing was measured; default: any work")
      .one_of({"bp", "matmul", "search", "kmeans", "em", "logistic"});
  app.add_option("--network-of", network_of, "With --kernel bp: inputs-hidden-outputs, such as 203-80-26")
      .type_name("N-M-L");
  const Option form = app.add_option("--input", input, "With --kernel bp").one_of({"dense", "one-hot"}).show_default();
  app.add_option("--seed", seed, "Of speeds that are drawn").check(integer_from(0)).show_default();
  tool.app.add_examples(
      {"make-cluster --hosts 7 --speeds generations:4x1,2x2,1x4",
       "make-cluster --hosts 1000 --speeds uniform:3e7:3e8 --cores-per-host 4 --kernel bp --network-of 203-1024-26"});
  return tool.run(argc, argv, [&] {
    if (path && !kernel.empty()) throw UsageError("--kernel: the kernel is that of the measured speeds");
    if (!path && like) throw UsageError("--like needs SPEEDS, the measured ones");
    if ((kernel == "bp") == network_of.empty())
      throw UsageError(kernel == "bp" ? "--kernel bp needs --network-of" : "--network-of needs --kernel bp");
    if (form.given() && kernel != "bp") throw UsageError("--input needs --kernel bp");
    request.kernel = kernel;
    request.kernel_options = kernel_options(network_of, input);
    if (path) request.like = document::load(*path, {"speeds"}, tool).as<document::Speeds>();
    if (like) request.models = speeds::models_by(*like, *request.like);
    if (hosts == 0 && !by_speeds.given()) {
      if (!path) throw UsageError("--hosts is required, or --speeds with a list, or --like");
      hosts = like ? std::ssize(request.models) : std::ssize(request.like->processors);
    }
    request.host_speeds = by_speeds.given() ? speeds::speeds_by(speeds, hosts, static_cast<std::uint64_t>(seed))
                                            : std::vector<double>(static_cast<std::size_t>(hosts), 1);
    request.network = network;
    if (within) request.within_gap_s_per_byte = speeds::gap_within(*within);
    if (!network && !(request.like && request.like->network)) request.network = "10gbit";
    tool.write(speeds::made_up_cluster(request));
  });
}
