// The only source that includes valijson, which is slow to compile.
#include "document/validate.hpp"

#include <map>
#include <memory>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "document/faults.hpp"
#include "document/schemas.hpp"

namespace uneven::document {

namespace {

const valijson::Schema& parsed_schema(const std::string& kind) {
  static std::map<std::string, std::unique_ptr<valijson::Schema>> cache;
  auto& schema = cache[kind];
  if (!schema) {
    schema = std::make_unique<valijson::Schema>();
    valijson::SchemaParser().populateSchema(valijson::adapters::NlohmannJsonAdapter(schema_of(kind)), *schema);
  }
  return *schema;
}

/// With its type where that helps.
std::string found(const Json& value) {
  return (value.is_structured() ? std::string(value.type_name()) + " " : "") + excerpt(value);
}

/// valijson's context ("<root>", "[processors]", "[0]") as steps of a JSON pointer.
std::vector<std::string> steps_of(const std::vector<std::string>& context) {
  std::vector<std::string> steps;
  for (std::size_t i = 1; i < context.size(); ++i) steps.push_back(context[i].substr(1, context[i].size() - 2));
  return steps;
}

/// Says what stands at the faulty place and what the schema's description expects there.
std::string describe(const Json& document, const Json& root, const valijson::ValidationResults::Error& error) {
  const Json* value = &document;
  const Json* schema = &root;
  std::string pointer;
  for (const std::string& step : steps_of(error.context)) {
    pointer += pointer_step(step);
    if (schema) schema = member_schema(root, *schema, value->is_array() ? "" : step);
    value = value->is_array() ? &value->at(std::stoul(step)) : &value->at(step);
  }
  if (schema && value->is_object())
    for (const Json& name : schema->value("required", Json::array()))
      if (!value->contains(name.get<std::string>()))
        return (pointer.empty() ? "/" : pointer) + ": lacks \"" + name.get<std::string>() + "\"";
  const std::string expected =
      schema && schema->contains("description") ? schema->at("description").get<std::string>() : error.description;
  return (pointer.empty() ? "/" : pointer) + ": found " + found(*value) + "; expected " + expected;
}

}  // namespace

std::vector<std::string> schema_faults(const Json& json, const std::string& kind) {
  valijson::ValidationResults results;
  if (valijson::Validator().validate(parsed_schema(kind), valijson::adapters::NlohmannJsonAdapter(json), &results))
    return {};
  // The deepest error comes first; those of the objects around it say less.
  std::vector<std::string> faults;
  std::vector<std::string> inner;
  for (valijson::ValidationResults::Error error; results.popError(error);) {
    const std::vector<std::string>& outer = error.context;
    const bool repeats = inner.size() > outer.size() && std::equal(outer.begin(), outer.end(), inner.begin());
    if (repeats) continue;
    std::string text = describe(json, schema_of(kind), error);
    if (faults.empty() || faults.back() != text) faults.push_back(std::move(text));
    inner = outer;
  }
  return faults;
}

}  // namespace uneven::document
