# Ranks of mpirun take the parts of a plan: each a part of its own, the whole together.
$ plan-hbsp elements --count 100 --speeds 3,1 -o plan.json; jq --arg here "$(hostname)" '.cluster[].host = $here' plan.json > here.json; jq '.cluster[1].host = "elsewhere"' here.json > elsewhere.json
$ timeout 60 mpirun -n 2 --oversubscribe with-share here.json -- sh -c 'seq {first} {last}' | sort -n | cmp - <(seq 0 99)
$ timeout 60 mpirun -n 2 --oversubscribe with-share plan.json -- echo {rank}/{ranks}: {first} {count} | sort
0/2: 0 75
1/2: 75 25
# Inside a batch job of Slurm
$ export SLURM_PROCID=0 SLURM_NTASKS=1 SLURM_LOCALID=0 OMPI_MCA_ras=^slurm OMPI_MCA_plm=isolated; timeout 60 mpirun -n 2 --oversubscribe with-share here.json -- echo {rank} | sort
0
1
# Standard input goes to rank 0, as mpirun has it.
$ echo words | timeout 60 mpirun -n 2 --oversubscribe with-share plan.json -- cat
words
# Files of hosts and ranks are those that mpirun reads.
$ show-plan here.json --hostfile > hosts; timeout 60 mpirun -n 2 --hostfile hosts with-share here.json -- echo {rank} | sort
0
1
$ timeout 60 mpirun -n 3 --oversubscribe with-share here.json -- echo {rank} 2>&1 | grep ^with-share | sort -u
with-share: plan for 2 processors on 3 ranks; expected as many
$ timeout 60 mpirun -n 2 --oversubscribe with-share elsewhere.json -- echo {rank} 2>&1 | grep -c '^with-share: the plan was made for .*; no part is left for rank 1 on .*, process 2 there; --match'
1
