# The example of uneven-documents(5): four equal processors.
$ plan-hbsp matmul --size 4096 --speeds 4*1 | jq -c '.layouts[0], .predicted.elements, .predicted.lower_bound'
{"A":"alpha","B":"alpha","C":"alpha","communication":16777216,"total":17196646400}
67108864
67108864
$ plan-hbsp matmul --size 4096 --speeds 4*1 | jq -c '.rectangles[]'
{"processor":0,"rows":{"first":0,"count":2048},"columns":{"first":0,"count":2048}}
{"processor":1,"rows":{"first":2048,"count":2048},"columns":{"first":0,"count":2048}}
{"processor":2,"rows":{"first":0,"count":2048},"columns":{"first":2048,"count":2048}}
{"processor":3,"rows":{"first":2048,"count":2048},"columns":{"first":2048,"count":2048}}

# Speeds 4, 2, 1, 1: s = 8. The nine ways with C in blocks come first; --gap and --barrier make the totals.
$ plan-hbsp matmul --size 101 --speeds 4,2,1,1 --gap 2 --barrier 10 | jq -c '.layouts | length, ([.[:9][].C] | unique), (map(.total == 101*101*101/8 + 2*.communication + 10) | all)'
27
["alpha"]
true
$ plan-hbsp matmul --size 101 --speeds 4,2,1,1 | jq -c '.layouts[9]'
{"A":"alpha","B":"alpha","C":"beta","communication":11476.125,"total":140263.75}

# Any of the 27 layouts is a sound plan; a prime size; more processors than cells.
$ for a in alpha beta gamma; do for b in alpha beta gamma; do for c in alpha beta gamma; do plan-hbsp matmul --size 101 --speeds 4,2,1,1,0.3 --layout $a,$b,$c | check-plan || echo $a $b $c; done; done; done
$ plan-hbsp matmul --size 1 --speeds 1,3,2 | jq -c '.rectangles, .left_out'
[{"processor":1,"rows":{"first":0,"count":1},"columns":{"first":0,"count":1}}]
[0,2]
$ plan-hbsp matmul --size 3 --layout beta,beta,beta --speeds 9*1 | jq -c '.left_out'
[3,4,5,6,7,8]
$ plan-hbsp matmul --size 4 --layout gamma,alpha,beta --speeds 2*1 | jq -c '.starts'
{"A":[{"processor":0,"rows":{"first":0,"count":4},"columns":{"first":0,"count":2}},{"processor":1,"rows":{"first":0,"count":4},"columns":{"first":2,"count":2}}],"B":[{"processor":0,"rows":{"first":0,"count":2},"columns":{"first":0,"count":4}},{"processor":1,"rows":{"first":2,"count":2},"columns":{"first":0,"count":4}}]}
$ plan-hbsp matmul --size 4 --speeds 2*1 | jq -c 'has("starts")'
false

# Rectangles: A is 40 x 6, B is 6 x 90, C is 40 x 90. Four blocks of 40 x 22.5 need less than four of 20 x 45. A and B lie
# otherwise than C.
$ plan-hbsp matmul --size 40x6x90 --speeds 4*1 | tee wide.json | jq -c '[.size, .rows, .inner, .columns], (.rectangles[] | [.rows.count, .columns.count]), .predicted.elements, .predicted.lower_bound'
[null,40,6,90]
[40,23]
[40,23]
[40,22]
[40,22]
1500
1440
$ check-plan wide.json; jq -c '.starts.A[0], .starts.B[0]' wide.json
{"processor":0,"rows":{"first":0,"count":10},"columns":{"first":0,"count":6}}
{"processor":0,"rows":{"first":0,"count":6},"columns":{"first":0,"count":23}}
# Where a band is all that fits, alpha costs as much as bands: 5 times (100/4 + 2) elements.
$ plan-hbsp matmul --size 100x5x2 --speeds 4*1 | jq -c '.layouts[0], .layouts[9], (.layouts[18] | .C, .total)'
{"A":"alpha","B":"alpha","C":"alpha","communication":135,"total":385}
{"A":"beta","B":"beta","C":"beta","communication":135,"total":385}
"gamma"
752.5
# Three equal extents are a square.
$ plan-hbsp matmul --size 8x8x8 --speeds 2,1 | jq 'del(.made_by)' > three.json; plan-hbsp matmul --size 8 --speeds 2,1 | jq 'del(.made_by)' | cmp - three.json
$ for a in alpha beta gamma; do for b in alpha beta gamma; do for c in alpha beta gamma; do plan-hbsp matmul --size 7x101x30 --speeds 4,2,1,1,0.3 --layout $a,$b,$c | check-plan || echo $a $b $c; done; done; done
$ jq 'del(.inner)' wide.json | check-plan
standard input: /: lacks "inner"
? 1
$ jq 'del(.starts)' wide.json | check-plan
standard input: /: lacks "starts", where A and B lie, whose extents differ from C's
? 1
$ jq '.layouts[3].communication += 1' wide.json | check-plan
standard input: /layouts/3/communication: found 361; the rest of the document gives 360
? 1

# The same bytes for the same input.
$ for i in 1 2; do plan-hbsp matmul --size 977 --speeds 20*1.7,13*0.3 | md5sum; done | uniq | wc -l
1

# Seconds follow from speeds of this kernel only. Seven latencies: of three panels, and of the four parts of the first.
$ echo '{"kind":"speeds","version":1,"kernel":"matmul","processors":[{"speed":3e9},{"speed":1e9}],"network":{"latency_s":1e-3,"gap_s_per_byte":1.25e-8}}' > speeds.json
$ plan-hbsp matmul --size 400 --layout beta,beta,beta --panel 100 --processors 2 < speeds.json | jq -c '.predicted | .compute_s, .communication_s'
0.016
0.019
$ sed s/matmul/bp/ speeds.json | plan-hbsp matmul --size 400 | jq -c '.predicted.compute_s, .kernel'
plan-hbsp: the speeds are of kernel bp: planned by shares, no seconds predicted
null
"bp"

