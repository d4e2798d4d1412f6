#include "document/schemas.hpp"

#include <boost/test/unit_test.hpp>
#include <functional>
#include <set>

#include "base/error.hpp"
#include "document/check.hpp"
#include "document/validate.hpp"

BOOST_AUTO_TEST_SUITE(schemas)

using namespace uneven::document;

namespace {

/// Calls `visit` for every schema inside a schema, itself included.
void for_each_schema(const Json& schema, const std::string& pointer,
                     const std::function<void(const Json&, const std::string&)>& visit) {
  visit(schema, pointer);
  for (const char* key : {"properties", "definitions"})
    if (schema.contains(key))
      for (const auto& [name, member] : schema[key].items())
        for_each_schema(member, pointer + "/" + key + "/" + name, visit);
  if (schema.contains("items")) for_each_schema(schema["items"], pointer + "/items", visit);
}

void for_each_schema(const std::function<void(const Json& root, const Json& schema)>& visit) {
  for (const std::string& kind : known_kinds())
    for_each_schema(schema_of(kind), kind, [&](const Json& schema, const std::string& pointer) {
      BOOST_TEST_CONTEXT(pointer) visit(schema_of(kind), schema);
    });
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_kind_has_a_schema_and_a_check) {
  BOOST_TEST(known_kinds() == (std::vector<std::string>{"hbsp-elements", "hbsp-matmul", "job", "partition",
                                                        "reduction-tree", "report", "search", "speeds"}),
             boost::test_tools::per_element());
  BOOST_TEST(schema_texts().size() == known_kinds().size());
  for (const std::string& kind : known_kinds()) {
    BOOST_TEST(schema_texts().contains(kind + "-1"));
    BOOST_TEST(schema_of(kind)["properties"]["kind"]["const"] == kind);
    BOOST_TEST(schema_of(kind)["properties"]["version"]["const"] == 1);
    BOOST_TEST(schema_of(kind)["$schema"] == "http://json-schema.org/draft-07/schema#");
    // A document with nothing in it: its faults come from the schema, so valijson could read that.
    const auto faults = faults_of(of_json({{"kind", kind}, {"version", 1}}, ""));
    BOOST_TEST_REQUIRE(!faults.empty());
    BOOST_TEST(faults[0].starts_with("/: lacks "));
  }
  BOOST_CHECK_THROW(schema_of("plan"), std::out_of_range);
}

/// valijson passes over keywords that it does not know, so a typing error would accept everything.
BOOST_AUTO_TEST_CASE(schemas_use_keywords_of_draft_07_only) {
  const std::set<std::string> keywords{
      "$schema", "$ref",     "title",    "description",      "definitions",      "type",
      "enum",    "const",    "minimum",  "maximum",          "required",         "properties",
      "items",   "minItems", "maxItems", "exclusiveMinimum", "exclusiveMaximum", "minLength",
      "pattern"};
  const std::set<std::string> types{"null", "boolean", "integer", "number", "string", "array", "object"};
  for_each_schema([&](const Json&, const Json& schema) {
    BOOST_TEST_REQUIRE(schema.is_object());
    for (const auto& [keyword, value] : schema.items()) BOOST_TEST(keywords.contains(keyword), keyword);
    if (!schema.contains("type")) return;
    for (const Json& type : schema["type"].is_array() ? schema["type"] : Json::array({schema["type"]}))
      BOOST_TEST(types.contains(type.get<std::string>()), type);
  });
}

BOOST_AUTO_TEST_CASE(references_lead_to_definitions_and_every_value_is_described) {
  for_each_schema([](const Json& root, const Json& schema) {
    if (schema.contains("$ref")) {
      const std::string reference = schema["$ref"];
      BOOST_TEST_REQUIRE(reference.starts_with("#/definitions/"));
      BOOST_TEST(root.contains(Json::json_pointer(reference.substr(1))), reference);
      BOOST_TEST(schema.size() == 1u, "draft-07 ignores what stands beside $ref");
    } else if (!schema.contains("const") && &schema != &root) {
      // `expected ...` in a message
      BOOST_TEST(schema.contains("description"));
    }
    if (schema.contains("required"))
      for (const Json& name : schema["required"]) BOOST_TEST(schema["properties"].contains(name.get<std::string>()));
  });
}

/// So that every integer can be held by std::int64_t and by double, and their sums and differences too.
BOOST_AUTO_TEST_CASE(integers_are_bounded) {
  for_each_schema([](const Json&, const Json& schema) {
    if (!schema.contains("type") || schema["type"].dump().find("integer") == std::string::npos) return;
    BOOST_TEST_REQUIRE(schema.contains("minimum"));
    BOOST_TEST_REQUIRE(schema.contains("maximum"));
    BOOST_TEST(schema["minimum"] >= 0);
    BOOST_TEST(schema["maximum"] <= 9007199254740991);
  });
}

BOOST_AUTO_TEST_SUITE_END()
