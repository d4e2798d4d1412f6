$ echo '{"kind":"speeds","version":1,"kernel":"bp","kernel_options":{"network":"203-80-26"},"processors":[{"speed":1e9},{"speed":2e9},{"speed":1e9}],"network":{"latency_s":1e-5,"gap_s_per_byte":1e-9,"message_s":1e-6}}' > speeds.json
# Letters are one-hot.
$ jq '.kernel_options.input = "dense"' speeds.json | plan-partition --data share/examples/words.data --hidden 80 --objective seconds
plan-partition: the speeds are of input "dense", not one-hot; measure-speeds --kernel bp --network 203-80-26 --input one-hot measures them
? 65
$ plan-partition --network 203-80-26 --samples 1024 speeds.json | jq -c '.objective, (.predicted.seconds > 0), ([.candidates[].seconds] | all(. > 0))'
"elements"
true
true
$ plan-partition --network 203-80-26 --samples 1024 --method best speeds.json > best.json; check-plan best.json; jq -c '.objective, .predicted.seconds == ([.candidates[].seconds] | min)' best.json
"seconds"
true
# On a network this slow one processor is best.
$ jq '.network.latency_s = 10' speeds.json | plan-partition --network 203-80-26 --samples 1024 --method best | jq -c '[.rectangles[].processor], .left_out'
[1]
[0,2]
# So many of the fastest; where they have the machine for themselves then, they are as fast as was measured.
$ for processors in 2 1; do plan-partition --processors $processors --network 203-80-26 --samples 1024 speeds.json | jq -c .left_out; done
[0]
[0,2]
$ jq '.shared_machines = [{"processors":[0,1,2],"fewer":[{"processors":1,"speedup":4}]}]' speeds.json > shared.json; plan-partition --method best --network 203-80-26 --samples 1024 shared.json | jq -c '.left_out, .cluster[1].speed'
[0,2]
8000000000
$ plan-partition --processors 4 --network 203-80-26 --samples 1024 speeds.json
plan-partition: --processors 4: the speeds are those of 3
? 64
$ plan-partition --processors 0 --network 203-80-26 --samples 1024 speeds.json
plan-partition: --processors: '0' is not an integer from 1 to 16777216
? 64
$ jq '.shared_machines[0].fewer[0].speedup = 0' shared.json | plan-partition --network 203-80-26 --samples 1024
plan-partition: standard input: /shared_machines/0/fewer/0/speedup: found 0; expected a finite number > 0
? 65
$ jq '.shared_machines[0].fewer[0].processors = 3' shared.json | plan-partition --network 203-80-26 --samples 1024
plan-partition: standard input: /shared_machines/0/fewer: found 3 processors; expected fewer than the machine's 3
? 65
# Of other inputs or outputs: shares with a word, no seconds. Of another number of hidden units: as good.
$ plan-partition --network 203-80-27 --samples 1024 speeds.json | jq -c .predicted.seconds
plan-partition: the speeds are of network "203-80-26", not 203-80-27
null
$ plan-partition --network 204-80-26 --samples 1024 --objective seconds speeds.json
plan-partition: the speeds are of network "203-80-26", not 204-80-26; measure-speeds --kernel bp --network 204-80-26 measures them
? 65
$ plan-partition --network 203-160-26 --samples 1024 --processors 1 speeds.json | jq -s '.[0].predicted.seconds / .[1].predicted.seconds' - <(plan-partition --network 203-80-26 --samples 1024 --processors 1 speeds.json)
2
$ jq 'del(.network)' speeds.json | plan-partition --network 203-80-26 --samples 1024 --method best
plan-partition: the speeds lack `network`; measure-speeds measures it (without --no-network)
? 65
# One processor sends nothing.
$ jq 'del(.network) | .processors |= .[:1]' speeds.json | plan-partition --network 203-80-26 --samples 1024 --method best | jq -c '.objective, (.predicted.seconds * 1e9 / (80 * 1024) - 1 | fabs < 1e-9)'
"seconds"
true
$ jq '.kernel = "matmul"' speeds.json | plan-partition --network 203-80-26 --samples 1024 --method best
plan-partition: the speeds are of kernel matmul, not bp; measure-speeds --kernel bp --network 203-80-26 measures them
? 65
$ jq '.kernel_options.precision = "double"' speeds.json | plan-partition --network 203-80-26 --samples 1024 --method best
plan-partition: the speeds are of precision "double"; seconds are predicted in single precision
? 65
$ plan-partition --speeds 1,2 --network 203-80-26 --samples 1024 --method best
plan-partition: a plan by seconds needs a measured network, which --speeds does not give; measure-speeds does
? 64
# By elements, if these are asked for, which needs no network: 1, 2, 3, 4 in two columns {1, 4} and {2, 3} send least.
$ plan-partition --speeds 1,2,3,4 --network 203-80-26 --samples 102400 --method best --objective elements --columns 2 > least.json; check-plan least.json; jq -c '[.method, .order, .objective, .predicted.elements == ([.candidates[] | select(.columns == 2).elements] | min)], ([.columns[].processors | sort] | sort)' least.json
["columns","free","elements",true]
[[0,3],[1,2]]
$ plan-partition --network 203-80-26 --samples 1024 --method best --objective elements speeds.json | jq -c '[.objective, .predicted.elements == ([.candidates[].elements] | min)]'
["elements",true]

