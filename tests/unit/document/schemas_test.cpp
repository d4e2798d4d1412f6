// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <functional>

#include "document/document.hpp"

BOOST_AUTO_TEST_SUITE(schemas)

using namespace uneven::document;

namespace {

/// Calls `visit` for every type inside an object, with a pointer to it.
void for_each_type(const Object& object, const std::string& pointer,
                   const std::function<void(const Type&, const std::string&)>& visit) {
  for (const Field& field : object.fields) {
    const Type* type = &field.type;
    for (; type; type = type->item.get()) {
      visit(*type, pointer + "/" + field.key);
      if (type->object) for_each_type(*type->object, pointer + "/" + field.key, visit);
    }
  }
}

void for_each_type(const std::function<void(const Type&, const std::string&)>& visit) {
  for (const Kind& kind : kinds()) for_each_type(kind.description(), kind.name, visit);
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_kind_has_a_schema_and_a_check) {
  BOOST_TEST(known_kinds() ==
                 (std::vector<std::string>{"array-shares", "hbsp-costs", "hbsp-elements", "hbsp-matmul", "job",
                                           "partition", "reduction-tree", "report", "search", "speeds", "status"}),
             boost::test_tools::per_element());
  for (const std::string& kind : known_kinds()) {
    const OrderedJson schema = schema_of(kind);
    BOOST_TEST(schema["properties"]["kind"]["const"] == kind);
    BOOST_TEST(schema["properties"]["version"]["const"] == 1);
    BOOST_TEST(OrderedJson::parse(schema_text(kind)) == schema);
    const auto faults = faults_of(of_json(Json{{"kind", kind}, {"version", 1}}, ""));
    BOOST_TEST_REQUIRE(!faults.empty());
    BOOST_TEST(faults[0].starts_with("/: lacks "));
  }
  BOOST_CHECK_THROW(schema_of("plan"), std::out_of_range);
}

BOOST_AUTO_TEST_CASE(every_type_has_words_for_messages) {
  for_each_type([](const Type& type, const std::string& pointer) { BOOST_TEST(!type.expected.empty(), pointer); });
}

/// So that every integer can be held by std::int64_t and by double, and their sums and differences too.
BOOST_AUTO_TEST_CASE(integers_are_bounded) {
  for_each_type([](const Type& type, const std::string& pointer) {
    if (type.kind != Type::Kind::integer) return;
    BOOST_TEST(type.least >= 0, pointer);
    BOOST_TEST(type.most <= largest_integer, pointer);
  });
}

BOOST_AUTO_TEST_CASE(the_page_keeps_what_is_no_table) {
  const std::string page = "a\n.\\\" fields of speeds\nold\n.\\\" end\nb\n", made = with_tables(page);
  BOOST_TEST(made == "a\n.\\\" fields of speeds\n" + manual_of("speeds") + ".\\\" end\nb\n");
  BOOST_TEST(with_tables(made) == made);
}

BOOST_AUTO_TEST_SUITE_END()
