$ echo '{"kind":"speeds","version":1,"processors":[{"speed":1},{"speed":2.0}]}' | check-plan
$ echo '{"kind":"speeds","version":1,"processors":[{"speed":1},{"speed":0}]}' | check-plan
standard input: /processors/1/speed: found 0; expected a finite number > 0
? 1
# Who sends what to whom: partial outputs of 300 samples x 6 outputs there and back, and five words of an agreement.
$ plan-partition --network 40-24-6 --samples 300 --speeds 1,1 --columns 1 -q | check-plan --messages
{
  "messages": [
    {"from":0,"to":1,"messages":2,"bytes":7240},
    {"from":1,"to":0,"messages":2,"bytes":7240}
  ],
  "total": {"messages":4,"bytes":{"largest":7240,"sum":14480}}
}
$ plan-reduction-tree --compute 1 --transfer 1 --processors 1 --items 3 -q | check-plan --messages | jq -c .
{"messages":[],"total":{"messages":0,"bytes":{"largest":0,"sum":0}}}
# Two ranks send rank 0 the nearest ten of 3 queries each, as a count and pairs of 8-byte numbers; of 4 examples no more.
$ plan-search --examples 40 --queries 3 --speeds 2,17,1 --task-s 1e-3 --method proportional-data -q > plan.json; jq -c '[.placement[].count]' plan.json; check-plan --messages plan.json | jq -c '.messages[], .total'
[4,34,2]
{"from":1,"to":0,"messages":1,"bytes":504}
{"from":2,"to":0,"messages":1,"bytes":120}
{"messages":2,"bytes":{"largest":504,"sum":624}}
# Lengths that follow from the run: of parts shared out meanwhile, of ties, and of what a program sums.
$ plan-search --examples 40 --speeds 1,1 --task-s 1e-3 --method stealing -q | check-plan --messages | jq -c '.messages[], .total'
{"from":1,"to":0,"messages":1,"bytes":null}
{"messages":1,"bytes":{"largest":null,"sum":null}}
$ run-bsp kmeans -n 3 --emit | check-plan --messages | jq -c '[.messages[] | [.from, .to, .bytes]], .total.messages'
[[0,1,null],[0,2,null],[1,0,null],[2,0,null]]
4
$ run-bsp kmeans -n 3 --clusters 1000 --emit | show-plan --messages --ascii | tail -n 3
      2   1         1      ?
    all            10      ?
