# Plans for two processors each on this host and on another, in turn, and for hosts that nobody knows.
$ plan-hbsp elements --count 1000 --speeds 3,2,1,1 -o plan.json; jq --arg here "$(hostname)" '.cluster[0, 2].host = $here | .cluster[1, 3].host = "elsewhere"' plan.json > hosts.json; jq -c '[.cluster[].host == "elsewhere"]' hosts.json
[false,true,false,true]
# What a command is told of its share
$ with-share plan.json --rank 1 -- printf '%s\n' {first}-{last} {count} part-{rank}of{ranks}.exr {share} '{{rank}}' '{unknown}' '${HOME}' '{rows}' '{Rank}' '' end
429-714
286
part-1of4.exr
0.286
{1}
{unknown}
${HOME}
{rows}
{Rank}

end
$ with-share plan.json --rank 3 -- sh -c 'echo $UNEVEN_RANK $UNEVEN_RANKS $UNEVEN_FIRST $UNEVEN_COUNT $UNEVEN_LAST $UNEVEN_SHARE; [ "$UNEVEN_HOST" = "$(hostname)" ]'
3 4 858 142 999 0.142
$ [ "$(with-share plan.json --rank 0 -- echo {host})" = "$(hostname)" ]
# Standard input, the other variables and the exit code are the command's.
$ echo words | SOME=thing with-share plan.json --rank 0 -- sh -c 'cat; echo $SOME; exit 3'
words
thing
? 3
$ with-share plan.json --rank 0 -- sh -c 'kill -TERM $$' 2> /dev/null; echo $?
...
143
# The command's options are its own, and so is a second --.
$ with-share plan.json --rank 0 -- echo --rank 1 -- --help
--rank 1 -- --help
# Variables for a shell; nothing runs.
$ with-share plan.json --rank 2 --print -- touch made | grep -v HOST; ls made 2>&1 | wc -l; ls | grep made
UNEVEN_RANK=2
UNEVEN_RANKS=4
UNEVEN_FIRST=715
UNEVEN_COUNT=143
UNEVEN_LAST=857
UNEVEN_SHARE=0.143
1
? 1
$ plan-hbsp matmul --size 10 --speeds 3,2,1 -o blocks.json; with-share blocks.json --rank 1 --print | tail -n 2; with-share blocks.json --rank 1 -- echo '{rows}/{columns}'
UNEVEN_ROWS='3 7'
UNEVEN_COLUMNS='0 5'
3 7/0 5
# A with-share inside another leaves nothing of it.
$ with-share blocks.json --rank 1 -- with-share plan.json --rank 0 -- sh -c 'echo "${UNEVEN_ROWS-none}" "${UNEVEN_COLUMNS-none}" $UNEVEN_RANK'
none none 0
# Every kind of plan with shares, and jobs
$ plan-partition --speeds 2,1,1 --network 4-6-2 --samples 12 -o partition.json; for rank in 0 1 2; do with-share partition.json --rank $rank -- echo '{rows}, {columns}: {share}'; done
0 12, 3 3: 0.5
0 12, 0 2: 0.3333333333333333
0 12, 2 1: 0.16666666666666666
$ plan-search --examples 10 --speeds 3,1 --method proportional-data -q -o search.json; with-share search.json --rank 1 -- echo {first} {count}
...
$ run-bsp kmeans plan.json --emit -o job.json; with-share job.json --rank 2 -- echo {first}
715
# A processor that is left out has an empty part.
$ jq '.cluster += [{"speed":0.001}] | .placement += [{"processor":4,"first":1000,"count":0}]' plan.json > left.json; with-share left.json --rank 4 -- sh -c 'seq {first} {last} | wc -l; echo {count} {share} $UNEVEN_LAST'
0
0 0 999