# What the measured network costs the slower one counts in the table: 100 operations for an element, a million for a barrier.
$ jq '.network.barrier_s = 1e-3' speeds.json | plan-hbsp matmul --size 400 | jq -c '[.gap, .barrier, .layouts[0].total]'
[100,1000000,33000000]
$ jq '.network.barrier_s = 1e-3' speeds.json | plan-hbsp matmul --size 400 --gap 1 --barrier 0 | jq -c '[.gap, .barrier, .layouts[0].total]'
[null,null,16160000]

# As many of the fastest processors as pay on the network. Two of speed 4e9 halve the 2 s of 8e9 multiply-adds, and each
# needs half a matrix of 32 MB: 1.6 s on a gap of 1e-7 s.
$ for gap in 1e-6 1e-7 1e-10; do jq ".processors = [2e9,4e9,1e9,4e9 | {speed: .}] | .network.gap_s_per_byte = $gap" speeds.json | plan-hbsp matmul --size 2000 | tee $gap.json | check-plan; jq -c '[.rectangles[].processor], .left_out, (.candidates | length)' $gap.json; done
[1]
[0,2,3]
4
[1,3]
[0,2]
4
[0,1,2,3]
[]
4
$ jq -c '.predicted.seconds, .predicted.communication_s, .predicted.bytes.sum, (.candidates[3] | .processors, .elements, .seconds)' 1e-6.json
2
0
0
1
8000000
2
$ jq -c '.predicted.seconds == (.candidates | map(.seconds) | min)' 1e-7.json
true
$ show-plan --ascii 1e-7.json | grep -A 2 -e '^left' -e '^numbers' | grep -e '^left' -e process -e '^\*'
left out: P0 P2
numbers of processors by seconds, * the plan
   processors    elements  seconds  above best
*...2  12,000,000...
# Without a network, and with --processors, nothing is chosen.
$ jq "del(.network)" speeds.json | plan-hbsp matmul --size 10 | jq -c 'has("candidates"), .left_out'
false
[]
$ plan-hbsp matmul --size 400 --processors 2 < speeds.json | jq -c 'has("candidates"), .left_out'
false
[]
$ plan-hbsp matmul --size 100 --layout beta,alpha,gamma --processors 3 --speeds 4,1,4,2,1 | tee three.json | jq -c .left_out; check-plan three.json
[1,4]
$ plan-hbsp matmul --size 400 --processors 3 < speeds.json
plan-hbsp: --processors 3: the speeds are those of 2
? 64
$ jq '.candidates[3].seconds = 3' 1e-6.json | check-plan
standard input: /candidates/3/seconds: found 3; the rest of the document gives 2
? 1
$ jq '.candidates[1].seconds = 1' 1e-6.json | check-plan
standard input: /candidates/1/seconds: found 1; ...
? 1
$ jq '.candidates[1].processors = 9' 1e-6.json | check-plan
standard input: /candidates/1/processors: found 9; expected at most the 4 of the cluster
standard input: /candidates/1/processors: found 9 after 4; expected descending numbers
? 1
$ jq 'del(.candidates[3])' 1e-6.json | check-plan
standard input: /candidates: none has the plan's 1 processors
? 1

# What is wrong is said, with the exit codes of sysexits.h.
$ plan-hbsp
plan-hbsp: no subcommand; expected matmul, cost or elements; try plan-hbsp --help
? 64
$ plan-hbsp matmul --speeds 1
plan-hbsp: --size is required; try plan-hbsp --help
? 64
$ plan-hbsp matmul --size 0 --speeds 1
plan-hbsp: --size...
? 64
$ plan-hbsp matmul --size 8x9 --speeds 1
plan-hbsp: --size: '8x9' is neither n nor MxKxN
? 64
$ plan-hbsp matmul --size 8x0x2 --speeds 1
plan-hbsp: --size: '0' is not ...
? 64
$ plan-hbsp matmul --size 8 --speeds 1,nan
plan-hbsp: --speeds: 'nan' is not a finite decimal number
? 64
$ plan-hbsp matmul --size 8 --speeds 1,0
plan-hbsp: --speeds: '0' is not a finite number > 0
? 64
$ plan-hbsp matmul --size 8 --speeds 1e-300,1e300
plan-hbsp: the speeds differ by more than a double can hold
? 65
$ plan-hbsp matmul --size 8 --speeds 1,1 --layout alpha,beta
plan-hbsp: --layout: found 'alpha,beta'; expected three of alpha, beta, gamma: A,B,C
? 64
$ plan-hbsp matmul --size 8 --speeds 1,1 --layout alpha,beta,delta
plan-hbsp: --layout: found 'alpha,beta,delta'; expected three of alpha, beta, gamma: A,B,C
? 64
$ plan-hbsp matmul --size 8 --speeds 1 --gap -1
plan-hbsp: --gap: found -1; expected a number >= 0
? 64
$ plan-hbsp matmul --size 90000000 --speeds 1,1
plan-hbsp: size and number of processors are too large: elements would exceed 2^53
? 65
$ sed s/3e9/-1/ speeds.json | plan-hbsp matmul --size 8
plan-hbsp: standard input: /processors/0/speed: found -1; expected a finite number > 0
? 65
$ plan-hbsp matmul --size 8 < /dev/null
plan-hbsp: no document on standard input; did the command before it fail?
? 65
$ plan-hbsp matmul --size 8 missing.json
plan-hbsp: missing.json: ...
? 66
