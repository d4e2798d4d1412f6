$ cp data/launching/two-processors.json plan.json
$ taskset -cp $$ | sed 's/.*: //; s/[-,].*//' > core; taskset -c "$(cat core)" run-bp plan.json --iterations 1 > /dev/null
run-bp: 2 ranks on 1 core
$ taskset -c "$(cat core)" run-bp -q plan.json --iterations 1 > /dev/null
$ echo 'localhost slots=2' > 'my hosts'; run-bp plan.json --iterations 1 --hostfile 'my hosts' | jq -r '.processors | length'
2
$ run-bp plan.json --iterations 1 --hostfile .
run-bp: .: is a directory; expected a file of hosts
? 66
$ run-bp plan.json --launcher 'mpirun --oversubscribe -n {n}' --iterations 1 | jq -r .kind
report
$ run-bp plan.json --emit -o job.json && mpirun --oversubscribe -n 2 mpi-runner job.json 2> /dev/null | jq -r .kind
report
# mpirun's own words come only where the runner has none.
$ run-bp plan.json --data no-such-data
mpi-runner: ...no-such-data...
? 66
$ run-bp plan.json --launcher 'mpirun --oversubscribe -n 3' --iterations 1 | jq -r '.processors | length'
run-bp: plan for 2 processors on 3 ranks; 1 without work
2
$ run-bp plan.json --launcher 'mpirun -n 1' --iterations 1
mpi-runner: ...plan for 2 processors on 1 rank
? 65
$ run-bp plan.json --launcher 'mpirun -n 10000' 2>&1 | tail -1
run-bp: mpirun exited with code 1
# A plan that names hosts runs on them, unless told otherwise.
$ sed 's/"host": null/"host": "elsewhere"/' plan.json > named.json; run-bp named.json --iterations 1
mpi-runner: ...the plan was made for elsewhere...--match cpu or any allows it
? 65
$ run-bp named.json --iterations 1 --match any | jq -r .kind
report
