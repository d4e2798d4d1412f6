# Shares in proportion to speed; all that the plan tells.
$ plan-shares --count 800 --speeds 4,2,2*1 | jq -c 'del(.made_by, .cluster)'
{"kind":"hbsp-elements","version":1,"count":800,"placement":[{"processor":0,"first":0,"count":400},{"processor":1,"first":400,"count":200},{"processor":2,"first":600,"count":100},{"processor":3,"first":700,"count":100}],"predicted":{"superstep_s":null,"lower_bound":100,"imbalance":0},"kernel":null,"kernel_options":{}}
$ plan-shares --count 0 --speeds 1,1 | jq -c '.left_out, .predicted.lower_bound'
[0,1]
0

# Ranges begin at multiples; the last takes the rest, and is a fast processor's where that is earlier.
$ plan-shares --count 97 --multiple-of 10 --speeds 2,1,1 | tee m.json | jq -c '.multiple_of, [.placement[].count]'
10
[50,20,27]
$ check-plan m.json
$ jq '.placement[0].count = 49 | .placement[1].first = 49 | .placement[1].count = 21' m.json | check-plan
standard input: /placement/0/count: found 49; expected a multiple of 10
standard input: /placement/1/count: found 21; expected a multiple of 10
? 1
$ plan-shares --count 25 --multiple-of 10 --speeds 1,1,0.1 | jq -c '[.placement[].count], .left_out'
[10,15,0]
[2]

# At least and at most.
$ plan-shares --count 100 --least 30 --speeds 8,1,1 | jq -c '[.placement[].count], .left_out'
[100,0,0]
[1,2]
$ plan-shares --count 100 --most 40 --speeds 8,1,1 | jq -c '[.placement[].count], (.predicted.lower_bound * 1e9 | round)'
[40,30,30]
30000000000
$ plan-shares --count 100 --most 40,2*50 --least 45 --speeds 8,1,1 | jq -c '[.placement[].count]'
[0,50,50]

# Memory, by hand and of the speeds.
$ plan-shares --count 1600 --speeds 8,1,1 --memory 3GB,2*16GB --memory-per-unit 3MB | tee memory.json | jq -c '[.placement[].count], .memory_per_unit_bytes, .cluster[0].memory_bytes'
[1000,300,300]
3000000
3000000000
$ check-plan memory.json; show-plan memory.json | tail -n 2
imbalance 87.5 %
memory: at most 3 GB of a processor
$ jq '.cluster[0].memory_bytes = 2.9e9' memory.json | check-plan
standard input: /placement/0/count: 1000 elements need 3e+09 bytes; expected at most the 2900000000 of processor 0
? 1
$ plan-shares --count 9 --speeds 2,1 --memory 1KiB --memory-per-unit 200 --memory-fixed '24 B' | jq -c '[.placement[].count]'
[5,4]
$ echo '{"kind":"speeds","version":1,"kernel":"command","unit":"frame","memory_per_unit_bytes":2.5,"memory_fixed_bytes":100,"processors":[{"speed":4,"fixed_s":1,"memory_bytes":110},{"speed":1,"fixed_s":0.5,"memory_bytes":200}]}' > own.json
$ plan-shares --count 20 own.json | tee own-plan.json | jq -c '[.placement[].count], .predicted'
[4,16]
{"superstep_s":null,"seconds":16.5,"lower_bound":16.5,"imbalance":3}
$ check-plan own-plan.json; show-plan own-plan.json | tail -n 2
imbalance 300.0 %, all elements take 16.5 s, no plan less than 16.5 s
memory: at most 140 B of a processor
$ plan-shares --count 20 --memory 1MB own.json | jq -c '[.placement[].count], .predicted.seconds'
[16,4]
5
$ jq '.predicted.seconds = 16' own-plan.json | check-plan
standard input: /predicted/seconds: found 16; the rest of the document gives 16.5
? 1
$ jq '.predicted.lower_bound = 17' own-plan.json | check-plan
standard input: /predicted/lower_bound: found 17; expected at most 16.5, the makespan of the plan
? 1
$ jq '.predicted.lower_bound = 0' own-plan.json | check-plan
standard input: /predicted/lower_bound: found 0; the rest of the document gives at least 4...
? 1
$ jq '.predicted.lower_bound = null' own-plan.json | check-plan
standard input: /predicted/lower_bound: found null; expected the bound of a makespan of 16.5
? 1

# Fixed times leave a processor out that costs more than it brings.
$ echo '{"kind":"speeds","version":1,"kernel":"command","processors":[{"speed":2,"fixed_s":1},{"speed":6,"fixed_s":60}]}' | tee starts.json | plan-shares --count 10 | tee out.json | jq -c '[.placement[].count], .left_out'
[10,0]
[1]
$ show-plan out.json | tail -n 2
imbalance 0.0 %, all elements take 6 s, no plan less than 6 s
left out: P1
$ jq '.left_out = []' out.json | check-plan
standard input: /left_out: processor 1, which has no elements, is not in it
? 1
$ jq '.left_out = [1, 1]' out.json | check-plan
standard input: /left_out/1: found 1 again
? 1
# A fixed time of 0 leaves the curve: 30 units in 10 s, 40 in 15 s; a positive one takes its place.
$ echo '{"kind":"speeds","version":1,"kernel":"command","processors":[{"speed":4,"fixed_s":0,"curve":[{"units":30,"speed":3},{"units":40,"speed":2.5}]}]}' > curve.json
$ plan-shares --count 30 curve.json | jq .predicted.seconds
10
$ jq 'del(.processors[0].fixed_s)' curve.json | plan-shares --count 30 | jq .predicted.seconds
10
$ jq '.processors[0].fixed_s = 1' curve.json | plan-shares --count 30 | jq .predicted.seconds
8.5
$ plan-shares --count 1000 starts.json | jq -c '[.placement[].count], .predicted.seconds'
[338,662]
170...

# A curve: 10 units take 10 s, 20 take no less, 40 take 20 s.
$ echo '{"kind":"speeds","version":1,"kernel":"command","processors":[{"speed":2,"curve":[{"units":10,"speed":1},{"units":20,"speed":2.5},{"units":40,"speed":2}]},{"speed":1}]}' | tee curve.json | plan-shares --count 30 | tee c.json | jq -c '[.placement[].count], .predicted'
[20,10]
{"superstep_s":null,"seconds":10,"curves":true,"lower_bound":10,"imbalance":0}
$ check-plan c.json

# The same limits in plan-hbsp elements; without them its plans are as ever.
$ plan-hbsp elements --count 100 --most 40 --speeds 8,1,1 | jq -c '[.placement[].count], (.predicted | keys_unsorted)'
[40,30,30]
["superstep_s","lower_bound","imbalance"]
$ plan-hbsp elements --count 100 --multiple-of 10 --speeds 8,1,1 | check-plan
$ plan-hbsp elements -q --count 20 own.json | jq -c '[.placement[].count]'
[4,16]
$ plan-hbsp elements --count 100 --speeds 8,1,1 | jq -c '.predicted, .left_out'
{"superstep_s":null,"imbalance":...}
null