# Time is balanced with messages, by seconds unless work is asked for; the slower ones have less than for their speed.
$ jq '.processors[] |= (.speed /= 1000 | .message_s = 1e-4) | .processors[0].message_s = 1e-3' speeds.json > busy.json; for balance in work time; do plan-partition --network 203-80-26 --samples 1024 --columns 1 --balance $balance busy.json > $balance.json; check-plan $balance.json; done; jq -s -c '.[0].predicted.seconds > .[1].predicted.seconds, [.[].balance], [.[].rectangles[0].hidden.count] == [20, 20]' work.json time.json
true
[null,"time"]
false
$ plan-partition --network 203-80-26 --samples 1024 --columns 1 --objective seconds busy.json | jq -c .balance
"time"
$ plan-partition --network 203-80-26 --samples 1024 --objective seconds --balance work busy.json | jq -c .balance
null
$ plan-partition --speeds 1,2 --network 203-80-26 --samples 1024 --balance time
plan-partition: --balance time needs a measured network, which --speeds does not give; measure-speeds does
? 64
$ plan-partition --network 203-80-26 --samples 1024 --balance time <(jq '.processors = [range(17) as $i | {"speed": 1}]' speeds.json) | jq -c '[.candidates[] | select(.replayed)] | length'
1
# Where messages are too many to follow one by one, there is no busy time to balance; one processor goes through as many chunks.
$ plan-partition --network 203-80-26 --samples 100000000 --columns 1 --balance time <(jq '.processors = [range(100) as $i | {"speed": 1}]' speeds.json)
plan-partition: --balance time: about 26333386 messages in an iteration; expected 6000000 or fewer
? 64
$ jq '.processors |= .[:1]' speeds.json | plan-partition --network 203-80-26 --samples 10000000000 | jq '.predicted.seconds > 0'
true
# Times that say nothing, or speeds that never end: the replay ends all the same.
$ jq '.processors[0] |= (.message_s = 0 | .cold_message_s = 0)' speeds.json | plan-partition --network 203-80-26 --samples 1024 | jq '.predicted.seconds > 0'
true
$ jq '.processors[0].speed = 1e-308' speeds.json | plan-partition --network 203-80-26 --samples 1024 --objective seconds
plan-partition: /processors/0/speed: so low that the work would never end
? 65
# Only how speeds compare matters, where no seconds are predicted.
$ plan-partition --speeds 1e-320,1e-320,3e-320 --network 203-80-26 --samples 5000 | jq -c '[.rectangles[] | [.samples.count, .hidden.count]]'
[[1000,80],[1000,80],[3000,80]]
$ plan-partition --speeds 1e308,1e308 --network 203-80-26 --samples 1000000000000 | jq -c '[.rectangles[] | [.samples.count, .hidden.count]]'
[[500000000000,80],[500000000000,80]]
$ plan-partition --speeds 1e-300,1e308 --network 203-80-26 --samples 5000
plan-partition: /processors/0/speed: so low that the work would never end
? 65
# Candidates tell the seconds of what they are: small groups are joined once.
$ for seed in 5 7 16; do make-cluster --hosts 24 --speeds uniform:3e7:3e8 --kernel bp --seed $seed --network-of 203-80-26 | plan-partition --network 203-80-26 --samples 5000 | check-plan || echo "-> $seed"; done
# Few of many hosts: no forced choice is predicted to be faster.
$ make-cluster -q --hosts 128 --cores-per-host 4 --speeds generations:64x8.5e7,32x1.7e8,32x3.4e8 --network 10gbit --kernel bp --network-of 203-1024-26 --input one-hot > many.json
$ for choice in '--method best' '--processors 32 --collective ring' '--processors 64 --collective ring --columns 8' '--processors 512 --collective tree --columns 8'; do plan-partition -q --network 203-1024-26 --samples 2048 --objective seconds $choice many.json | jq .predicted.seconds; done | jq -sc '. as $all | map(. >= $all[0])'
[true,true,true,true]
