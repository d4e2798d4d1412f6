#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The same iteration in PyTorch, one thread, single precision, where it is installed (Debian: python3-torch)."""
import time

try:
    import torch
except ImportError:
    print("PyTorch is not installed")
    raise SystemExit

SEED = 1


def iterate(w, v, x, d, rate):
    f = torch.sigmoid(x @ w.T)
    h = torch.sigmoid(f @ v.T)
    d2 = (h - d) * h * (1 - h)
    d1 = f * (1 - f) * (d2 @ v)
    v -= rate * d2.T @ f
    w -= rate * d1.T @ x


def main():
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    for samples, hidden, rounds in ((1024, 80, 200), (65536, 1024, 3)):
        x, d = torch.rand(samples, 203), torch.rand(samples, 26)
        w, v = torch.rand(hidden, 203) - 0.5, torch.rand(26, hidden) - 0.5
        best = float("inf")
        for _ in range(rounds):
            start = time.thread_time()
            iterate(w, v, x, d, 1e-4)
            best = min(best, time.thread_time() - start)
        print(f"  203-{hidden}-26, {samples} samples: {best * 1e3:.3f} ms")


if __name__ == "__main__":
    main()
