$ cp data/launching/two-processors.json plan.json
# TERM and USR1: the report, and 75. timeout signals its child and the group that the launcher might be in.
$ timeout --preserve-status -s TERM 3 run-bp plan.json --iterations 2000000000 > report.json; code=$?; jq -r .stopped report.json; exit $code
run-bp: stopped by a signal; the report is complete
signal
? 75
$ timeout --foreground --preserve-status -s USR1 3 run-bp plan.json --iterations 2000000000 | jq -r .stopped; exit ${PIPESTATUS[0]}
run-bp: stopped by a signal; the report is complete
signal
? 75
# INT: nothing on standard output, death by INT, no rank left. (Bash starts background jobs with INT ignored.)
$ env --default-signal=INT run-bp plan.json --iterations 2000000000 --seed 4711 > none & sleep 2; kill -INT $!; wait $!; code=$?; test -s none; echo $?; pgrep -f "mpirun.*$(dirname "$(command -v run-bp)")/mpi-runner"; exit $code
1
? 130
# A second TERM ends what does not end.
$ printf '#!/bin/bash\n%s\n' 'trap "" USR1; echo "mpi-runner-note: ready" >&2; sleep 60 >&- 2>&- & wait; wait' > stubborn; chmod +x stubborn
$ run-bp plan.json --launcher ./stubborn & sleep 1; kill -TERM $!; sleep 1.5; kill -TERM $!; wait $!
run-bp: ready
? 143
# Who kills the tool ends the job.
$ run-bp plan.json --launcher "bash -c 'echo \$\$ > pid; exec sleep 60'" & sleep 1; kill -KILL $!; wait $!; sleep 0.5; ps -o stat=,args= -p "$(cat pid)" | grep -v ^Z
...Killed...
? 1
$ python3 "$ROOT/tests/cli/launching/job_control.py" run-bp plan.json --iterations 2000000000
stopped: run-bp T, mpi-runner T, mpi-runner T
continued: run-bp S, mpi-runner R, mpi-runner R
interrupted: 130
