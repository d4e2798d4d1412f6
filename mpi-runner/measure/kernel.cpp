#include "measure/kernel.hpp"

#include "base/error.hpp"

namespace uneven::measure {

namespace {

const std::vector<Kernel>& kernels() {
  static const std::vector<Kernel> all{bp_kernel(),           matmul_kernel(),
                                       search_kernel(),       elements_kernel("kmeans"),
                                       elements_kernel("em"), elements_kernel("logistic")};
  return all;
}

}  // namespace

const Kernel& kernel_named(const std::string& name) {
  std::string known;
  for (const Kernel& kernel : kernels()) {
    if (kernel.name == name) return kernel;
    known += (known.empty() ? "" : ", ") + kernel.name;
  }
  throw InputError("kernel \"" + name + "\" is unknown; expected " + known);
}

}  // namespace uneven::measure
