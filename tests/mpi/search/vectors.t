# Vectors with many ties (whole numbers) and with none but of copies (real numbers), against numpy.
$ cp $ROOT/tests/mpi/search/vectors.py .; for part in "make base 700 24 1" "make queries 12 24 2"; do python3 vectors.py $part; done
$ python3 vectors.py nearest base.fvecs queries.fvecs 10 l2 none > real-l2; python3 vectors.py nearest base.fvecs queries.fvecs 10 cosine none > real-cosine; python3 vectors.py nearest base.bvecs queries.bvecs 10 l2 none > whole-l2; python3 vectors.py nearest base.bvecs queries.bvecs 10 l2 ties > whole-ties; wc -l < real-l2; [ $(wc -l < whole-ties) -gt 130 ]
120
$ run-search -q -n 1 --vector all --examples base.fvecs --queries queries.fvecs > one.tsv; cut -f1,2,5 one.tsv | tail -n +2 | cmp - real-l2; python3 vectors.py check base.fvecs queries.fvecs l2 < one.tsv; head -1 one.tsv | tr '\t' ' '; cut -f4 one.tsv | sort | uniq -c | sed 's/^ *//'
query rank distance match row
1 match
120 similar

# Every method has the bits of one rank's answers, in batches of a few queries, whose differences are summed, and of many, whose
# products are.
$ cat > all.sh <<'END'
> for method in equal-data static-process synchronous-data asynchronous-data dynamic-process proportional-data self-scheduling stealing; do
>   plan-search -q --examples 700 --processors $1 --task-s 1e-8 --method $method > plan.json || exit
>   run-search -q plan.json --vector all --examples base.fvecs --queries queries.fvecs --batch $2 --report report.json | cmp - one.tsv && jq -r '.result | "\(.method) \(.scanned_examples | add)"' report.json
> done
> END
$ bash all.sh 2 256 | cut -d' ' -f2 | uniq -c | sed 's/^ *//'
8 700
$ bash all.sh 3 4 | cut -d' ' -f2 | uniq -c | sed 's/^ *//'
8 2100
$ bash all.sh 7 6 | cut -d' ' -f2 | uniq -c | sed 's/^ *//'
8 1400

# A rank reads what it scans, and where any may have to scan any, all: 96 bytes each in tiles of 64. Of static-process it reads
# other parts when it takes them.
$ for method in equal-data proportional-data static-process stealing; do plan-search --examples 700 --processors 3 --task-s 1e-8 --method $method > plan.json; run-search -q plan.json --vector all --examples base.fvecs --queries queries.fvecs --report report.json > found.tsv; jq -c '.result.example_bytes' report.json; done
[24576,30720,24576]
[24576,30720,24576]
[24576,30720,24576]
[67584,67584,67584]
$ plan-search --examples 700 --speeds 1,1000,1 --task-s 1e-7 --method static-process --pieces 16 > plan.json; run-search -q plan.json --vector all --examples base.fvecs --queries queries.fvecs --batch 5 | cmp - one.tsv

# Cosine; whole numbers, with all ties; other formats, columns and packing.
$ run-search -q -n 3 --vector all --metric cosine --examples base.fvecs --queries queries.fvecs > cosine.tsv; cut -f1,2,5 cosine.tsv | tail -n +2 | cmp - real-cosine; python3 vectors.py check base.fvecs queries.fvecs cosine < cosine.tsv
$ run-search -q -n 2 --vector all --metric cosine --examples base.fvecs --queries queries.fvecs --batch 3 | cmp - cosine.tsv
$ run-search -q -n 3 --vector all --examples base.bvecs --queries queries.bvecs | cut -f1,2,5 | tail -n +2 | cmp - whole-l2
$ run-search -q -n 3 --vector all --examples base.ivecs --queries queries.bvecs --ties-all | cut -f1,2,5 | tail -n +2 | cmp - whole-ties
$ run-search -q -n 2 --vector all --examples base.npy --queries queries-f8.npy | cmp - one.tsv
$ run-search -q -n 2 --vector 2-25 --examples base.csv --queries queries.csv | cmp - one.tsv
$ gzip -k base.fvecs; run-search -q -n 2 --vector all --examples base.fvecs.gz --queries <(cat queries.npy) | cmp - one.tsv
$ cut -d, -f2-5 base.csv | tail -n +2 > few.csv; cut -d, -f2-5 queries.csv | tail -n +2 > few-queries.csv; run-search -q -n 2 --vector x0,x1,x2,x3 --examples base.csv --queries queries.csv > few.tsv; run-search -q -n 1 --vector all --examples few.csv --queries few-queries.csv | cmp - few.tsv
$ run-search -q -n 1 --vector all --examples base.fvecs --queries queries.fvecs --format jsonl | jq -r '[.query, .rank, .distance, .match, .row] | @tsv' | cmp - <(tail -n +2 one.tsv)
$ run-search -n 2 --emit --vector all --metric cosine --examples base.fvecs --queries queries.fvecs -o job.json; check-plan job.json; mpirun --oversubscribe -n 2 mpi-runner job.json 2> /dev/null | jq -r '.result.lines[]' | cmp - cosine.tsv
