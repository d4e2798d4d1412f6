// SPDX-License-Identifier: MIT
// Logistic regression of samples with three columns and a label, 0 or 1, by gradient descent. Built and run by table1.
#include "elements/typed.hpp"
using namespace uneven::elements;

constexpr int d = 3;
using Weights = std::array<double, d + 1>;  // the constant last

struct Sample {
  std::array<double, d> x;
  std::int8_t label;
  UNEVEN_FIELDS(x, label)
};
struct Model {
  Weights weights;
  UNEVEN_FIELDS(weights)
};

struct LogisticRegression : Typed<LogisticRegression, Spread<Sample, Weights>, Central<Model, Weights>> {
  using Typed::Typed;
  static constexpr bool cheap = true;
  const double rate = parameter("rate", 1.0);
  void g(const Sample& sample, const At<Sample>& at, Out& out) const {
    const Weights& w = at.told();
    const double margin = w[0] * sample.x[0] + w[1] * sample.x[1] + w[2] * sample.x[2] + w[d];
    const double residual = 1 / (1 + std::exp(-margin)) - sample.label;
    out.send<Model>({residual * sample.x[0], residual * sample.x[1], residual * sample.x[2], residual});
  }
  void f(Model& model, const At<Model>& at) const {
    for (int j = 0; j <= d; ++j) model.weights[j] -= rate * at.message()[j] / double(settings.elements);
  }
  void g(const Model& model, const At<Model>&, Out& out) const { out.multicast<Sample>(model.weights); }
};
UNEVEN_PROGRAM(LogisticRegression)
