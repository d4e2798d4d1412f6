$ cp data/launching/two-processors.json plan.json
# A run that has written its state is under way.
$ printf '%s\n' '#!/bin/bash' 'state=$1; shift; exec run-bp plan.json --iterations 2000000000 --checkpoint "$state" --checkpoint-every 1 "$@"' > endless; chmod +x endless
$ printf '%s\n' '#!/bin/bash' 'until [ -s "$1" ]; do sleep 0.05; done' > until-there; chmod +x until-there
# TERM and USR1: the report, and 75. timeout signals its child and the group that the launcher might be in.
$ timeout --preserve-status 100 ./endless term > report.json & ./until-there term; kill -TERM $!; wait $!; code=$?; jq -r .stopped report.json; exit $code
run-bp: stopped by a signal; the report is complete
signal
? 75
$ ./endless usr1 > report.json & ./until-there usr1; kill -USR1 $!; wait $!; code=$?; jq -r .stopped report.json; exit $code
run-bp: stopped by a signal; the report is complete
signal
? 75
# INT: nothing on standard output, death by INT, no rank left. (Bash starts background jobs with INT ignored.)
$ env --default-signal=INT ./endless int > none & ./until-there int; kill -INT $!; wait $!; code=$?; test -s none; echo $?; pgrep -s 0 mpirun; exit $code
1
? 130
# TERM while what comes before the first iteration takes long: at once.
$ printf '#include <fcntl.h>\n#include <unistd.h>\n[[gnu::constructor]] void take_long() { write(creat("loading", 0600), "x", 1); sleep(60); }\n' | g++ -shared -fPIC -w -x c++ - -o liblong.so
$ run-bsp ./liblong.so -n 1 & ./until-there loading; kill -TERM $!; wait $!; code=$?; pgrep -s 0 mpi-runner; exit $code
mpi-runner: stopped by a signal before there was anything to report
? 75
# A rank that is stopped is missed, and named, and nobody is left.
$ ./endless stopped --silent-seconds 2 & ./until-there stopped; kill -STOP "$(pgrep -s 0 -n mpi-runner)"; wait $!; code=$?; pgrep -s 0 mpi-runner; exit $code
run-bp: rank ... on ... has not been heard of for 2 s (--silent-seconds)
? 71
# A second TERM ends what does not end.
$ printf '#!/bin/bash\n%s\n' 'trap "" USR1; echo "mpi-runner-started" >&2; yes "mpi-runner-progress: 1" | head -n 10000 >&2; echo "mpi-runner-note: ready" >&2; echo > ready; sleep 60 >&- 2>&- & wait; wait' > stubborn; chmod +x stubborn
$ run-bp plan.json --launcher ./stubborn & ./until-there ready; kill -TERM $!; sleep 4; kill -TERM $!; wait $!
run-bp: ready
? 143
# Who kills the tool ends the job.
$ run-bp plan.json --launcher "bash -c 'echo \$\$ > pid; exec sleep 60'" & ./until-there pid; kill -KILL $!; wait $!; for i in {1..100}; do ps -o stat=,args= -p "$(cat pid)" | grep -qv ^Z || break; sleep 0.1; done; [ $i -lt 100 ]
...Killed...
$ python3 "$ROOT/tests/cli/launching/job_control.py" live run-bp plan.json --iterations 2000000000 --checkpoint live --checkpoint-every 1
stopped: run-bp T, mpi-runner T, mpi-runner T
continued: run-bp S, mpi-runner R, mpi-runner R
interrupted: 130