# Launchers, by their variables: the rank, and the number of the process on its host.
$ mpi() { env OMPI_COMM_WORLD_RANK=$1 OMPI_COMM_WORLD_LOCAL_RANK=$2 OMPI_COMM_WORLD_SIZE=${3:-4} "${@:4}"; }
> pmi() { env PMI_RANK=$1 MPI_LOCALRANKID=$2 PMI_SIZE=${3:-4} "${@:4}"; }
> slurm() { env SLURM_JOB_ID=7 SLURM_STEP_ID=0 SLURM_PROCID=$1 SLURM_LOCALID=$2 SLURM_STEP_NUM_TASKS=${3:-4} "${@:4}"; }
> torch() { env RANK=$1 LOCAL_RANK=$2 WORLD_SIZE=${3:-4} "${@:4}"; }
> declare -f mpi pmi slurm torch > launchers
$ . ./launchers; for launcher in mpi pmi slurm torch; do $launcher 1 1 4 with-share hosts.json -- echo {rank}; $launcher 3 0 4 with-share hosts.json -- echo {rank}; $launcher 3 1 4 with-share plan.json -- echo {rank}; done | paste -sd ' '
2 0 3 2 0 3 2 0 3 2 0 3
$ PMIX_RANK=2 with-share plan.json -- echo {rank}
2
# Slurm around mpirun; torchrun in a task of srun
$ . ./launchers; export SLURM_JOB_ID=7 SLURM_STEP_ID=0 SLURM_PROCID=0 SLURM_LOCALID=0 SLURM_STEP_NUM_TASKS=1; mpi 3 1 4 with-share plan.json -- echo {rank}; torch 2 1 4 with-share plan.json -- echo {rank}
3
2
# Without the number on the host a rank's own part must be on its host.
$ PMIX_RANK=2 with-share hosts.json -- echo {rank}; PMIX_RANK=1 with-share hosts.json -- echo {rank}
2
with-share: the plan was made for ...; no part is left for rank 1 on ..., and processor 1 is planned on elsewhere; --match cpu or any allows it
? 65
$ . ./launchers; mpi 2 2 4 with-share hosts.json -- echo {rank}
with-share: the plan was made for ...; no part is left for rank 2 on ..., process 3 there; --match cpu or any allows it
? 65
$ . ./launchers; mpi 2 2 4 with-share hosts.json --match any -- echo {rank}; jq '.cluster[].cpu = "Z80"' hosts.json > models.json; mpi 2 2 4 with-share models.json --match cpu -- echo {rank}
2
with-share: the plan was made for Z80 (4); no part is left for rank 2 on ..., and processor 2 is planned on Z80; --match any allows it
? 65
# --rank names the part, on any host unless --match is given.
$ . ./launchers; mpi 0 0 9 with-share hosts.json --rank 3 -- echo {rank}; with-share hosts.json --rank 3 --match host -- echo {rank}
3
with-share: ...processor 3 is planned on elsewhere...
? 65

# What is wrong
$ with-share plan.json -- echo
with-share: no rank: no launcher has set OMPI_COMM_WORLD_RANK, ...; expected mpirun, srun or torchrun before with-share, or --rank R
? 64
$ SLURM_JOB_ID=7 SLURM_PROCID=0 SLURM_NTASKS=4 SLURM_LOCALID=0 with-share plan.json -- echo
with-share: no rank: ...
? 64
$ . ./launchers; mpi 0 0 2 with-share plan.json -- echo
with-share: plan for 4 processors on 2 ranks; expected as many
? 65
$ PMIX_RANK=4 with-share plan.json -- echo
with-share: PMIX_RANK: found rank 4; expected less than 4, the processors of the plan
? 65
$ PMI_RANK=first with-share plan.json -- echo
with-share: PMI_RANK: found 'first'; expected an integer from 0 to 2147483647
? 64
$ with-share plan.json --rank 4 -- echo
with-share: --rank: found 4; expected 0 to 3, the processors of the plan
? 64
$ with-share plan.json --rank -1 -- echo
with-share: --rank: '-1' is not an integer ...
? 64
$ with-share plan.json --match some -- echo
with-share: --match: ...
? 64
$ with-share plan.json --rank 0; echo $?; with-share plan.json --rank 0 --
with-share: no command; expected -- and a command after the plan, or --print
64
with-share: no command; expected -- and a command after the plan, or --print
? 64
$ with-share plan.json echo --rank 0
with-share: ...echo...
? 64
$ with-share --rank 0 -- echo
with-share: PLAN is required; try with-share --help
? 64
$ with-share - --rank 0 -- cat < plan.json
with-share: PLAN: standard input is the command's; expected the name of a file
? 64
$ with-share missing.json --rank 0 -- echo
with-share: missing.json: cannot open: No such file or directory
? 66
$ echo '{"kind":"hbsp-elements"' > broken.json; with-share broken.json --rank 0 -- echo
with-share: broken.json:...
? 65
$ plan-reduction-tree --compute 1 --items 9 -o tree.json; with-share tree.json --rank 0 -- echo
with-share: tree.json: /kind: found "reduction-tree"; expected ...hbsp-elements, ...
? 65
$ plan-reduction-tree --compute 1 --items 9 | run-reduction --emit -o tree-job.json; with-share tree-job.json --rank 0 -- echo
with-share: tree-job.json: /plan: /kind: found "reduction-tree"; expected ...
? 65
$ measure-speeds -n 1 --emit -o measure.json; with-share measure.json --rank 0 -- echo
with-share: measure.json: /plan: this job has no plan to share
? 65
$ jq '.placement[1].count = 5' plan.json > hole.json; with-share hole.json --rank 0 -- echo
with-share: hole.json: /placement/...
? 65
$ with-share plan.json --rank 0 --print > /dev/full
with-share: standard output: cannot write
? 74
# The command itself, as env(1) says it
$ with-share plan.json --rank 0 -- ./none; echo $?; with-share plan.json --rank 0 -- none-in-path; echo $?; with-share plan.json --rank 0 -- ''; echo $?; with-share plan.json --rank 0 -- ./plan.json
with-share: cannot execute ./none: No such file or directory
127
with-share: cannot execute none-in-path: No such file or directory
127
with-share: cannot execute : No such file or directory
127
with-share: cannot execute ./plan.json: Permission denied
? 126
