# mpirun.sh measures, plans and trains.
$ MEASURE_SECONDS=1 ITERATIONS=3 share/batch/mpirun.sh 2 --oversubscribe >log 2>&1 || cat log; jq -c '[.of, .iterations, (.processors | length)]' report.json
["bp",3,2]
# slurm.sh, with srun and scontrol that do what Slurm would do with them here.
$ mkdir slurm; printf '%s\n' '#!/bin/bash' 'exec mpirun --oversubscribe --bind-to none -n "$2" "${@:6}"' > slurm/srun; printf '%s\n' '#!/bin/bash' 'echo "scontrol $*"' > slurm/scontrol; chmod +x slurm/*
$ export PATH=$PWD/slurm:$PATH SLURM_NTASKS=2 SLURM_JOB_ID=17; MEASURE_SECONDS=1 ITERATIONS=3 share/batch/slurm.sh 2>/dev/null; jq .iterations report.json
3
# The next turn knows the processors, and goes on from the checkpoint.
$ export PATH=$PWD/slurm:$PATH SLURM_NTASKS=2 SLURM_JOB_ID=17; cp speeds-203-80-26.json before.json; MEASURE_SECONDS=1 ITERATIONS=5 share/batch/slurm.sh 2>/dev/null; jq .iterations report.json; diff <(jq .processors before.json) <(jq .processors speeds-203-80-26.json)
2
# Near the end of its time it stops, and queues itself again.
$ export PATH=$PWD/slurm:$PATH SLURM_NTASKS=2 SLURM_JOB_ID=17; rm report.json state; ITERATIONS=2000000000 share/batch/slurm.sh 2>/dev/null & until [ -e state ]; do sleep 0.2; done; kill -USR1 $!; wait $!; echo "code $?"; jq .stopped report.json
scontrol requeue 17
code 0
"signal"
# A run that fails is not queued again.
$ export PATH=$PWD/slurm:$PATH SLURM_NTASKS=2 SLURM_JOB_ID=17; DATA=none.data share/batch/slurm.sh >log 2>&1; code=$?; grep -c "none.data: " log; exit $code
1
? 66
# A heterogeneous job: srun starts the tasks of both groups.
$ printf '%s\n' '#!/bin/bash' '[ "$1" = --het-group=0-1 ] && exec mpirun --oversubscribe --bind-to none -n 2 "${@:5}"' > slurm/srun
$ export PATH=$PWD/slurm:$PATH SLURM_NTASKS=1 SLURM_JOB_ID=17 SLURM_HET_SIZE=2 SLURM_NTASKS_HET_GROUP_0=1 SLURM_NTASKS_HET_GROUP_1=1; rm -f state; MEASURE_SECONDS=1 ITERATIONS=3 share/batch/slurm.sh 2>/dev/null; jq -c '[.iterations, (.processors | length)]' report.json
[3,2]
# pbs.sh: the hosts come from a file. It submits itself again when its time is nearly up.
$ mkdir pbs; printf 'localhost\nlocalhost\n' > pbs/nodes; printf '%s\n' '#!/bin/bash' 'echo "qsub $1 ${2##*/}"' > pbs/qsub; chmod +x pbs/qsub; rm -f state
$ export PATH=$PWD/pbs:$PATH PBS_NODEFILE=$PWD/pbs/nodes PBS_O_WORKDIR=$PWD; ITERATIONS=3 share/batch/pbs.sh 2>/dev/null; jq -c '[.iterations, (.processors | length)]' report.json
[3,2]
$ export PATH=$PWD/pbs:$PATH PBS_NODEFILE=$PWD/pbs/nodes PBS_O_WORKDIR=$PWD; ITERATIONS=2000000000 WALL_SECONDS=2 RESERVE_SECONDS=1 share/batch/pbs.sh 2>/dev/null; jq .stopped report.json
qsub -V pbs.sh
"time"
# lsf.sh, likewise; LSF queues a job again that ends with code 75.
$ export LSB_DJOB_HOSTFILE=$PWD/pbs/nodes; rm -f state report.json; ITERATIONS=2000000000 share/batch/lsf.sh 2>/dev/null & until [ -e state ]; do sleep 0.2; done; kill -USR1 $!; wait $!; echo "code $?"; jq -c '[.stopped, (.processors | length)]' report.json
code 75
["signal",2]
# flux.sh, with a flux that does what Flux would do.
$ mkdir flux; printf '%s\n' '#!/bin/bash' 'case $1 in' 'run) exec mpirun --oversubscribe --bind-to none -n "$3" "${@:5}" ;;' 'resource) echo 2 ;;' '*) echo "flux $1 $2 $3 ${4##*/}" ;;' 'esac' > flux/flux; chmod +x flux/flux
$ export PATH=$PWD/flux:$PATH; rm -f state report.json; ITERATIONS=2000000000 share/batch/flux.sh 2>/dev/null & until [ -e state ]; do sleep 0.2; done; kill -USR1 $!; wait $!; echo "code $?"; jq -c '[.stopped, (.processors | length)]' report.json
flux --parent batch --nslots=2 flux.sh
code 0
["signal",2]
