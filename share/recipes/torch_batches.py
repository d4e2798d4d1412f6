#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""PyTorch with a share of each batch: ranks of unequal speed end their parts together, and the model is the serial one.

    plan-shares --count 960 --multiple-of 8 speeds.json -o plan.json        # 960: the whole batch
    mpirun -n 2 with-share plan.json -- /usr/bin/python3 torch_batches.py --steps 20

DistributedDataParallel averages gradients over ranks, as if all had the same number of samples. Here each rank adds up
the loss of its own samples and divides by the whole batch; then the sum of the gradients over ranks is that of the
whole batch, whatever the shares. torchrun sets RANK and WORLD_SIZE; under mpirun they are set here. SLOW=R makes rank
R three times as slow, to try it on one machine. Package: python3-torch.
"""
import argparse
import os
import time

import torch
import torch.distributed as dist


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=20)
    steps = parser.parse_args().steps
    rank, first, count = (int(os.environ["UNEVEN_" + name]) for name in ("RANK", "FIRST", "COUNT"))
    os.environ.setdefault("MASTER_ADDR", "127.0.0.1")
    os.environ.setdefault("MASTER_PORT", "29511")
    dist.init_process_group("gloo", rank=rank, world_size=int(os.environ["UNEVEN_RANKS"]))
    torch.set_num_threads(1)
    torch.manual_seed(1)  # the same first weights everywhere
    model = torch.nn.Sequential(torch.nn.Linear(64, 128), torch.nn.Tanh(), torch.nn.Linear(128, 1))
    optimiser = torch.optim.SGD(model.parameters(), lr=0.1)
    total = torch.tensor(count)
    dist.all_reduce(total)
    batch = int(total)
    busy = 0.0
    for step in range(steps):
        # The whole batch by seed, of which each rank takes its rows: a loader would read only these.
        x = torch.randn(batch, 64, generator=torch.Generator().manual_seed(step))
        x, y = x[first:first + count], x[first:first + count, :1].sin()
        begin = time.perf_counter()
        for _ in range(3 if os.environ.get("SLOW") == str(rank) else 1):
            optimiser.zero_grad()
            loss = (model(x) - y).square().sum() / batch
            loss.backward()
        busy += time.perf_counter() - begin
        for parameter in model.parameters():
            dist.all_reduce(parameter.grad)
        optimiser.step()
    dist.all_reduce(loss)
    print(f"rank {rank}: {count} of {batch} samples, {busy:.3f} s busy, loss {float(loss):.6f}", flush=True)


if __name__ == "__main__":
    main()
