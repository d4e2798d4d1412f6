$ plan-hbsp elements --count 1000 --speeds 3,2,1,1 -o plan.json; jq '.cluster[0, 2].host = "node1" | .cluster[1, 3].host = "node2"' plan.json > hosts.json
$ show-plan hosts.json --tsv | tr '\t' '|'
rank|host|first|count|share|seconds|memory
0|node1|0|429|0.429|-|-
1|node2|429|286|0.286|-|-
2|node1|715|143|0.143|-|-
3|node2|858|142|0.142|-|-
# Of all processors the fields add up, whatever the kind.
$ plan-partition --speeds 4*1.0,4*0.5 --network 203-80-26 --samples 5438 | show-plan --tsv | awk -F '\t' 'NR > 1 {split($8, rows, " "); split($9, columns, " "); cells += rows[2] * columns[2]; share += $5} END {print (cells == 5438 * 80), (share > 0.999999 && share < 1.000001)}'
1 1
$ plan-hbsp matmul --size 10 --speeds 3,2,1 | show-plan --tsv | head -n 2 | tr '\t' '|'
rank|host|first|count|share|seconds|memory|rows|columns
0|-|0|10|0.5|-|-|0 10|5 5
$ plan-search --examples 1000 --speeds 3,1 --method proportional-data -q | show-plan --tsv | awk -F '\t' 'NR > 1 {sum += $4} END {print sum}'
1000
# Seconds and memory where the plan knows them; a job shows its plan.
$ jq '.predicted.seconds = 143.5 | .predicted.lower_bound = 143.4 | .cluster[].fixed_s = 0.5 | .memory_per_unit_bytes = 8 | .memory_fixed_bytes = 1000000' plan.json > known.json; run-bsp kmeans known.json --emit | show-plan --tsv | cut -f 6,7
seconds	memory
143.5	1003432
143.5	1002288
143.5	1001144
142.5	1001136
$ show-plan hosts.json --env 1
UNEVEN_RANK=1
UNEVEN_RANKS=4
UNEVEN_FIRST=429
UNEVEN_COUNT=286
UNEVEN_LAST=714
UNEVEN_SHARE=0.286
UNEVEN_HOST=node2
$ show-plan hosts.json --hostfile; show-plan hosts.json --machinefile; show-plan hosts.json --rankfile
node1 slots=2
node2 slots=2
node1:2
node2:2
rank 0=node1 slot=0
rank 1=node2 slot=0
rank 2=node1 slot=1
rank 3=node2 slot=1
$ show-plan hosts.json --slurm | sed 's|$| ./render|' | sed -n 3p
2 env UNEVEN_RANK=2 UNEVEN_RANKS=4 UNEVEN_FIRST=715 UNEVEN_COUNT=143 UNEVEN_LAST=857 UNEVEN_SHARE=0.143 UNEVEN_HOST=node1 ./render
# Without hosts
$ for list in hostfile machinefile rankfile; do show-plan plan.json --$list; echo $?; done; show-plan plan.json --slurm | wc -l
show-plan: plan.json: processor 0: the plan does not know its host; expected a plan of measured speeds, or speeds with hosts
65
show-plan: plan.json: processor 0: ...
65
show-plan: plan.json: processor 0: ...
65
4
$ jq '.cluster[1].host = "a\nb"' hosts.json > odd.json; show-plan odd.json --hostfile
show-plan: odd.json: processor 1: found host 'a\nb'; expected a name of letters, digits, - and .
? 65
$ show-plan plan.json --env 4
show-plan: --env: found rank 4; expected 0 to 3, the processors of the plan
? 64
$ show-plan plan.json --env x
show-plan: --env: ...
? 64
$ show-plan plan.json --tsv --hostfile
show-plan: ...
? 64
$ plan-reduction-tree --compute 1 --items 9 | show-plan --tsv
show-plan: standard input: /kind: found "reduction-tree"; expected ...
? 65
$ show-plan plan.json --tsv -o shares.tsv && head -c 4 shares.tsv; show-plan plan.json --tsv -o shares.svg
rankshow-plan: -o shares.svg: expected ...
? 64
$ jq '.cluster[1].host = "a\u0000b"' hosts.json > odd.json; show-plan odd.json --env 1
show-plan: odd.json: processor 1: found host 'a...b'; expected a name without NUL bytes
? 65
$ show-plan odd.json --env 0 | tail -n 1
UNEVEN_HOST=node1
# Of a block the words with a blank stand in the quotes that srun knows.
$ plan-hbsp matmul --size 10 --speeds 2,1 | show-plan --slurm | tail -n 1
1 env UNEVEN_RANK=1 UNEVEN_RANKS=2 UNEVEN_FIRST=0 UNEVEN_COUNT=3 UNEVEN_LAST=2 UNEVEN_SHARE=0.3 UNEVEN_FIRST_ROW=0 UNEVEN_ROW_COUNT=3 UNEVEN_FIRST_COLUMN=0 UNEVEN_COLUMN_COUNT=10 'UNEVEN_ROWS=0 3' 'UNEVEN_COLUMNS=0 10'
