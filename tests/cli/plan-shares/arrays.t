# Blocks of an array: near-square, by speed, with neighbours and what they send.
$ plan-shares --array 60x60 --halo 1 --speeds 9*1 | jq -c '[.rows, .columns, .halo, .element_bytes, .predicted.border], .blocks[4]'
[60,60,1,8,360]
{"processor":4,"rows":{"first":20,"count":20},"columns":{"first":20,"count":20},"neighbours":[0,1,2,3,5,6,7,8],"halo_bytes":672}
$ plan-shares --array 2x5 --element-bytes 4 --halo 1 --speeds 3,2 | jq -c '.blocks[], .predicted'
{"processor":0,"rows":{"first":0,"count":2},"columns":{"first":2,"count":3},"neighbours":[1],"halo_bytes":8}
{"processor":1,"rows":{"first":0,"count":2},"columns":{"first":0,"count":2},"neighbours":[0],"halo_bytes":8}
{"seconds":null,"superstep_s":null,"halo_s":null,"lower_bound":2,"imbalance":0,"border":9,"bytes":{"largest":8,"sum":16}}
$ plan-shares --array 60x60 --halo 1 --speeds 9*1 | check-plan
$ plan-shares --array 1000x1 --speeds 4*1,4*0.5 --halo 3 | check-plan
$ plan-shares --array 2x2 --speeds 1,3,2,5,4,1,1 | jq -c '[.blocks[].processor], .left_out'
[1,3,4]
[0,2,5,6]

# Seconds where the speeds count cells, and the superstep where the network was measured.
$ echo '{"kind":"speeds","version":1,"kernel":"command","unit":"cell","processors":[{"speed":100},{"speed":100}],"network":{"latency_s":0.001,"gap_s_per_byte":0.001,"barrier_s":0.25}}' > speeds.json
$ plan-shares --array 10x40 --halo 1 speeds.json | jq -c '.predicted | [.seconds, .halo_s, .superstep_s]'
[2,0.08,2.33]

# What does not follow from the blocks is a fault.
$ plan-shares --array 10x40 --halo 1 speeds.json -o plan.json; jq '.blocks[0].halo_bytes = 88' plan.json | check-plan
standard input: /blocks/0/halo_bytes: found 88; the rest of the document gives 80
? 1
$ jq '.blocks[0].columns.count -= 1' plan.json | check-plan
standard input: /blocks: the blocks leave a hole in the array
? 1
$ jq -c '.gap_s_per_byte, .barrier_s' plan.json
0.001
0.25
$ jq '.predicted.superstep_s = 2.4' plan.json | check-plan
standard input: /predicted/superstep_s: found 2.4; the rest of the document gives 2.33
? 1
$ jq '.predicted.halo_s = 0.09' plan.json | check-plan
standard input: /predicted/halo_s: found 0.09; the rest of the document gives 0.08
? 1
# Plans of earlier versions do not tell the network: the halo tells g, and there may be a barrier.
$ jq 'del(.gap_s_per_byte, .barrier_s) | .predicted.superstep_s = 2.4' plan.json | check-plan
$ jq 'del(.gap_s_per_byte, .barrier_s) | .predicted.superstep_s = 2.07' plan.json | check-plan
standard input: /predicted/superstep_s: found 2.07; the rest of the document gives at least 2.08
? 1

# Limits of the cells of a block, and of the memory of a block with its halo.
$ plan-shares --array 60x60 --speeds 3,1 --most 1800 | jq -c '[.blocks[] | .rows.count * .columns.count]'
[1800,1800]
$ plan-shares --array 60x60 --speeds 8,1 --least 600 | jq -c '[.blocks[] | .rows.count * .columns.count] | min >= 600'
true
$ plan-shares --array 60x60 --halo 2 --speeds 3,1 --memory 20kB,1MB --memory-per-unit 8 -o memory.json; jq -c '.memory_per_unit_bytes, [.cluster[].memory_bytes], [.blocks[] | [.rows.count, .columns.count]]' memory.json
8
[20000,1000000]
[[39,60],[21,60]]
$ check-plan memory.json
$ jq '.cluster[0].memory_bytes = 19000' memory.json | check-plan
standard input: /blocks/0: needs 19680 bytes; expected at most the 19000 of processor 0
? 1
$ plan-shares --array 100x100 --speeds 2*1 --memory 30kB --memory-per-unit 8
plan-shares: 10000 cells do not fit: memory holds 7500 (processor 0: 3750, processor 1: 3750)
? 65
$ plan-shares --array 100x100 --halo 5 --speeds 2*1 --memory 5100 --memory-per-unit 1
plan-shares: found no blocks of 100x100 cells that fit: memory holds those of 96x96
? 65

# Who sends what to whom; parts; a picture.
$ show-plan --messages plan.json --ascii
   from  to  messages  bytes
      0   1         1     80
      1   0         1     80
    all             2    160
busiest                   80
$ show-plan plan.json --ascii --width 60 | head -n 2
array of 10 x 40 on 2 processors
predicted: ...
$ show-plan plan.json -o plan.svg && head -c 5 plan.svg
<?xml

# Wrong command lines.
$ plan-shares --array 10 --speeds 1
plan-shares: --array: found '10'; expected ROWSxCOLUMNS, such as 1000x800
? 64
$ plan-shares --array 0x4 --speeds 1
plan-shares: --array: found '0x4'; expected ROWSxCOLUMNS, such as 1000x800
? 64
$ plan-shares --array 4x-4 --speeds 1
plan-shares: --array: found '4x-4'; expected ROWSxCOLUMNS, such as 1000x800
? 64
$ plan-shares --array 9007199254740991x2 --speeds 1
plan-shares: --array: found '9007199254740991x2'; expected at most 9007199254740991 cells
? 64
$ plan-shares --array 4x4 --count 3 --speeds 1
plan-shares: ...
? 64
$ plan-shares --array 4x4 --multiple-of 2 --speeds 1
plan-shares: --array: blocks are whole rows and columns; expected no --multiple-of
? 64
$ plan-shares --count 4 --halo 1 --speeds 1
plan-shares: --halo needs --array
? 64
$ plan-shares --array 4x4 --halo -1 --speeds 1
plan-shares: --halo...
? 64
$ plan-shares --array 1x9007199254740991 --speeds 1,2,3
plan-shares: the blocks have a border of more than 2^53 cells; expected a smaller array
? 65
