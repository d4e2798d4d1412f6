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
