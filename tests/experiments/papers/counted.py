# SPDX-License-Identifier: MIT
"""Table 1 of Ozawa 2004, the operations of one sample, beside those of equations (1) to (8) done one by one."""
import collections

INPUTS, HIDDEN, OUTPUTS = 203, 80, 26
HEADS = ["phase", "operation", "Table 1", "for 203-80-26", "counted", "counted less Table 1"]
# Operations of a sample by inputs n, hidden units m and outputs l.
TABLE = {("forward", "add"): ("(n + l - 1) m - l", lambda n, m, l: (n + l - 1) * m - l),
         ("forward", "multiply"): ("(n + l) m", lambda n, m, l: (n + l) * m),
         ("forward", "sigmoid"): ("m + l", lambda n, m, l: m + l),
         ("backward, modify", "add"): ("(n + l) m + 2 l", lambda n, m, l: (n + l) * m + 2 * l),
         ("backward, modify", "multiply"): ("(n + 2 l + 1) m + 2 l", lambda n, m, l: (n + 2 * l + 1) * m + 2 * l)}


class Counter:
    """Arithmetic that counts: values do not matter, only how many operations make them."""

    def __init__(self):
        self.phase, self.count = "", collections.Counter()

    def add(self, *_):
        self.count[self.phase, "add"] += 1

    def multiply(self, *_):
        self.count[self.phase, "multiply"] += 1

    def sigmoid(self, *_):
        self.count[self.phase, "sigmoid"] += 1

    def product(self, terms):
        """A sum of products."""
        for i in range(terms):
            self.multiply()
            if i:
                self.add()


def operations(n, m, l):
    """Of one sample in equations (1) to (8). The learning rate is applied once for all samples, and does not count."""
    do = Counter()
    do.phase = "forward"
    for _ in range(m):
        do.sigmoid(do.product(n))                       # (1)
    for _ in range(l):
        do.sigmoid(do.product(m))                       # (2)
    do.phase = "backward, modify"
    for _ in range(l):                                  # (5): (h - d) h (1 - h)
        do.multiply(do.multiply(do.add()), do.add())
    for _ in range(m):                                  # (6): f (1 - f) times a sum
        do.multiply(do.multiply(do.add()), do.product(l))
    for _ in range((l + n) * m):                        # (3), (4), and the sums of (7) and (8)
        do.add(do.multiply())
    return do.count


def rows():
    found = operations(INPUTS, HIDDEN, OUTPUTS)
    for (phase, operation), (formula, value) in TABLE.items():
        printed = value(INPUTS, HIDDEN, OUTPUTS)
        yield [phase, operation, formula, f"{printed:,}", f"{found[phase, operation]:,}",
               f"{found[phase, operation] - printed:,}"]


def per_cell(n, l):
    """Operations of a hidden unit and sample by Table 1, without the terms of the outputs alone."""
    return (n + l - 1) + (n + l) + 1 + (n + l) + (n + 2 * l + 1)
