# Ozawa 2004, Fig. 7.
$ plan-partition --speeds 0.05,0.10,0.20,0.30,0.35 --network 203-80-26 --samples 1024 --small-group 0 | jq -c '[.candidates[].elements], [.columns[].processors]'
[212992,73913.6,99904,117907.2,146560]
[[0,1,2],[3,4]]
# Fig. 12: two columns, the cuts near the middle joined by the rule of the paper.
$ plan-partition --speeds .25,.31,.63,1,1 --network 203-80-26 --samples 1024 --small-group 0.06 | jq -c '[.columns[].processors], (.groups | length)'
[[0,1,2],[3,4]]
3
# By default joining costs at most 2 % of balance.
$ for options in '' '--small-group 0' '--small-group 0.06'; do plan-partition --speeds 9*1,1.3,10*2 --network 203-1024-26 --samples 5438 $options | jq '.predicted.imbalance * 1000 | round / 10'; done | xargs
0.1 0.1 17.4
# Fig. 10.
$ plan-partition --method grid --columns 3 --speeds 1,1.5,2,2.5,3,3.5 --network 203-80-26 --samples 1024 | jq -c '[.columns[].width * 1000 | round], [.rectangles[].height * 100 | round]'
[167,333,500]
[40,60,40,60,40,60]
$ plan-partition --method grid --speeds 1,1.5,2,2.5,3,3.5 --network 203-80-26 --samples 1024 | jq -c '[.candidates[] | select(.method == "grid") | .columns]'
[1,2,3,6]
# Free order: {1,4} and {2,3} have a first maximum of 0.5, ascending order 0.7; 2 l s = 2000 and 2 (l + n) m = 400.
$ plan-partition --order free --columns 2 --speeds 1,2,3,4 --network 1-100-1 --samples 1000 --small-group 0 | jq -c '[.candidates[] | select(.columns == 2) | [.order, .elements]], ([.columns[].processors | sort] | sort)'
[["sorted",1800],["free",1400]]
[[0,3],[1,2]]
# Every plan is sound, also with more processors than hidden units or samples.
$ plan-partition --speeds 100*1,50*0.3 --network 5-3-2 --samples 4 > few.json; check-plan few.json; jq -c '(.rectangles | length) + (.left_out | length)' few.json
150
$ for c in linear tree ring; do plan-partition --collective $c --order free --speeds 9*1,2,3,0.1 --network 20-50-10 --samples 300 | check-plan; done
$ for m in grid equal; do plan-partition --method $m --speeds 9*1,2,3,0.1 --network 20-50-10 --samples 300 | check-plan; done
# Two runs, the same bytes.
$ for i in 1 2; do plan-partition --order free --speeds 30*1,7*0.7,2.3,2.9 --network 20-50-10 --samples 300 -o $i.json; done; sed 's/-o [12].json//' 1.json | cmp - <(sed 's/-o [12].json//' 2.json)
# Sizes from data.
$ plan-partition --speeds 1,1 --data share/examples/words-test.data --hidden 80 | jq -c '.network, .data.file'
{"inputs":203,"hidden":80,"outputs":26}
"share/examples/words-test.data"
