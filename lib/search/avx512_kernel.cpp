// SPDX-License-Identifier: MIT
#ifdef __x86_64__
#include <immintrin.h>

#include "search/kernels.hpp"

#define AVX512 __attribute__((target("avx512f,avx512bw")))

namespace uneven::search {
namespace {

/// number_part() of 32 examples.
AVX512 __attribute__((always_inline)) inline __m512i number_parts(__m512i a, __m512i b, __m512i cost) {
  const __m512i difference = _mm512_sub_epi16(_mm512_max_epu16(a, b), _mm512_min_epu16(a, b));
  const __m512i part = _mm512_mulhi_epu16(cost, difference);
  return _mm512_mask_add_epi16(part, _mm512_test_epi16_mask(difference, difference), part, _mm512_set1_epi16(1));
}

AVX512 __attribute__((always_inline)) inline void scan(const Probe& probe, int bytes, int words, int codes, int numbers,
                                                       const std::byte* tiles, std::int64_t count, std::uint64_t* hits,
                                                       std::uint16_t* sums) {
  const __m512i limit = _mm512_set1_epi16(static_cast<short>(probe.limit));
  const int lines = bytes + 2 * (words + codes + numbers);  // of cache, in a tile
  for (std::int64_t t = 0; t < count; ++t) {
    __m512i low = _mm512_setzero_si512(), high = low;  // the sums of examples 0-31 and 32-63
    // The processor's own prefetching does not keep up with this loop.
    for (int line = 0; line < lines; ++line) _mm_prefetch(tiles + kTile * (2 * lines + line), _MM_HINT_T0);
    int slot = 0;
    for (; slot < bytes; ++slot, tiles += 64) {
      const __m512i value = _mm512_set1_epi8(static_cast<char>(probe.value[slot]));
      const __m512i cost = _mm512_set1_epi16(static_cast<short>(probe.cost[slot]));
      const __mmask64 differs = _mm512_cmpneq_epi8_mask(_mm512_load_si512(tiles), value);
      low = _mm512_mask_adds_epu16(low, static_cast<__mmask32>(differs), low, cost);
      high = _mm512_mask_adds_epu16(high, static_cast<__mmask32>(differs >> 32), high, cost);
    }
    for (int w = 0; w < words; ++w, ++slot, tiles += 128) {
      const __m512i value = _mm512_set1_epi16(static_cast<short>(probe.value[slot]));
      const __m512i cost = _mm512_set1_epi16(static_cast<short>(probe.cost[slot]));
      low = _mm512_mask_adds_epu16(low, _mm512_cmpneq_epi16_mask(_mm512_load_si512(tiles), value), low, cost);
      high = _mm512_mask_adds_epu16(high, _mm512_cmpneq_epi16_mask(_mm512_load_si512(tiles + 64), value), high, cost);
    }
    for (int c = 0; c < codes; ++c, ++slot, tiles += 128) {
      const __m512i value = _mm512_set1_epi16(static_cast<short>(probe.value[slot]));
      const __m512i cost = _mm512_set1_epi16(static_cast<short>(probe.cost[slot]));
      const __m512i x = _mm512_xor_si512(_mm512_load_si512(tiles), value);
      const __m512i y = _mm512_xor_si512(_mm512_load_si512(tiles + 64), value);
      for (int level = 0; level < 3; ++level) {
        const __m512i mask = _mm512_set1_epi16(static_cast<short>(probe.masks[c][static_cast<unsigned>(level)]));
        low = _mm512_mask_adds_epu16(low, _mm512_test_epi16_mask(x, mask), low, cost);
        high = _mm512_mask_adds_epu16(high, _mm512_test_epi16_mask(y, mask), high, cost);
      }
    }
    for (int n = 0; n < numbers; ++n, ++slot, tiles += 128) {
      const __m512i value = _mm512_set1_epi16(static_cast<short>(probe.value[slot]));
      const __m512i cost = _mm512_set1_epi16(static_cast<short>(probe.cost[slot]));
      low = _mm512_adds_epu16(low, number_parts(_mm512_load_si512(tiles), value, cost));
      high = _mm512_adds_epu16(high, number_parts(_mm512_load_si512(tiles + 64), value, cost));
    }
    hits[t] =
        static_cast<std::uint64_t>(_mm512_cmple_epu16_mask(high, limit)) << 32 | _mm512_cmple_epu16_mask(low, limit);
    if (hits[t] == 0) continue;
    _mm512_store_si512(sums + kTile * t, low);
    _mm512_store_si512(sums + kTile * t + 32, high);
  }
}

}  // namespace

AVX512 void scan_avx512(const Probe& probe, const std::byte* tiles, std::int64_t count, std::uint64_t* hits,
                        std::uint16_t* sums) {
  if (has_usual_columns(probe))
    scan(probe, 5, 0, 2, 0, tiles, count, hits, sums);
  else
    scan(probe, probe.bytes, probe.words, probe.codes, probe.numbers, tiles, count, hits, sums);
}

}  // namespace uneven::search

#endif
