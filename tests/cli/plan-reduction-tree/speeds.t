# Of equal processors, too, the plan names those without work.
$ for what in --one-item-each '--items 180'; do for speeds in 1,1,1,1 4,3,2,1; do plan-reduction-tree --speeds $speeds $what --processors 2 | tee two.json | check-plan; jq -c '(.cluster | length), .left_out' two.json; done; done
4
[2,3]
4
[2,3]
4
[2,3]
4
[2,3]
# The slow get the deep places, or nothing to do.
$ plan-reduction-tree --speeds 1,9,1,9 --one-item-each | jq -c '[.processors[] | {processor, children}]'
[{"processor":0,"children":[]},{"processor":1,"children":[...]},{"processor":2,"children":[]},{"processor":3,"children":[...]}]
$ plan-reduction-tree --speeds 4*1.0,4*0.5 --items 100 | check-plan
# Some of the processors, whatever the shape.
$ for shape in optimal binary binomial list; do for what in --one-item-each '--items 180'; do plan-reduction-tree --speeds 3,4,5,2 $what --processors 2 --shape $shape | check-plan; done; done
$ plan-reduction-tree --speeds 2*1,0.001 --items 10 | jq -c .left_out
[2]
# Standard input is read only when a document is needed.
$ plan-reduction-tree --compute 1 --transfer 1 --items 3 <&- | jq .finish
2
# A processor holds its items and their join, two results, and two pieces of each child: 4 + 3 + 2, and 2 + 3 vectors.
$ plan-reduction-tree --speeds 1,1 --items 6 --elements 1000 --memory 72kB,40kB > held.json; check-plan held.json; jq -c '[.processors[].items.count], [.cluster[].memory_bytes]' held.json
[4,2]
[72000,40000]
$ plan-reduction-tree --speeds 1,1 --items 6 --elements 1000 --memory 71999,40000
plan-reduction-tree: processor 0 needs 72000 bytes (items: 4, children: 1); its memory has 71999
? 65
$ jq '.cluster[1].memory_bytes = 39999' held.json | check-plan
standard input: /processors/1: needs 40000 bytes; expected at most the 39999 of processor 1
? 1
$ plan-reduction-tree --speeds 1,1 --items 6 --memory 1MB
plan-reduction-tree: --memory needs --elements
? 64
$ plan-reduction-tree --compute 1 --items 6 --processors 3 --elements 10 --memory 1MB
plan-reduction-tree: --memory needs processors: expected --speeds LIST or a document
? 64
# Measured speeds: seconds.
$ cat > speeds.json <<'END'
> {"kind": "speeds", "version": 1, "kernel": "bp", "processors": [{"speed": 1}, {"speed": 1}, {"speed": 1}, {"speed": 1}],
>  "network": {"latency_s": 2e-5, "gap_s_per_byte": 1e-9, "barrier_s": 1e-4, "message_s": 1e-6},
>  "operation_s_per_element": 1e-10}
> END
$ plan-reduction-tree --elements 100 --items 9 < speeds.json | jq -c '[.unit, .elements, .compute, .transfer, .segments]'
["s",100,1.0...e-06,2.08...e-05,1]
$ plan-reduction-tree --elements 1000000 --one-item-each speeds.json | jq -c '[.segments > 1, .predicted.seconds > 0.008, .finish < .predicted.seconds]'
[true,true,true]
$ plan-reduction-tree --elements 1000000 --one-item-each speeds.json | check-plan
# What is no time among the compared shapes is the user's.
$ plan-reduction-tree --elements 100 --items 9 speeds.json | jq '.compared.comment = "figure 5"' | check-plan
$ plan-reduction-tree --one-item-each speeds.json
plan-reduction-tree: --elements is required with measured speeds, or --compute and --transfer
? 64
$ jq 'del(.network)' speeds.json | plan-reduction-tree --one-item-each --elements 5
plan-reduction-tree: /network: was not measured; expected latency and gap, or give --compute and --transfer
? 65
$ jq 'del(.network)' speeds.json | plan-reduction-tree - --one-item-each --compute 2 --transfer 1 | jq .finish
6
$ plan-reduction-tree --one-item-each --elements 5 --processors 5 speeds.json
plan-reduction-tree: --processors 5: the speeds are those of 4
? 64
# Of vectors in pieces, the first piece of all shapes is compared, and all pieces.
$ plan-reduction-tree --elements 1000000 --one-item-each speeds.json | jq -c '.finish as $finish | ([.compared[] / $finish | . > 0.2 and . < 5] | all), (.predicted | .seconds < .compared.list)'
true
true
# Numbers of any size.
$ jq '.processors |= [{"host": "a", "speed": 1e300}, {"host": "b", "speed": 4e7}]' speeds.json | plan-reduction-tree --elements 1000 --items 1000 | jq -c .left_out
[1]
$ plan-reduction-tree --items 1000 --compute 1e-320 --transfer 1 --processors 3 | jq '[.items, (.processors | length)]' -c
[1000,1]
$ plan-reduction-tree --items 9007199254740991 --transfer 1e17 --speeds 1,1 | jq -c '[.finish, .left_out]'
[9007199254740990,[1]]
$ (ulimit -v 1000000; plan-reduction-tree --items 100 --arity 1000 --speeds 1,1e-9 | jq .finish)
0.5...
$ plan-reduction-tree --items 1000 --compute 1e308 --transfer 1 --processors 1
plan-reduction-tree: finish: larger than any number; expected less extreme times or speeds
? 65
# Same input, same bytes.
$ for i in 1 2; do plan-reduction-tree --elements 5000 --one-item-each speeds.json | md5sum; done | uniq | wc -l
1
