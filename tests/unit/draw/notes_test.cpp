// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <map>
#include <random>
#include <set>

#include "../cases.hpp"
#include "draw/listing.hpp"
#include "draw/svg.hpp"
#include "draw/tiling.hpp"
#include "sample_plans.hpp"
#include "xml.hpp"

BOOST_AUTO_TEST_SUITE(draw_notes)

namespace {

using namespace uneven;
using namespace uneven::draw_test;

draw::Listing numbered(std::size_t rows) {
  draw::Listing listing{"caption", {{" ", true}, {"row", true}, {"value"}}, {}};
  for (std::size_t i = 0; i < rows; ++i) listing.rows.push_back({"", "row" + std::to_string(i), std::to_string(i * i)});
  return listing;
}

draw::Svg with(const std::vector<draw::Listing>& tables, double height = 600) {
  draw::Svg picture(400, height, "title");
  draw::add_notes(picture, {{}, tables});
  return picture;
}

/// Cells of a table with `>row17<` in them.
std::size_t rows_drawn(const std::string& svg) { return static_cast<std::size_t>(occurrences(svg, ">row")) - 1; }

std::size_t rows_left_out(const std::string& svg) {
  const auto at = svg.find("... and ");
  return at == std::string::npos ? 0 : std::stoul(svg.substr(at + 8));
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_row_is_drawn_or_counted) {
  for (const std::size_t rows : {1, 5, 29, 30, 31, 32, 33, 34, 35, 36, 200})
    for (const double height : {100.0, 600.0, 1700.0}) {
      const std::string svg = with({numbered(rows)}, height);
      BOOST_TEST(rows_drawn(svg) + rows_left_out(svg) == rows, rows << " rows, " << height << " pixels");
      BOOST_TEST(rows_drawn(svg) >= std::min<std::size_t>(rows, 5));
    }
  BOOST_TEST(rows_left_out(with({numbered(200)})) > rows_left_out(with({numbered(200)}, 1000)));
  auto cut_before = numbered(3);
  cut_before.more = 7;
  BOOST_TEST(rows_left_out(with({cut_before})) == 7U);
}

BOOST_AUTO_TEST_CASE(the_marked_row_stays) {
  auto listing = numbered(500);
  listing.rows[400][0] = "*";
  const std::string svg = with({listing});
  BOOST_TEST(svg.find(">row400<") != std::string::npos);
  BOOST_TEST(occurrences(svg, "class=\"chosen\"") == 1);
  BOOST_TEST(rows_drawn(svg) + rows_left_out(svg) == 500U);
}

BOOST_AUTO_TEST_CASE(nothing_overlaps_or_leaves_the_picture) {
  test::for_seeds(30, [&](std::mt19937& rng) {
    std::vector<draw::Listing> tables;
    for (std::size_t i = 0; i < 1 + rng() % 6; ++i) tables.push_back(numbered(rng() % 60));
    const auto picture = with(tables, 200 + static_cast<double>(rng() % 1500));
    std::set<std::pair<double, double>> places;
    for (const auto& element : XmlReader(picture.str()).read()) {
      if (element.name != "text") continue;
      BOOST_TEST(places.emplace(element.number("x"), element.number("y")).second);
      BOOST_TEST(element.number("x") >= 400);
      BOOST_TEST(element.number("x") < picture.width());
      BOOST_TEST(element.number("y") <= picture.height());
    }
  });
}

BOOST_AUTO_TEST_CASE(sentences_are_broken_and_safe) {
  draw::Svg picture(400, 300, "title");
  draw::add_notes(picture, {{std::string(30, 'x') + " " + std::string(40, 'y') + " <&\x1b[2J"}, {}});
  const std::string svg = picture;
  BOOST_TEST(svg.find(std::string(30, 'x') + "</text>") != std::string::npos);
  BOOST_TEST(svg.find("&lt;&amp;?[2J</text>") != std::string::npos);
  XmlReader(svg).read();
}

BOOST_AUTO_TEST_CASE(blocks_of_hosts_cover_their_tiles) {
  test::for_seeds(30, [&](std::mt19937& rng) {
    draw::Tiling tiling{"samples", "units", 0, 100, false, {}};
    const auto columns = 2 + static_cast<std::int64_t>(rng() % 8);
    std::int64_t rank = 0;
    std::map<std::string, double> cells, speeds;
    std::map<std::string, std::size_t> processors;
    for (std::int64_t c = 0; c < columns; ++c)
      for (std::int64_t r = 0; r < 100; r += 10) {
        const std::string host = "node" + std::to_string(rank / (1 + static_cast<std::int64_t>(rng() % 7)) % 5);
        tiling.tiles.push_back({rank++, {c * 20, 20}, {r, 10}, 1.0 + static_cast<double>(rng() % 5), host, {}, ""});
        cells[host] += 200;
        speeds[host] += tiling.tiles.back().speed;
        ++processors[host];
      }
    tiling.columns = columns * 20;
    const auto blocks = draw::host_blocks(tiling);
    std::map<std::string, double> covered;
    std::map<std::string, std::size_t> counted;
    for (const auto& block : blocks) {
      covered[block.host] += static_cast<double>(block.across.count * block.down.count);
      counted[block.host] += block.processors;
      BOOST_TEST(std::abs(block.speed - speeds[block.host] / static_cast<double>(processors[block.host])) < 1e-12);
      for (const auto& tile : tiling.tiles) {
        const bool inside = tile.across.first >= block.across.first && tile.across.end() <= block.across.end() &&
                            tile.down.first >= block.down.first && tile.down.end() <= block.down.end();
        if (inside) BOOST_TEST(tile.host == block.host);
      }
    }
    BOOST_TEST((covered == cells || processors.size() < 2));
    BOOST_TEST((counted == processors || processors.size() < 2));
    tiling.tiles[3].host = "-";
    BOOST_TEST(draw::host_blocks(tiling).empty());
  });
}

BOOST_AUTO_TEST_CASE(from_160_tiles_hosts_are_shaded) {
  const auto picture_of = [](std::size_t columns) {
    draw::Tiling tiling{"samples", "units", static_cast<std::int64_t>(columns), 10, false, {}};
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(columns) * 10; ++i)
      tiling.tiles.push_back({i,
                              {i / 10, 1},
                              {i % 10, 1},
                              i % 10 < 5 ? 1.0 + static_cast<double>(i % 2) : 4.0,
                              i % 10 < 5 ? "slow" : "fast",
                              {},
                              "hover"});
    return draw::svg(tiling, "title", 640, 440).str();
  };
  const auto shades = [&](const std::string& svg) {
    std::set<std::string> all;
    std::size_t tiles = 0;
    for (const auto& element : XmlReader(svg).read()) {
      if (!element.attributes.contains("class") || element.attributes.at("class") != "tile") continue;
      ++tiles;
      all.insert(element.attributes.at("fill"));
    }
    return std::pair(tiles, all.size());
  };
  BOOST_TEST((shades(picture_of(15)) == std::pair<std::size_t, std::size_t>(150, 3)));
  BOOST_TEST((shades(picture_of(16)) == std::pair<std::size_t, std::size_t>(160, 2)));
  BOOST_TEST(occurrences(picture_of(16), "class=\"host\"") == 10);  // a row is of one host
  BOOST_TEST(picture_of(16).find(">slow</text>") != std::string::npos);
  BOOST_TEST(picture_of(16).find("mean speed of a host") != std::string::npos);
  BOOST_TEST(picture_of(16).find(">P0</text>") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
