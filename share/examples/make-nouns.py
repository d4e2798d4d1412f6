#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Makes a list of nouns for run-search --phrase from EDICT and WordNet (Debian packages edict and wordnet-base).

  make-nouns.py noun-phrases.tsv nouns-own.tsv > nouns.tsv

The nouns are EDICT's common entries, those marked (P), under their written form, and under their reading where that is
usual. The translation is the first short gloss of the first sense; the adjective, WordNet's adjective that pertains to
it. The code is that of the class of WordNet's tree in which the translation's first sense stands: the class of most
nouns of the example table that stand below the same node. What nouns-own.tsv says of a noun, or of an affix, has
precedence.
"""
import argparse
import re
import sys
from collections import Counter, defaultdict

REAL_NOUNS = {"n", "pn", "n-adv", "n-t"}
NOUNS = REAL_NOUNS | {"n-suf", "num", "adj-no", "adj-na", "adj-f", "vs"}
UNUSUAL = {"arch", "obs", "obsc", "ok", "oK", "io", "iK", "vulg", "derog"}
AMERICAN = {"colour": "color", "harbour": "harbor", "neighbour": "neighbor", "favour": "favor", "honour": "honor",
            "labour": "labor", "humour": "humor", "flavour": "flavor", "centre": "center", "theatre": "theater",
            "metre": "meter", "litre": "liter", "grey": "gray", "aeroplane": "airplane", "defence": "defense",
            "programme": "program", "jewellery": "jewelry", "travelling": "traveling"}
USUAL = 5  # times that WordNet's texts have an adjective
LEAST = 2  # labelled nouns below a node of the tree, so that it has a class


class WordNet:
    """Nouns and adjectives of WordNet 3.0; synsets are numbered by their place in its files."""

    def __init__(self, folder):
        self.parent, self.adjectives, self.counts = {}, defaultdict(list), Counter()
        for offset, _, pointers in self.synsets(f"{folder}/data.noun"):
            self.parent[offset] = next((to for sign, to, kind in pointers if sign in ("@", "@i") and kind == "n"), None)
        for _, words, pointers in self.synsets(f"{folder}/data.adj"):
            for sign, to, kind in pointers:
                if sign == "\\" and kind == "n":
                    self.adjectives[to] += [re.sub(r"\(.*", "", w).replace("_", " ") for w in words]
        self.index = dict(self.lemmas(f"{folder}/index.noun"))
        self.adjective_index = dict(self.lemmas(f"{folder}/index.adj"))
        self.irregular = dict(line.split()[:2] for line in open(f"{folder}/noun.exc"))
        for line in open(f"{folder}/cntlist.rev"):
            key, _, count = line.split()
            self.counts[key.split("%")[0].replace("_", " ")] += int(count)

    @staticmethod
    def synsets(path):
        for line in open(path):
            if line.startswith(" "):
                continue
            f = line.split(" | ")[0].split()
            first = 4 + 2 * int(f[3], 16)
            pointers = [(f[i], f[i + 1], f[i + 2]) for i in range(first + 1, first + 1 + 4 * int(f[first]), 4)]
            yield f[0], f[4:first:2], pointers

    @staticmethod
    def lemmas(path):
        for line in open(path):
            if not line.startswith(" "):
                f = line.split()
                yield f[0], f[6 + int(f[3]):]

    def senses(self, word):
        word = word.lower().replace(" ", "_")
        forms = [word, self.irregular.get(word, "")]
        forms += [word[:-len(end)] + new for end, new in (("ies", "y"), ("es", ""), ("s", "")) if word.endswith(end)]
        return next((self.index[f] for f in forms if f in self.index), [])

    def synset(self, translation):
        """The first sense of a translation, or of its head: `time of arrival`, `conference room`."""
        head = re.split(r" (?:of|for|in|to|from|on|with|by) ", translation)[0]
        for words in (translation, head, head.split(" ")[-1]):
            if senses := self.senses(words):
                return senses[0]
        return None

    def path(self, synset):
        while synset:
            yield synset
            synset = self.parent[synset]

    def adjective(self, translation):
        """The most usual adjective that pertains to one of the first two senses."""
        found = [a for s in self.senses(translation)[:2] for a in self.adjectives[s]
                 if a.lower() != translation.lower() and (a[0].isupper() or self.counts[a] >= USUAL)]
        return max(found, key=lambda a: (self.counts[a.lower()], -len(a)), default="*")

    def is_adjective(self, word):
        return word.lower().replace(" ", "_") in self.adjective_index


def entries(path):
    """(written form, reading, marks of the first sense, glosses of the first sense) of common nouns."""
    for line in open(path, encoding="euc-jp"):
        match = re.match(r"(\S+) (?:\[([^]]*)\] )?/(.*)/$", line.strip())
        if not match or "(P)" not in match[3]:
            continue
        glosses = match[3].replace("(1) ", "", 1).split("/")
        second = next((i for i, g in enumerate(glosses) if "(2) " in g), len(glosses))
        marks = re.match(r"(?:\([^)]*\) )*", glosses[0])[0]
        marks = {m for group in re.findall(r"\(([^)]*)\)", marks) for m in group.split(",")}
        if marks & NOUNS and not marks & UNUSUAL:
            yield match[1], match[2], marks, [g for g in glosses[:second] if g != "(P)"]


def plain(gloss):
    for _ in range(2):  # brackets within brackets
        gloss = re.sub(r"\([^()]*\)|\{[^{}]*\}", "", gloss)
    gloss = re.sub(r"^\s*(?:the|a|an|one's|to be|to) ", "", gloss).strip(" .!,")
    gloss = re.sub("|".join(AMERICAN), lambda m: AMERICAN[m[0]], gloss)
    return re.sub(r"\s+", " ", gloss)


def translation_of(glosses):
    short = [g for g in map(plain, glosses) if g and "..." not in g]
    return next((g for g in short if len(g.split()) <= 3), short[0] if short else None)


def rank(marks):
    """Of words written alike a noun goes before an adjective, and both before suffixes."""
    if marks & REAL_NOUNS and "n-suf" not in marks:
        return 0
    return 1 if marks & {"n", "adj-no", "adj-na"} else 2


def nouns_of(path):
    """noun -> (translation, whether it is only an adjective)."""
    found = {}
    for written, reading, marks, glosses in entries(path):
        translation = translation_of(glosses)
        if not translation:
            continue
        word = translation, not marks & (REAL_NOUNS | {"n-suf", "num"})
        for noun in [written] + ([reading] if reading and "uk" in marks else []):
            if noun not in found or rank(marks) < found[noun][0]:
                found[noun] = rank(marks), word
    return {noun: word for noun, (_, word) in found.items()}


def classes(table, translations, wordnet):
    """node of the tree -> how many nouns of the example table below it have each code."""
    header, *rows = (line.rstrip("\n").split("\t") for line in open(table, encoding="utf-8"))
    column = {name: i for i, name in enumerate(header)}
    labels = {row[column[n]]: row[column[code]] for row in rows for n, code in (("n1", "code1"), ("n2", "code2"))}
    below = defaultdict(Counter)
    for noun, code in labels.items():
        if code != "---" and noun in translations:
            for node in wordnet.path(wordnet.synset(translations[noun][0])):
                below[node][code] += 1
    return labels, below


def code_of(translation, wordnet, below):
    for node in wordnet.path(wordnet.synset(translation)):
        if sum(below[node].values()) >= LEAST:
            return below[node].most_common(1)[0][0]
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("examples", help="table with n1, n2, code1 and code2")
    parser.add_argument("own", help="list of nouns that has precedence; * is what EDICT and WordNet say")
    parser.add_argument("--edict", default="/usr/share/edict/edict")
    parser.add_argument("--wordnet", default="/usr/share/wordnet")
    args = parser.parse_args()

    wordnet = WordNet(args.wordnet)
    translations = nouns_of(args.edict)
    labels, below = classes(args.examples, translations, wordnet)
    lines = {}
    for noun, (translation, is_adjective) in translations.items():
        if is_adjective or wordnet.is_adjective(translation) and not wordnet.senses(translation):
            adjective = translation
        else:
            adjective = wordnet.adjective(translation)
        code = code_of(translation, wordnet, below) or labels.get(noun, "---")
        lines[noun] = [translation, adjective, code]
    header, *rows = (line.rstrip("\n").split("\t") for line in open(args.own, encoding="utf-8") if line[0] != "#")
    for noun, *own in rows:
        translation = own[0] if own[0] != "*" or noun.startswith("-") else lines.get(noun, ["*"])[0]
        usual = [translation, wordnet.adjective(translation), code_of(translation, wordnet, below) or "---"]
        if own[2] != "---" and own[1] == "*":
            usual[1] = "*"
        lines[noun] = [translation] + [o if o not in ("*", "---") else u for o, u in zip(own[1:], usual[1:])]
    print(*header, sep="\t")
    for noun in sorted(lines):
        print(noun, *lines[noun], sep="\t")


if __name__ == "__main__":
    sys.exit(main())
