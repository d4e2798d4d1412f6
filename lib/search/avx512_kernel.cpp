#ifdef __x86_64__
#include <immintrin.h>

#include "search/kernels.hpp"

#define AVX512 __attribute__((target("avx512f,avx512bw")))

namespace uneven::search {
namespace {

/// The counts are parameters so that the call with constants is unrolled and keeps the query in registers.
AVX512 __attribute__((always_inline)) inline void scan(const Probe& probe, int bytes, int words, int codes,
                                                       const std::byte* tiles, std::int64_t count,
                                                       std::uint64_t* hits) {
  const __m512i limit = _mm512_set1_epi16(static_cast<short>(probe.limit));
  for (std::int64_t t = 0; t < count; ++t) {
    __m512i low = _mm512_setzero_si512(), high = low;  // the sums of examples 0-31 and 32-63
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
    hits[t] =
        static_cast<std::uint64_t>(_mm512_cmple_epu16_mask(high, limit)) << 32 | _mm512_cmple_epu16_mask(low, limit);
  }
}

}  // namespace

AVX512 void scan_avx512(const Probe& probe, const std::byte* tiles, std::int64_t count, std::uint64_t* hits) {
  if (probe.bytes == 5 && probe.words == 0 && probe.codes == 2)
    scan(probe, 5, 0, 2, tiles, count, hits);
  else
    scan(probe, probe.bytes, probe.words, probe.codes, tiles, count, hits);
}

}  // namespace uneven::search

#endif
