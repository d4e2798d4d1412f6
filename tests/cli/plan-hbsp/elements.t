$ plan-hbsp elements --count 20000000 --speeds 8*1 | jq -c '.placement[0, 7], .predicted'
{"processor":0,"first":0,"count":2500000}
{"processor":7,"first":17500000,"count":2500000}
{"superstep_s":null,"imbalance":0}
$ plan-hbsp elements --count 7 --speeds 4,2,1,1 | jq -c '[.placement[].count], .predicted.imbalance'
[4,2,1,0]
0
$ plan-hbsp elements --count 0 --speeds 1,1 | check-plan
$ plan-hbsp elements --count 9007199254740991 --speeds 3*0.1 | check-plan
$ echo '{"kind":"speeds","version":1,"kernel":"kmeans","processors":[{"speed":100},{"speed":300}],"network":{"latency_s":1,"gap_s_per_byte":1,"barrier_s":0.5}}' | plan-hbsp elements --count 800 | jq -c .predicted
{"superstep_s":2.5,"imbalance":0}

$ plan-hbsp elements --speeds 1
plan-hbsp: --count is required
? 64
$ plan-hbsp elements --count -1 --speeds 1
plan-hbsp: --count...
? 64
$ echo '{"kind":"job","version":1}' | plan-hbsp elements --count 1
plan-hbsp: standard input: /kind: found "job"; expected speeds
? 65
