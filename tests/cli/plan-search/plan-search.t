# The example of uneven-documents(5).
$ plan-search --examples 100000 --processors 8 --task-s 1e-3 --method asynchronous-data | jq -c '.processors, .unit, .join, .placement[0], .warnings'
8
125
"staircase"
{"processor":0,"first":0,"count":12500}
[]
$ plan-search --examples 100000 --processors 8 --task-s 1e-3 | check-plan
# Equal processors: nothing beats equal parts; unequal ones: proportional parts.
$ plan-search --examples 10000 --processors 8 --task-s 1.7e-3 --message-s 1.7e-3 --start-s 1.5e-2 | jq -c '.method, (.methods[0].seconds * 1e6 | round)'
"equal-data"
2140000
$ plan-search --examples 1200 --speeds 300,100 | jq -c '.method, [.placement[].count], .methods[0].seconds, .methods[5].seconds'
"proportional-data"
[900,300]
6
3
# Too dear for four: two are left. The 4001 of the paper's steps would take for ever; a unit is more than 1 % of a share.
$ plan-search --examples 15525 --processors 4 --task-s 1e-8 --message-s 2e-5 --method asynchronous-data | jq -c '.processors, .unit, (.warnings | length)'
plan-search: asynchronous-data: units of 4001 examples, of the steps of the paper, would wait for the mailbox; 10249 are expected to take the least time
plan-search: asynchronous-data: a unit of 10249 examples is more than 1 % of a processor's share; ...
2
10249
2
$ plan-search --examples 30 --processors 8 --task-s 1 --message-s 100 --method asynchronous-data
plan-search: asynchronous-data: making entries and sending messages take too long beside the examples' own time, even for 2 processors
? 65
$ plan-search --examples 30 --processors 8 --task-s 1 --message-s 100 | jq -c '.unit, .methods[3].seconds'
null
null
$ plan-search --examples 30 --processors 1 --task-s 1 --method synchronous-data
plan-search: synchronous-data needs at least 2 processors
? 65
# Measured speeds.
$ echo '{"kind":"speeds","version":1,"kernel":"search","processors":[{"speed":2e8},{"speed":1e8}],"network":{"latency_s":1e-5,"gap_s_per_byte":1e-9,"barrier_s":3e-5,"message_s":1e-6}}' > speeds.json
$ plan-search --examples 3000000 speeds.json | jq -c '.kernel, .method, .times.start_s, [.placement[].count]'
"search"
"proportional-data"
3e-05
[2000000,1000000]
$ plan-search --examples 3000000 < speeds.json | check-plan
$ echo '{"kind":"speeds","version":1,"processors":[{"speed":2},{"speed":1}]}' | plan-search --examples 300 --method proportional-data | jq -c '[.placement[].count]'
plan-search: the speeds do not say their kernel; taken for examples per second
[200,100]
$ echo '{"kind":"speeds","version":1,"kernel":"bp","processors":[{"speed":2},{"speed":1}]}' | plan-search --examples 300
plan-search: these are speeds of the kernel "bp"; seconds need those of "search", or --task-s
? 65
$ echo '{"kind":"speeds","version":1,"kernel":"bp","processors":[{"speed":2},{"speed":1}]}' | plan-search --examples 300 --task-s 1e-8 - | jq -c '[.placement[].count]'
plan-search: these are speeds of the kernel "bp"; only their ratios are used
[200,100]
# What a query costs before its first example shows in the curves: here as much as 10,000 examples.
$ jq -c '.processors[].curve = [{"units": 2560000}] | .processors[0].curve[0].speed = 1e8 | .processors[1].curve[0].speed = 5e7' speeds.json | plan-search --examples 3000000 | jq -c '[.placement[].count], (.times | .query_s * 1e9, .answer_s * 1e9 | round)'
[2003334,996666]
66667
7764
# At the pace of processor 0 among those of the plan, which may be any.
$ jq -c '.processors[].curve = [{"units": 2560000}] | .processors[0].curve[0].speed = 1e8 | .processors[1].curve[0].speed = 5e7 | .processors += [{speed: 1e8}]' speeds.json | plan-search --examples 3000000 --processors 2 | jq '.times.answer_s * 1e9 | round'
7764
$ jq -c '.processors[0].speed = 1e-300 | .processors[1].speed = 1e300' speeds.json | plan-search --examples 3000000 | jq -c '[.placement[].count], (.times.answer_s * 1e9 | round)'
[0,3000000]
264
# Answers keep processor 0 busy as long as was measured, in which its share of a core is included.
$ jq -c '.processors[0] += {byte_s: 1e-9}, .processors[0] += {byte_s: 1e-8, cpu_share: 0.1}' speeds.json | while read -r speeds; do plan-search --examples 3000000 <<< "$speeds" | jq '.times.answer_s * 1e12 | round'; done
528000
2904000
$ plan-search --examples 1200 --speeds 3,1 --task-s 1e-3 --query-s 0.1 --answer-s 0.01 | jq -c '[.placement[].count], .joins[0].seconds'
[950,250]
0.01
# Queries scanned together: the examples take longer, the messages do not.
$ for q in 1 100; do plan-search --examples 3000000 --queries $q < speeds.json | jq -c '.queries, (.methods[5].seconds * 1e6 | round)'; done
1
10040
100
1000046
# The network stays in the plan, unless messages are given by hand.
$ plan-search --examples 3000000 -o kept.json < speeds.json; check-plan kept.json; jq -c '.network | keys' kept.json; plan-search --examples 3000000 --message-s 1e-5 < speeds.json | jq .network
["barrier_s","gap_s_per_byte","latency_s","message_s"]
null
# Tables.
$ plan-search --table share/examples/noun-phrases.tsv --speeds 3*1 | jq -c '.examples, .data'
16662
{"bytes":1138871,"file":"share/examples/noun-phrases.tsv"}
$ plan-search --table none.tsv --speeds 1
plan-search: none.tsv: no such file
? 66
# Wrong command lines.
$ plan-search --examples 3 --processors 8 --task-s 1
plan-search: --processors 8: more than the 3 examples
? 64
$ plan-search --examples 3 --speeds 4*1
plan-search: 4 processors for 3 examples; expected at least one example each
? 65
$ plan-search --speeds 1
plan-search: --examples D or --table FILE is required
? 64
$ plan-search --examples 10 --task-s 1
plan-search: --processors is required without speeds
? 64
$ plan-search --examples 10 --speeds 1,1 --processors 3
plan-search: --processors 3: the speeds are those of 2
? 64
$ plan-search --examples 10 --speeds 1,1 --task-s -1
plan-search: --task-s: found -1; expected seconds >= 0
? 64
$ plan-search --examples 10 --speeds 1,1 --query-s soon
plan-search: --query-s: ...
? 64
$ plan-search --examples 10 --speeds 1,1 --queries 0
plan-search: --queries: ...
? 64
$ plan-search --examples 10 --speeds 1,1 --method magic
plan-search: --method: ...
? 64
# Broken plans.
$ plan-search --examples 10 --speeds 1,1 | jq '.placement[1].first = 4 | .method = "asynchronous-data" | .unit = null' | check-plan
standard input: /unit: found null; asynchronous-data needs one
standard input: /placement/1/first: found 4; expected 5, where the range before ends
standard input: /placement: ends at 9; expected 10 examples
? 1
