# A partition for each weight matrix, cut by its outputs or its inputs, and what moves between two of them.
$ plan-partition --speeds 1,2,3,4 --network 784-512-256-10 --samples 1000 > plan.json; check-plan plan.json; jq -c '.hidden_layers, [.layers[] | [.cut, (.columns | length)]], [.moves[].units]' plan.json
[512,256]
[["outputs",1],["inputs",2],["outputs",4]]
[512,256]
$ jq -c '[.layers[].predicted.elements], [.moves[] | .forward.largest, .backward.largest], .predicted.elements' plan.json
[0,620544,15360]
[214900,214900,0,179200]
1244904
# Other plans are listed: all layers in one column, in two, ...
$ jq -c '[.candidates[] | [.columns, .elements]]' plan.json
[[1,2058000],[2,1621680],[3,2376560],[4,3210240]]
# With many samples every layer is cut by samples alone, and nothing moves.
$ plan-partition --speeds 1,2,3,4 --network 784-512-256-10 --samples 60000 | jq -c '[.layers[].columns | length], [.moves[] | .forward.elements + .backward.elements]'
[4,4,4]
[0,0]
# Grids, equal shares, free order, other sums, more layers.
$ for o in '--method grid' '--method equal' '--order free' '--collective tree' '--collective ring --columns 2' '--small-group 0.06'; do plan-partition --speeds 9*1,2,3,0.1 --network 20-50-10-30-4 --samples 300 $o | check-plan; done
# By seconds, also without some processors.
$ make-cluster --hosts 4 --speeds 1e8,1e8,1e8,1e5 --network 1gbit --kernel bp --network-of 203-80-26 -q > speeds.json; plan-partition --method best --network 203-80-60-26 --samples 500 speeds.json > best.json; check-plan best.json; jq -c '.left_out, (.predicted.seconds > 0), ([.layers[].predicted.seconds, .moves[].forward.seconds, .moves[].backward.seconds] | all(. >= 0))' best.json
[3]
true
true
# A picture of each layer.
$ show-plan --text plan.json | head -9
partition 784-512-256-10, 1000 samples, 4 processors
predicted per iteration: 1,244,904 elements (lower bound 501,652), imbalance 0.2
  %

layer    cut by   method   columns  processors  elements  imbalance
784-512  outputs  columns        1           4         0      0.3 %
moves                                            429,800          -
512-256  inputs   columns        2           4   620,544      0.2 %
moves                                            179,200          -
$ show-plan --svg plan.json | grep -o 'outputs of 784-512\|inputs of 512-256\|outputs of 256-10' | sort -u
inputs of 512-256
outputs of 256-10
outputs of 784-512
# Its messages. Each of two sends the other half of 4 values of 10 samples (80 bytes), then they add 2 outputs (80) and,
# backward, the errors of those 4 units (160); the agreement has 5 words of 8 bytes.
$ plan-partition --speeds 1,1 --columns 1 --network 3-4-6-2 --samples 10 > two.json; jq -c '[.layers[].cut]' two.json; show-plan --messages two.json
["outputs","outputs","inputs"]
   from  to  messages  bytes
      0   1         4    360
      1   0         4    360
    all             8    720
busiest                  360
$ check-plan --messages two.json | jq -c .total
{"messages":8,"bytes":{"largest":360,"sum":720}}
# What a plan says wrongly is found.
$ jq '.layers[1].rectangles[0].units.count += 1' plan.json | check-plan
standard input: /layers/1/rectangles/1/units: found {"first":171,"count":341}; overlaps or is empty before 172
? 1
$ jq '.moves[0].forward.elements += 1 | .layers[1].predicted.elements += 1000' plan.json | check-plan
standard input: /layers/1/predicted/elements: found 621544; the rest of the document gives 620544
standard input: /moves/0/forward/elements: found 307001; the rest of the document gives 307000
standard input: /predicted/elements: found 1244904; the rest of the document gives 1245904
? 1
$ jq 'del(.layers[2])' plan.json | check-plan
standard input: /layers: found 2; expected one for each of the 3 weight matrices of 784-512-256-10
? 1
# A layer has shares of its own, so that a plan has none for other programs.
$ with-share plan.json --rank 0 --print
with-share: ...a plan of 2 hidden layers...
? 65
# What is refused.
$ plan-partition --network 203-80-60-26 --samples 10 --balance time speeds.json
plan-partition: --balance time: is for networks of one hidden layer
? 64
$ plan-partition --speeds 1,2 --network 3-4-5-6 --samples 10 --columns 3
plan-partition: --columns 3: ...
? 64
$ plan-partition --speeds 1,2 --network 3-4-5- --samples 10
plan-partition: --network: '3-4-5-' is not inputs-hidden-outputs, such as 203-80-26
? 64
# Memory is kept to: by smaller parts where one processor has too little, or not at all.
$ plan-partition --speeds 2,1,1 --network 784-512-256-10 --samples 2000 --memory 14MB,2*100MB -o small.json
$ check-plan small.json && jq -c '[.balance, .input], [.cluster[].memory_bytes]' small.json
["memory","dense"]
[14000000,100000000,100000000]
$ plan-partition --speeds 2,1,1 --network 784-512-256-10 --samples 2000 --memory 5MB
plan-partition: 2000 samples of 784-512-256-10 do not fit: memory holds ... of it
? 65
