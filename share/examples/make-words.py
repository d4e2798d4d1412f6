#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Makes a list of words in the NETtalk corpus format from the CMU dictionary of the Debian package festlex-cmu.

  make-words.py /usr/share/festival/dicts/cmu/cmudict-0.4.out > words.data
  make-words.py --skip 2400 --count 600 /usr/share/festival/dicts/cmu/cmudict-0.4.out > words-test.data

Each row is word TAB phonemes TAB stress TAB 0, with one phoneme and one stress symbol per letter. Letters and phonemes
are aligned by expectation maximization over P(phoneme symbol | letter), then by the most probable alignment. The
dictionary tells stressed from unstressed syllables only, so that the stress symbol 2 does not occur.
"""
import argparse
import math
import random
import re
import sys
from collections import defaultdict

SEED = 1987
ITERATIONS = 8
LEAST_PROBABILITY = 0.002  # of a symbol given its letter; words that need a rarer one are dropped

SINGLE = {
    "aa": "a", "ae": "@", "ah": "^", "ao": "c", "aw": "W", "ax": "x", "ay": "A", "b": "b", "ch": "C", "d": "d",
    "dh": "D", "eh": "E", "er": "R", "ey": "e", "f": "f", "g": "g", "hh": "h", "ih": "I", "iy": "i", "jh": "J",
    "k": "k", "l": "l", "m": "m", "n": "n", "ng": "G", "ow": "o", "oy": "O", "p": "p", "r": "r", "s": "s", "sh": "S",
    "t": "t", "th": "T", "uh": "U", "uw": "u", "v": "v", "w": "w", "y": "y", "z": "z", "zh": "Z",
}
# Two sounds of one letter: their symbol, and the letters that may make them.
DOUBLE = {
    ("k", "s"): ("X", "x"), ("k", "sh"): ("K", "x"), ("g", "z"): ("#", "x"), ("t", "s"): ("!", "z"),
    ("y", "uw"): ("Y", "eu"), ("y", "uh"): ("Y", "eu"), ("y", "ax"): ("Y", "u"), ("w", "ah"): ("*", "o"),
    ("w", "aa"): ("+", "o"), ("ax", "l"): ("L", "l"), ("ax", "m"): ("M", "m"), ("ax", "n"): ("N", "n"),
}
VOWELS = {"aa", "ae", "ah", "ao", "aw", "ax", "ay", "eh", "er", "ey", "ih", "iy", "ow", "oy", "uh", "uw"}
SILENT = "-"


def can_sound(letter, phoneme):
    """Whether a letter may be given a phoneme: vowels to vowel letters, and `ng` to n, not g."""
    if phoneme in VOWELS:
        return letter in "aeiouy" or (letter, phoneme) == ("r", "er")
    return (letter not in "aeiou" or phoneme in "wy") and (letter, phoneme) != ("g", "ng")


def can_be_silent(letter, following):
    """In groups as ea and ew the e has the sound; it is silent far more often, so that counts would not tell."""
    return letter != "e" or following not in set("aeiouwy")


def read_dictionary(path):
    """Word -> list of (phoneme, syllable, stress of the syllable); the first pronunciation of each word."""
    words = {}
    with open(path, encoding="ascii") as lines:
        for line in lines:
            entry = re.fullmatch(r'\("([a-z]+)" \S+ \((.*)\)\)\s*', line)
            if entry and entry[1] not in words:
                syllables = re.findall(r"\(\(([a-z ]+)\) (\d)\)", entry[2])
                words[entry[1]] = [(phoneme, number, stress) for number, (phonemes, stress) in enumerate(syllables)
                                   for phoneme in phonemes.split()]
    return words


def everyday(words):
    """Words that have inflections, and these: the dictionary holds mostly names, and names are not inflected."""
    chosen = set()
    for word in words:
        stem = word[:-1] if word.endswith("e") else word
        endings = [word + "s", word + "es", stem + "ed", stem + "ing", word + "ly", stem + "er"]
        family = [form for form in endings if form in words]
        if len(family) >= 3:
            chosen.update([word], family)
    return sorted(word for word in chosen if 3 <= len(word) <= 10)


def moves_of(word, phonemes):
    """For each letter the moves (phonemes spoken before, after, symbol) that some whole alignment uses, or None."""
    names = [name for name, _, _ in phonemes]
    moves = []
    reached = {0}
    for letter, following in zip(word, word[1:] + "."):
        row = []
        for j in sorted(reached):
            symbol, letters = DOUBLE.get(tuple(names[j:j + 2]), ("", ""))
            if letter in letters:
                row.append((j, j + 2, symbol))
            if j < len(names) and can_sound(letter, names[j]):
                row.append((j, j + 1, SINGLE[names[j]]))
            if can_be_silent(letter, following):
                row.append((j, j, SILENT))
        moves.append(row)
        reached = {after for _, after, _ in row}
    needed = {len(names)}
    for i in reversed(range(len(word))):
        moves[i] = [move for move in moves[i] if move[1] in needed]
        needed = {before for before, _, _ in moves[i]}
    return moves if all(moves) else None


def add_expected_counts(word, moves, probability, counts):
    """Adds the expected number of times that each letter gave each symbol (forward and backward sums)."""
    forward = [{0: 1.0}]
    for letter, row in zip(word, moves):
        sums = defaultdict(float)
        for before, after, symbol in row:
            sums[after] += forward[-1][before] * probability[letter][symbol]
        forward.append(sums)
    total = sum(forward[-1].values())
    backward = {after: 1.0 for after in forward[-1]}
    for i in reversed(range(len(word))):
        sums = defaultdict(float)
        for before, after, symbol in moves[i]:
            weight = probability[word[i]][symbol] * backward[after]
            counts[word[i]][symbol] += forward[i][before] * weight / total
            sums[before] += weight
        backward = sums


def learn(alignable):
    """P(symbol | letter) by expectation maximization from equal probabilities."""
    probability = defaultdict(lambda: defaultdict(lambda: 1.0))
    for _ in range(ITERATIONS):
        counts = defaultdict(lambda: defaultdict(float))
        for word, moves in alignable.items():
            add_expected_counts(word, moves, probability, counts)
        probability = {letter: {symbol: count / sum(row.values()) for symbol, count in row.items()}
                       for letter, row in counts.items()}
    return probability


def best_alignment(word, moves, probability):
    """The most probable moves, or None if they need a symbol that is too rare for its letter."""
    best = {0: (0.0, ())}
    for letter, row in zip(word, moves):
        reached = {}
        for before, after, symbol in row:
            p = probability[letter][symbol]
            if before not in best or p < LEAST_PROBABILITY:
                continue
            score = best[before][0] + math.log(p)
            # Silent moves come last, so at a tie the first letter of a group has the sound, as in the corpus.
            if after not in reached or score > reached[after][0] - 1e-9:
                reached[after] = (score, best[before][1] + ((before, after, symbol),))
        best = reached
    return next((path for _, path in best.values()), None)


def stress_of(path, phonemes):
    """`>` before the vowel of a syllable, its stress on the letter of the vowel, `<` behind it."""
    symbols = ""
    syllable, past_vowel = 0, False
    for before, after, _ in path:
        spoken = phonemes[before:after]
        if spoken and spoken[0][1] != syllable:
            syllable, past_vowel = spoken[0][1], False
        vowel = next((stress for name, _, stress in spoken if name in VOWELS), None)
        symbols += vowel or ("<" if past_vowel else ">")
        past_vowel = past_vowel or vowel is not None
    return symbols


def main():
    parser = argparse.ArgumentParser(description="Words in the NETtalk corpus format from the CMU dictionary.")
    parser.add_argument("dictionary", help="cmudict-0.4.out of the Debian package festlex-cmu")
    parser.add_argument("--skip", type=int, default=0, help="words to leave out first (0)")
    parser.add_argument("--count", type=int, default=2400, help="words to write (2400)")
    options = parser.parse_args()

    words = read_dictionary(options.dictionary)
    alignable = {word: moves for word in everyday(words) if (moves := moves_of(word, words[word]))}
    probability = learn(alignable)
    rows = []
    for word, moves in alignable.items():
        path = best_alignment(word, moves, probability)
        if path:
            rows.append((word, "".join(symbol for _, _, symbol in path), stress_of(path, words[word])))
    random.Random(SEED).shuffle(rows)
    rows = rows[options.skip:options.skip + options.count]
    if len(rows) < options.count:
        sys.exit(f"{options.dictionary}: only {len(rows)} of {options.count} words")

    print("# English words with phonemes and stress, made by make-words.py from the CMU dictionary for Festival")
    print("# (Debian festlex-cmu 2.4). Copyright (c) 1996, 1997 Centre for Speech Technology Research, University of")
    print("# Edinburgh. Modified: a sample of the words, letters and phonemes aligned. Free licence: words.LICENCE.")
    print()
    for row in rows:
        print(*row, "0", sep="\t")


if __name__ == "__main__":
    main()
