$ echo '{"kind":"speeds","version":1,"kernel":"bp","kernel_options":{"network":"203-80-26"},"processors":[{"speed":1e9},{"speed":2e9},{"speed":1e9}],"network":{"latency_s":1e-5,"gap_s_per_byte":1e-9,"message_s":1e-6}}' > speeds.json
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
# Of another network: shares with a word, no seconds.
$ plan-partition --network 203-81-26 --samples 1024 speeds.json | jq -c .predicted.seconds
plan-partition: the speeds are of network "203-80-26", not 203-81-26
null
$ plan-partition --network 203-81-26 --samples 1024 --objective seconds speeds.json
plan-partition: the speeds are of network "203-80-26", not 203-81-26; measure-speeds --kernel bp --network 203-81-26 measures them
? 65
$ jq 'del(.network)' speeds.json | plan-partition --network 203-80-26 --samples 1024 --method best
plan-partition: the speeds lack `network`; measure-speeds measures it (without --no-network)
? 65
$ jq '.kernel = "matmul"' speeds.json | plan-partition --network 203-80-26 --samples 1024 --method best
plan-partition: the speeds are of kernel matmul, not bp; measure-speeds --kernel bp --network 203-80-26 measures them
? 65
$ plan-partition --speeds 1,2 --network 203-80-26 --samples 1024 --method best
plan-partition: a plan by seconds needs a measured network, which --speeds does not give; measure-speeds does
? 64