busiest                    ?
$ echo '{"kind":"speeds","version":1,"processors":[{"speed":1}]}' | check-plan --messages
check-plan: standard input: /kind: found "speeds"; expected ...
? 65
# The bytes of a plan are those of its messages.
$ plan-partition --network 40-24-6 --samples 300 --speeds 1,1 --columns 1 -q | jq '.predicted.bytes.sum += 4' | check-plan
standard input: /predicted/bytes/sum: found 14484; the messages of the plan have 14480
? 1
$ plan-hbsp matmul --size 100 --speeds 1,1 -q | jq '.predicted.bytes.largest -= 8' | check-plan
standard input: /predicted/bytes/largest: found ...; the messages of the plan have ...
? 1
$ plan-reduction-tree --compute 1 --transfer 1 --processors 3 --one-item-each --elements 100 -q > tree.json; jq -c .predicted tree.json; check-plan tree.json; jq '.predicted.bytes.sum = 800' tree.json | check-plan
{"seconds":null,"bytes":{"largest":800,"sum":1600}}
standard input: /predicted/bytes/sum: found 800; the messages of the plan have 1600
? 1
# No document at all.
$ echo '{"kind": "partition", "version": 1,' | check-plan
check-plan: standard input:2:1: syntax error ...
? 65
$ check-plan < /dev/null
check-plan: no document on standard input; did the command before it fail?
? 65
$ echo '{"kind": "partitoin", "version": 1}' | check-plan
check-plan: standard input: /kind: found "partitoin"; expected ..., partition, ...
? 65
# A line for each fault of a partition, few however large its numbers are.
$ cp data/launching/two-processors.json plan.json; check-plan plan.json
$ jq '.rectangles[1].hidden.first = 5' plan.json | check-plan
standard input: /rectangles/1/hidden: found {"first":5,"count":4}; leaves a hole after hidden unit 4
standard input: /columns/0: its rectangles end at hidden unit 9; expected 8
? 1
$ jq '.rectangles[1].processor = 0' plan.json | check-plan
standard input: /rectangles/1/processor: processor 0 occurs twice
standard input: /rectangles: processor 1 has no rectangle and is not left out
...
? 1
$ jq 'del(.cluster) | .rectangles[1].processor = 9007199254740991' plan.json | check-plan
standard input: /rectangles/1/processor: found processor 9007199254740991; the cluster has 2
standard input: /rectangles: processor 1 has no rectangle and is not left out
standard input: /columns/0/processors: differ from the rectangles of the column, from top to bottom
? 1
$ jq '.rectangles[1].column = 7 | .columns[0].samples.count = 63' plan.json | check-plan
standard input: /columns: end at sample 63; expected 64
...
standard input: /rectangles/1/column: found 7; there are 1 columns
...
? 1
# The speeds in a plan that tells how long messages take.
$ plan-partition -q data/golden-0.1.0/speeds.json --network 20-8-4 --samples 60 --objective seconds > seconds.json; check-plan seconds.json; jq -c '.speeds | .kind, (.processors | length)' seconds.json
"speeds"
2
$ jq 'del(.speeds.processors[1])' seconds.json | check-plan
standard input: /speeds/processors: found 1; expected the 2 of the cluster
? 1
$ jq '.cluster[1].speed = 3' seconds.json | check-plan
standard input: /speeds/processors/1/speed: found ...; expected that of the cluster, 3.0
? 1
$ jq '.speeds.processors[1].speed = -1 | .speeds.network.message = 3' seconds.json | check-plan
check-plan: standard input: /speeds/network/message: unknown key, ignored; did you mean "message_s"?
standard input: /speeds/processors/1/speed: found -1; expected a finite number > 0
? 1
$ jq '.speeds = {}' seconds.json | check-plan; jq '.speeds = 3' seconds.json | check-plan; jq 'del(.speeds) | .speeds = .' seconds.json | check-plan
standard input: /speeds/kind: missing; expected a document of kind ...
standard input: /speeds: found 3; expected speeds or null
standard input: /speeds/kind: found "partition"; expected "speeds"
? 1
# A job: its plan, and the types of its options.
$ run-bp plan.json --emit -o job.json && check-plan job.json
$ measure-speeds -n 2 --emit | check-plan
$ run-bsp kmeans -n 2 --emit | check-plan; plan-hbsp elements --count 6 --speeds 2,1 | run-bsp em --clusters 2 --relocation blocks=3 --tolerance 0 --element-output labels.npy --checkpoint state --emit | check-plan
$ plan-hbsp matmul --size 20 --speeds 2,1 | run-matmul --check --emit | check-plan; plan-reduction-tree --speeds 1,2 --one-item-each | run-reduction --against mpi --emit | check-plan
$ for change in relocation='"blocks="' trigger_constants='[1]'; do run-bsp kmeans -n 2 --emit | jq ".options.$change" | check-plan; done
standard input: /options/relocation: found "blocks="; expected none, sync, async, blocks=B or steal
standard input: /options/trigger_constants: found array [1]; expected three numbers
? 1
$ run-bsp kmeans -n 2 --emit | jq '.options.cluster[1].speed = 0' | check-plan
standard input: /options/cluster/1/speed: found 0; expected a finite number > 0
? 1
$ jq '.plan.samples = 0' job.json | check-plan
standard input: /plan/samples: found 0; expected an integer >= 1
? 1
$ for change in iterations='"x"' iterations=1.5 momentum=true momentum=1 seed=-1 precision=4 resume='"yes"' max_seconds=0 weights_out='"W"'; do jq ".options.$change" job.json | check-plan; done
standard input: /options/iterations: found "x"; expected an integer >= 0
standard input: /options/iterations: found 1.5; expected an integer >= 0
standard input: /options/momentum: found true; expected a number from 0 to below 1
standard input: /options/momentum: found 1; expected a number from 0 to below 1
standard input: /options/seed: found -1; expected an integer >= 0
standard input: /options/precision: found 4; expected single or double
standard input: /options/resume: found "yes"; expected true or false
standard input: /options/max_seconds: found 0; expected a finite number > 0
standard input: /options/weights_out: found "W"; expected a file for each layer, W.npy,V.npy
? 1
$ jq '.options.iteratoins = 3 | .plan.sample = 3' job.json | check-plan
check-plan: standard input: /options/iteratoins: unknown key, ignored; did you mean "iterations"?
check-plan: standard input: /plan/sample: unknown key, ignored; did you mean "samples"?
$ jq '.run = "matmul"' job.json | check-plan
standard input: /run: found "matmul"; expected "bp", which runs the plan of kind partition
? 1
# What follows from the rest of a plan is worked out again.
$ plan-partition --speeds .05,.10,.20,.30,.35 --network 203-80-26 --samples 1024 --small-group 0 > shares.json; check-plan shares.json; jq '.predicted.elements = 1' shares.json | check-plan
standard input: /predicted/elements: found 1; no candidate of the plan's method, order and collective has these and its seconds
standard input: /predicted/elements: found 1; the rest of the document gives 73913.6
? 1
$ jq '.groups = []' shares.json | check-plan; jq '.rectangles[3].width *= 1.001' shares.json | run-bp
standard input: /groups: found array []; expected a list of at least one group
run-bp: standard input: /rectangles/3/width: found ...; the rest of the document gives 0.6...
? 65
$ plan-reduction-tree --compute 1 --items 13 | tee tree.json | check-plan; jq '.processors[1].finish = 1' tree.json | check-plan; jq '.links = []' tree.json | check-plan; jq '.processors[0].operations += 1' tree.json | check-plan
standard input: /processors/1/finish: found 1; the rest of the document gives ...
standard input: /links: differ from the parents of the processors
standard input: /processors/0/operations: found ...; its operands need ...
? 1
$ plan-hbsp matmul --size 64 --speeds 1,1,2,4 | jq '.layouts[0].communication = 1 | .predicted.imbalance = 0.5' | check-plan
standard input: /layouts/0/communication: found 1; the rest of the document gives 2896.3...
standard input: /predicted/imbalance: found 0.5; the rest of the document gives ...
? 1
$ plan-hbsp elements --count 100 --speeds 2,1 | jq '.placement[0].count -= 1 | .placement[1] |= (.first -= 1 | .count += 1)' | check-plan
standard input: /predicted/imbalance: found ...; the rest of the document gives ...
? 1
$ plan-search --examples 4000 --speeds 3,1 --task-s 1e-6 | jq '.methods[0].seconds *= 2' | check-plan
standard input: /methods/0/seconds: found 0.008; the rest of the document gives 0.004
? 1
# The text itself.
$ printf '{"kind":"speeds","version":1,"processors":[{"speed":1}],"processors":[{"speed":1,"speed":-0}]}' | tee twice.json | check-plan
standard input: /processors: occurs twice
standard input: /processors/0/speed: occurs twice
standard input: /processors/0/speed: found -0; expected 0 or a number that a double can hold
standard input: /processors/0/speed: found 0; expected a finite number > 0
? 1
$ plan-hbsp elements --count 5 twice.json
plan-hbsp: twice.json: /processors: occurs twice (and 3 more)
? 65
$ printf '{"kind":"speeds","version":1,"processors":[{"speed":1}]}\0garbage' | check-plan
check-plan: standard input: byte 57 is NUL; expected text
? 65
$ printf '{"kind":"speeds","version":1,"processors":[{"speed":1}]}x' | check-plan
check-plan: standard input:1:57: syntax error ...
? 65
# Words of a document reach no terminal as they are, and not in megabytes.
$ printf '{"kind":"speeds","version":1,"a\\u001b[31m\\nfake: line\\u009b":1,"processors":[{"speed":1}]}' | check-plan
check-plan: standard input: /a\x1b[31m\nfake: line\u009b: unknown key, ignored
$ jq -n '{kind: "speeds", version: 1, processors: [range(30) | {speed: -1}]} + ([range(30) | {"colour-\(.)": 1}] | add)' | check-plan 2>&1 | sed -n '20,21p;40,$p'
check-plan: standard input: /colour-26: unknown key, ignored
check-plan: standard input: and 10 more unknown keys
standard input: /processors/18/speed: found -1; expected a finite number > 0
standard input: /processors/19/speed: found -1; expected a finite number > 0
standard input: and 10 more
# A plan inside a job is one that something runs.
$ jq -n '{kind: "job", version: 1, run: "bp", plan: {kind: "job", version: 1, run: "bp", plan: {kind: "job"}}}' > nested.json; check-plan nested.json; show-plan nested.json
nested.json: /plan/kind: found "job"; expected a plan
show-plan: nested.json: /plan/kind: found "job"; expected a plan
? 65
# A job has the plan that its run needs; mpi-runner says the same before it starts.
$ for run in reduction matmul search bp measure bsp; do echo "{\"kind\":\"job\",\"version\":1,\"run\":\"$run\"}" > bare.json; check-plan bare.json; done
bare.json: /plan: missing; expected a plan of kind reduction-tree
bare.json: /plan: missing; expected a plan of kind hbsp-matmul
bare.json: /plan: missing; expected a plan of kind search
bare.json: /plan: missing; expected a plan of kind partition
$ for plan in '' ',"plan":{}'; do echo "{\"kind\":\"job\",\"version\":1,\"run\":\"matmul\"$plan}" > bare.json; mpi-runner bare.json 2>&1 | head -1; echo ${PIPESTATUS[0]}; done
mpi-runner: bare.json: /plan: missing; expected a plan of kind hbsp-matmul
65
mpi-runner: bare.json: /plan: missing; expected a plan of kind hbsp-matmul
65
# A name that holds a NUL would be that of another file.
$ plan-hbsp matmul --size 4 --speeds 1 | run-matmul --emit > product.json; jq '.options.c = "cc.npy\u0000x" | .input.a = "a\u0000"' product.json > nul.json; check-plan nul.json; mpi-runner nul.json > words 2>&1; code=$?; head -1 words; ls cc.npy; exit $code
nul.json: /input/a: found "a\u0000"; expected the name of a file, without NUL bytes
nul.json: /options/c: found "cc.npy\u0000x"; expected the name of a file, without NUL bytes
mpi-runner: nul.json: /input/a: found "a\u0000"; expected the name of a file, without NUL bytes (and 1 more)
ls: ...
? 65
$ jq '.options += {checkpoint: "zzz\u0000x", weights_out: "W,V\u0000"} | .input.data = "x\u0000y"' job.json | check-plan
standard input: /input/data: found "x\u0000y"; expected ...
standard input: /options/weights_out: found "W,V\u0000"; expected ...
standard input: /options/checkpoint: found "zzz\u0000x"; expected ...
? 1
# What the run of a job would refuse without its data.
$ measure-speeds -n 1 --emit | jq '.options.kernel = "nonsense"' | check-plan
standard input: /options/kernel: found "nonsense"; expected one of bp, matmul, search, kmeans, em, logistic
? 1
$ plan-hbsp elements --count 6 --speeds 2,1 | run-bsp kmeans --emit --clusters 6 > elements.json; check-plan elements.json
$ for change in program='"nonsense"' clusters=9007199254740991 clusters=7 slow='[{"processor":1,"speed":0.5,"first":1,"last":5},{"processor":7,"speed":0.5,"first":5,"last":1}]'; do jq ".options.$change" elements.json | tee changed.json | check-plan; done; mpi-runner changed.json 2>&1 | head -1
standard input: /options/program: found "nonsense"; expected one of kmeans, em, logistic, linear, pagerank, components, paths, or a program of one's own (user_program)
standard input: /options/clusters: found 9007199254740991; expected 1 to 16384
standard input: /options/clusters: found 7; expected at most the 6 points
standard input: /options/slow/1/processor: found 7; expected one of 2, from 0
mpi-runner: changed.json: /options/slow/1/processor: found 7; expected one of 2, from 0
$ jq '.options.slow = [{processor: 2, speed: 0.5, first: 1, last: 1}]' job.json | check-plan
standard input: /options/slow/0/processor: found 2; expected one of 2, from 0
? 1
$ run-bsp ./libmine.so -n 2 --emit 2> /dev/null | check-plan; touch libmine.so; run-bsp ./libmine.so -n 2 --clusters 20000 --emit | tee own.json | check-plan; jq .options.user_program own.json
check-plan: no document on standard input; did the command before it fail?
true
# Parts in proportion to the speeds.
$ plan-search -q --examples 1000 --speeds 3,1 --method proportional-data | tee parts.json | check-plan; jq '.placement = [{processor: 0, first: 0, count: 1}, {processor: 1, first: 1, count: 999}]' parts.json | check-plan
standard input: /placement/0/count: found 1; the speeds give 750
standard input: /placement/1/count: found 999; the speeds give 250
? 1
# Trees: the times of processors of other speeds, and shapes.
$ plan-reduction-tree -q --compute 1 --transfer 2 --items 20 --processors 4 > tree.json; check-plan tree.json; jq '.cluster[0].speed = 1000' tree.json | check-plan
standard input: /operation_times: missing; expected one for each processor of the cluster, whose speeds differ
? 1
$ for shape in nonsense binary list; do jq --arg shape $shape '.shape = $shape' tree.json | check-plan; done; for shape in binary binomial list; do plan-reduction-tree -q --compute 1 --transfer 2 --items 20 --shape $shape | check-plan; done
standard input: /shape: found "nonsense"; expected optimal, binary, binomial or list
standard input: /shape: found "binary"; with this shape all would finish at ..., not ...
standard input: /shape: found "list"; with this shape all would finish at 19, not ...
$ jq -n '{kind: "reduction-tree", version: 1, compute: 1e308, transfer: 1e308, items: 3, finish: 2, processors: [{processor: 0, parent: null, children: [], items: {first: 0, count: 3}}]}' | check-plan
standard input: /finish: is later than any number; expected shorter operations and transfers, or fewer items
? 1
# Each candidate is there once, and none beats its lower bound, however many samples there are.
$ plan-partition -q --speeds 3,1,1 --network 2-8-2 --samples 20 | jq '.candidates += [.candidates[-1]]' | check-plan
standard input: /candidates/...: repeats /candidates/...; expected each candidate once
? 1
$ plan-partition -q --speeds 1,1 --network 3-20-5 --samples 14000000000000 --order free --method columns | tee many.json | check-plan; jq -c '.predicted | [.elements, .lower_bound]' many.json
[320,320]
# Reports: why they ended, and what they found.
$ jq -n '{kind: "report", version: 1, of: "bp", stopped: "nonsense", processors: [{work: 1, compute_s: 1}], result: {error: [3, "inf", null, "foo"], accuracy: 7, test_accuracy: 1}}' | tee report.json | check-plan
standard input: /stopped: found "nonsense"; expected tolerance, target, iterations, time, signal, validation or null
standard input: /result/error/2: found null; expected a number, inf, -inf or nan
standard input: /result/error/3: found "foo"; expected a number, inf, -inf or nan
standard input: /result/accuracy: found 7; expected a number from 0 to 1
? 1
$ for change in 'del(.result) | .stopped = "max-seconds"' 'del(.result) | .converged = true | .stopped = "target"' 'del(.result) | .converged = true | .stopped = "iterations"'; do jq "$change" report.json | check-plan; done
standard input: /stopped: found "iterations", of a run that converged; expected tolerance or target
? 1
# Speeds of kernel bp tell a network.
$ echo '{"kind":"speeds","version":1,"kernel":"bp","kernel_options":{"network":"nonsense","input":"foo"},"processors":[{"speed":1}]}' | check-plan
standard input: /kernel_options/network: found "nonsense"; expected inputs-hidden-outputs, such as "203-80-26"
standard input: /kernel_options/input: found "foo"; expected dense or one-hot
? 1
# Quotes are short.
$ jq -n '{kind: "job", version: 1, run: "measure", options: {network: ("A" * 100000)}}' > long.json; for tool in check-plan show-plan mpi-runner; do $tool long.json 2>&1 | head -1 | wc -L; done
202
213
214
$ jq -n '{kind: "speeds", version: 1, kernel: "bp", kernel_options: {network: ("A" * 100000)}, processors: [{speed: 1}], network: {latency_s: 1, gap_s_per_byte: 1}}' > long.json; plan-partition --network 2-3-4 --samples 9 --objective seconds long.json 2>&1 | head -1 | wc -L
174
