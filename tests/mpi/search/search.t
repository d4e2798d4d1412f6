# Queries: held back from the dictionary's phrases, so that codes are unseen now and then; every other one with unknown codes, so that
# thousands of examples tie.
$ head -15526 share/examples/noun-phrases.tsv > dictionary.tsv; awk 'NR == 1 || NR % 16 != 0' dictionary.tsv > examples.tsv; awk -F'\t' -v OFS='\t' 'NR > 1 && NR % 1280 == 0 {$8 = $9 = "---"} NR == 1 || NR % 640 == 0' dictionary.tsv > queries.tsv; wc -l < examples.tsv; wc -l < queries.tsv
14556
25
$ python3 $ROOT/tests/mpi/search/oracle.py examples.tsv queries.tsv 10 okada none > expected.tsv; python3 $ROOT/tests/mpi/search/oracle.py examples.tsv queries.tsv 10 okada ties > ties.tsv; python3 $ROOT/tests/mpi/search/oracle.py examples.tsv queries.tsv 7 sumita none > sumita.tsv; wc -l < expected.tsv; [ $(wc -l < ties.tsv) -gt 1000 ]
240

# Every method on 1, 2, 3, 5 and 8 ranks, against SQL; on 5 with every join, else with the joins in turn. In batches,
# so that messages of two cannot mix. `all.sh RANKS JOIN...` prints what was scanned.
$ cat > all.sh <<'END'
> ranks=$1; shift
> i=0
> for method in equal-data static-process synchronous-data asynchronous-data dynamic-process proportional-data self-scheduling stealing; do
>   if [ $ranks = 1 ]; then case $method in *synchronous*) continue; esac; fi
>   in_turn=$(echo simple staircase tree | cut -d' ' -f$((i % 3 + 1))) i=$((i + 1))
>   for join in ${*:-$in_turn}; do
>     plan-search --table examples.tsv --processors $ranks --task-s 1e-8 --method $method --join $join > plan.json || exit
>     run-search -q plan.json --examples examples.tsv --queries queries.tsv --no-exact --batch 10 --report report.json > found.tsv || exit
>     awk -F'\t' 'NR > 1 {printf "%d\t%d\t%.0f\t%d\n", $1, $2, $3 * 3072, $5}' found.tsv | cmp - expected.tsv && jq -r '.result | "\(.method) \(.join) \(.scanned_examples | add)"' report.json
>   done
> done
> END
> bash all.sh 1
equal-data simple 43665
static-process staircase 43665
dynamic-process tree 43665
proportional-data simple 43665
self-scheduling staircase 43665
stealing tree 43665
$ plan-search --table examples.tsv --processors 1 --task-s 1e-8 --method synchronous-data
plan-search: synchronous-data needs at least 2 processors
? 65
$ plan-search --table examples.tsv --processors 1 --task-s 1e-8 --method asynchronous-data
plan-search: asynchronous-data needs at least 2 processors
? 65
$ bash all.sh 2 | cut -d' ' -f3 | uniq -c | sed 's/^ *//'
8 43665
$ bash all.sh 3 | cut -d' ' -f3 | uniq -c | sed 's/^ *//'
8 43665
$ bash all.sh 5 simple | cut -d' ' -f2,3 | uniq -c | sed 's/^ *//'
8 simple 43665
$ bash all.sh 5 staircase | cut -d' ' -f2,3 | uniq -c | sed 's/^ *//'
8 staircase 43665
$ bash all.sh 5 tree | cut -d' ' -f2,3 | uniq -c | sed 's/^ *//'
8 tree 43665
$ bash all.sh 8 | cut -d' ' -f3 | uniq -c | sed 's/^ *//'
8 43665

# A rank holds what it scans: of 14,555 examples of 9 bytes in tiles of 64, rank 0, which has the table, all 131,328 bytes;
# the others a third, where parts are made before, and all where any may have to scan any.
$ for method in equal-data proportional-data static-process stealing; do plan-search --table examples.tsv --processors 3 --task-s 1e-8 --method $method > plan.json; run-search -q plan.json --examples examples.tsv --queries queries.tsv --report report.json > found.tsv; jq -c '.result.example_bytes' report.json; done
[131328,44352,44352]
[131328,44352,44352]
[131328,44352,44352]
[131328,131328,131328]
# Parts of static-process go to who is free, with their examples.
$ plan-search --table examples.tsv --speeds 1,1000,1 --task-s 1e-7 --method static-process --pieces 16 > plan.json; run-search -q plan.json --examples examples.tsv --queries queries.tsv --no-exact --batch 10 --report report.json | awk -F'\t' 'NR > 1 {printf "%d\t%d\t%.0f\t%d\n", $1, $2, $3 * 3072, $5}' | cmp - expected.tsv && jq -c '.result.scanned_examples | add' report.json
43665

