# Documents that version 0.1.0 wrote, one of each kind at least. Whatever comes later must read them.
$ comm -23 <(jq -r .kind data/golden-0.1.0/*.json | LC_ALL=C sort -u) <(ls share/schema | sed 's/-1.json$//' | LC_ALL=C sort)
$ for plan in data/golden-0.1.0/*.json; do check-plan "$plan" || echo "$plan"; done
$ plan-partition -q data/golden-0.1.0/speeds.json --network 20-8-4 --samples 60 --objective seconds | jq -r .kind
partition
$ measure-speeds --from-report data/golden-0.1.0/report.json | jq -c '[.kernel, .processors[].host]'
["bp","node1","node2"]
$ run-bp data/golden-0.1.0/partition.json --emit | check-plan
$ mpirun --oversubscribe -n 2 mpi-runner data/golden-0.1.0/job.json 2> /dev/null | jq -c '[.kind, .of, .iterations]'
["report","bp",3]
