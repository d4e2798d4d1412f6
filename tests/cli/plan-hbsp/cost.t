# A program of two supersteps on speeds 4, 2, 1: a shared one, and one of the processors' own.
$ printf 'superstep\tprocessor\tw\th\n# shared out\nmap\t*\t70\t7\nreduce\t0\t8\t2\nreduce\t1\t8\t2\nreduce\t2\t8\t0\n' > program.tsv
$ plan-hbsp cost program.tsv --speeds 4,2,1 --gap 0.5 --barrier 1 -o costs.json; jq -c '.kind, .gap, .barrier, (.supersteps[] | [.name, .work, .traffic, .shared_work, .shared_traffic, .cost, .bottleneck])' costs.json
"hbsp-costs"
[0.5,0.5,0.5]
1
["map",[0,0,0],[0,0,0],70,7,13,0]
["reduce",[8,8,8],[2,2,0],0,0,9,2]
# All 24 of work in proportion to speed would take 24 / 7 and a barrier, and with the traffic a little more.
$ jq -c '.predicted.cost, (.predicted.best_cost < .predicted.cost), (.supersteps[1] | .best_cost < 9 and .best_cost > 24 / 7 + 1)' costs.json
22
true
true
$ jq -c '[.supersteps[].best_shares | add | . * 1e9 | round / 1e9]' costs.json
[1,1]
$ check-plan costs.json
$ show-plan --ascii costs.json | head -n 6
2 supersteps on 3 processors: cost 22, with the best shares 17.7

   superstep  bottleneck  cost  best   saved
*  map        P0            13  12.5   4.1 %
   reduce     P2             9  5.26  41.6 %

# Commas do as well, without a header; the same from standard input.
$ grep -v superstep program.tsv | tr '\t' , | plan-hbsp cost - --speeds 4,2,1 --gap 0.5 --barrier 1 | jq 'del(.made_by)' > again.json; jq 'del(.made_by)' costs.json | cmp - again.json
# One gap for each processor: the report's, inverse to speed.
$ plan-hbsp cost program.tsv --speeds 4,2,1 --gap 0.25,0.5,1 | jq -c '.gap, [.supersteps[].cost]'
[0.25,0.5,1]
[11,8]

# Measured speeds give seconds, the measured network g in seconds per byte and L in seconds.
$ echo '{"kind":"speeds","version":1,"kernel":"bp","processors":[{"speed":4e6},{"speed":2e6}],"network":{"latency_s":1e-3,"gap_s_per_byte":1e-8,"barrier_s":2e-3}}' > speeds.json
$ printf '1,0,4e6,1e6\n1,1,1e6,0\n' > own.csv; plan-hbsp cost own.csv speeds.json | jq -c '.kernel, .gap, .barrier, .supersteps[0].cost'
"bp"
[1e-08,1e-08]
0.002
1.012
$ plan-hbsp cost - speeds.json < own.csv | jq .supersteps[0].bottleneck
0

# What is wrong is said.
$ plan-hbsp cost program.tsv < /dev/null
plan-hbsp: no document on standard input; did the command before it fail?
? 65
$ plan-hbsp cost - < own.csv
plan-hbsp: TABLE and SPEEDS are both standard input; expected --speeds, or a file for one of them
? 64
$ for planner in 'plan-hbsp elements --data' 'plan-shares --lines' 'plan-shares --data' 'plan-search --table' 'plan-partition --network 2-3-1 --data'; do $planner - < own.csv; echo $?; done
plan-hbsp: --data and SPEEDS are both standard input; expected --speeds, or a file for one of them
64
plan-shares: --lines and SPEEDS are both standard input; expected --speeds, or a file for one of them
64
plan-shares: --data and SPEEDS are both standard input; expected --speeds, or a file for one of them
64
plan-search: --table and SPEEDS are both standard input; expected --speeds, or a file for one of them
64
plan-partition: --data and SPEEDS are both standard input; expected --speeds, or a file for one of them
64
$ plan-hbsp cost --speeds 1
plan-hbsp: TABLE is required; try plan-hbsp --help
? 64
$ printf '1,0,4\n' | plan-hbsp cost - --speeds 1
plan-hbsp: standard input:1: found 3 fields; expected 4: superstep, processor, w, h
? 65
$ printf '1,0,4,5\n1,2,4,5\n' | plan-hbsp cost - --speeds 1,1
plan-hbsp: standard input:2: processor: found '2'; expected 0 to 1, or * for all together
? 65
$ printf '1,0,-4,5\n' | plan-hbsp cost - --speeds 1
plan-hbsp: standard input:1: w: found '-4'; expected a number >= 0
? 65
$ printf '1,0,4,nan\n' | plan-hbsp cost - --speeds 1
plan-hbsp: standard input:1: h: found 'nan'; expected a number >= 0
? 65
$ printf '# nothing\n' | plan-hbsp cost - --speeds 1
plan-hbsp: standard input: no rows; expected superstep, processor, w, h
? 65
$ printf '1,0,1e308,0\n' | plan-hbsp cost - --speeds 1e-10
plan-hbsp: ... superstep 1...
? 65
$ plan-hbsp cost own.csv --speeds 1,1 --gap 1,2,3
plan-hbsp: --gap: found 3 numbers; expected one, or one for each of 2 processors
? 64
$ for gap in 0 0,0 2*0; do plan-hbsp cost own.csv --speeds 1,1 --gap $gap | jq -c .gap; done
[0,0]
[0,0]
[0,0]
$ plan-hbsp cost own.csv --speeds 1,1 --gap 1,-1
plan-hbsp: --gap: found -1; expected a number >= 0
? 64
$ plan-hbsp cost own.csv --speeds 1,1 --gap -1
plan-hbsp: --gap: found -1; expected a number >= 0
? 64
$ plan-hbsp cost missing.tsv --speeds 1
plan-hbsp: missing.tsv: ...
? 66
# A cost that is no sum, a bottleneck that is none, no shares where some are better.
$ jq '.supersteps[].best_shares = []' costs.json | check-plan
standard input: /supersteps/0/best_shares: found none; expected one share of each processor
standard input: /supersteps/1/best_shares: found none; expected one share of each processor
? 1
$ jq '.predicted.cost = 23' costs.json | check-plan
standard input: /predicted/cost: found 23; the rest of the document gives 22
? 1
$ jq '.supersteps[1].bottleneck = 1' costs.json | check-plan
standard input: /supersteps/1/bottleneck: found 1; the rest of the document gives 2
? 1
$ jq '.supersteps[0].best_shares[0] += 0.1' costs.json | check-plan
standard input: /supersteps/0/best_shares: their sum is ...; expected 1
standard input: /supersteps/0/best_shares: processor 0: found 0.64...; the rest of the document gives 0.54...
? 1
$ jq '.supersteps[0].work = [1]' costs.json | check-plan
standard input: /supersteps/0/work: found 1 numbers; expected 3, one per processor
? 1