# Who could not begin a query before the others are done scans nothing, be it the one that has the table.
$ for method in proportional-data self-scheduling stealing; do plan-search --table examples.tsv --speeds 0.1,1,1 --task-s 1e-8 --query-s 2e-5 --method $method > plan.json; run-search -q plan.json --examples examples.tsv --queries queries.tsv --no-exact --batch 10 --report report.json | awk -F'\t' 'NR > 1 {printf "%d\t%d\t%.0f\t%d\n", $1, $2, $3 * 3072, $5}' | cmp - expected.tsv && jq -r '.result | "\(.method) \(.scanned_examples[0]) \(.scanned_examples | add)"' report.json; done
proportional-data 0 43665
self-scheduling 0 43665
stealing 0 43665
$ plan-search --table examples.tsv --speeds 0.1,1,1 --task-s 1e-8 --query-s 2e-5 --method proportional-data > plan.json; run-search -q plan.json --examples examples.tsv --queries queries.tsv --no-exact --pruned on | awk -F'\t' 'NR > 1 {printf "%d\t%d\t%.0f\t%d\n", $1, $2, $3 * 3072, $5}' | cmp - expected.tsv

# Passing over examples changes no answer, and is done where a rank's examples stay the same.
$ for method in equal-data proportional-data stealing; do plan-search --table examples.tsv --speeds 3,1,2 --method $method > plan.json; for pruned in on off auto; do run-search -q plan.json --examples examples.tsv --queries queries.tsv --no-exact --pruned $pruned --report report.json | awk -F'\t' 'NR > 1 {printf "%d\t%d\t%.0f\t%d\n", $1, $2, $3 * 3072, $5}' | cmp - expected.tsv && jq -r '.result | "\(.method) \(.pruned_queries | add > 0)"' report.json; done; done
equal-data true
equal-data false
equal-data false
proportional-data true
proportional-data false
proportional-data false
stealing false
stealing false
stealing false
$ plan-search --table examples.tsv --speeds 3,1,2 --method equal-data > plan.json; run-search -q plan.json --examples examples.tsv --queries queries.tsv --no-exact --ties-all --pruned on | awk -F'\t' 'NR > 1 {printf "%d\t%d\t%.0f\t%d\n", $1, $2, $3 * 3072, $5}' | cmp - ties.tsv

# All ties, the other weighting, and unequal speeds.
$ plan-search --table examples.tsv --speeds 3,1,2 --method stealing --join tree > plan.json; run-search -q plan.json --examples examples.tsv --queries queries.tsv --no-exact --ties-all | awk -F'\t' 'NR > 1 {printf "%d\t%d\t%.0f\t%d\n", $1, $2, $3 * 3072, $5}' | cmp - ties.tsv
$ plan-search --table examples.tsv --speeds 3,1,2 > plan.json; run-search -q plan.json --examples examples.tsv --queries queries.tsv --no-exact -k 7 --weighting sumita | awk -F'\t' 'NR > 1 {printf "%d\t%d\t%.0f\t%d\n", $1, $2, $3 * 3072, $5}' | cmp - sumita.tsv

# Fewer examples than the plan is for, recombined.
$ plan-search --examples 100000 --speeds 3,1,2 --queries 24 --method stealing | run-search --emit --examples examples.tsv --queries queries.tsv --no-exact - | jq '.options.recombine = true' > job.json; mpirun --oversubscribe -n 3 mpi-runner job.json 2> /dev/null | jq -c '(.result.scanned_examples | add), .result.lines, .predicted_seconds_per_iteration > 0'
100000
null
true
# A bare plan runs on made-up data.
$ plan-search --examples 100000 --processors 3 --task-s 1e-8 --method dynamic-process > plan.json; mpirun --oversubscribe -n 3 mpi-runner plan.json 2> /dev/null | jq -c '.of, (.result.scanned_examples | add), .result.lines'
"search"
100000
null
