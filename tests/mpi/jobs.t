# What a job may write: at or below its own folder or the working folder, links followed, unless the command line allows it.
$ mkdir -p home project/jobs; ln -s ../../home project/jobs/out; plan-hbsp matmul --size 6 --speeds 1 -o project/plan.json
$ job() { run-matmul project/plan.json --emit | jq --arg c "$1" ".options.c = \$c | $2" > project/jobs/job.json; }
> run() { mpi-runner "$@" 2>&1 | grep '^mpi-runner'; return "${PIPESTATUS[0]}"; }  # without MPI's words about the end
> declare -f job run > job.sh
$ . ./job.sh; job ../../home/.bashrc .; cd project; run jobs/job.json; code=$?; ls -A ../home; exit $code
mpi-runner: /options/c: 'jobs/../../home/.bashrc' is neither in the folder of the job nor in the working folder; expected a file there, or --allow-paths on the command line
? 65
$ . ./job.sh; job out/c.npy .; cd project; run jobs/job.json; code=$?; ls -A ../home; exit $code
mpi-runner: /options/c: 'jobs/out/c.npy' is neither...
? 65
$ . ./job.sh; job "$PWD/home/c.npy" .; cd project; run jobs/job.json; code=$?; ls -A ../home; exit $code
mpi-runner: /options/c: ... is neither...
? 65
$ . ./job.sh; job ../../home/c.npy .; cd project; mpi-runner --allow-paths jobs/job.json -o report.json && ls ../home
c.npy
$ . ./job.sh; job ../c.npy .; cd project; mpi-runner jobs/job.json -o report.json && ls c.npy
c.npy
$ . ./job.sh; job ./c.npy .; cd home; mpi-runner ../project/jobs/job.json -o report.json && ls ../project/jobs/c.npy
../project/jobs/c.npy
# What the user names on a tool's command line is the user's.
$ cd project/jobs; run-matmul -q ../plan.json --c ../../c.npy -o ../../report.json && ls ../../c.npy
../../c.npy

# A job writes over nothing that it reads, not over itself nor over the report, whatever the names.
$ . ./job.sh; cp c.npy project/a.npy; ln project/a.npy project/jobs/c.npy -f; job c.npy '.input.a = "../a.npy"'; run project/jobs/job.json
mpi-runner: /options/c: 'project/jobs/c.npy' is the file of /input/a, too; expected a file of its own
? 65
$ . ./job.sh; job job.json .; run project/jobs/job.json; code=$?; jq -r .kind project/jobs/job.json; exit $code
mpi-runner: /options/c: 'project/jobs/job.json' is the file of the document, too; expected a file of its own
job
? 65
$ . ./job.sh; job c.npy .; run project/jobs/job.json -o project/jobs/c.npy
mpi-runner: /options/c: ... is the file of --output, too; expected a file of its own
? 65
$ . ./job.sh; run project/jobs/job.json -o project/jobs/../jobs/job.json
mpi-runner: --output: ... is the file of the document, too; expected a file of its own
? 64

# Nor over what is something else, unless it is told to; pipes are refused at once.
$ echo words > words.txt; mkfifo pipe; plan-hbsp matmul --size 6 --speeds 1 -o plan.json; run-matmul -q plan.json --c words.txt; code=$?; cat words.txt; exit $code
mpi-runner: words.txt: is not an NPY array; expected another name for the output, or --force
words
? 65
$ run-matmul -q plan.json --c words.txt --force -o report.json && head -c 6 words.txt | tail -c 5
NUMPY
$ run-matmul -q plan.json --c pipe
mpi-runner: pipe: is no regular file; expected one...
? 64
$ run-bsp kmeans -n 1 -q --count 10 --clusters 2 --element-output pipe
mpi-runner: pipe: is no regular file; expected one, or a new name
? 74
$ run-bsp kmeans -n 1 -q --count 10 --clusters 2 --element-output plan.json
mpi-runner: plan.json: is not an NPY array; expected another name for the output, or --force
? 65

# C that does not fit is noticed, and nothing is left. Open MPI has files of its own, of some MiB.
$ mkdir limited; cd limited; plan-hbsp matmul --size 2000 --speeds 1 -o ../big.json; (ulimit -f 20000; run-matmul -q ../big.json --c c.npy -o /dev/null); code=$?; ls -A; exit $code
mpi-runner: c.npy: cannot write: File too large
? 74

# Nobody learns from its errors what a file holds; one who names the data on a tool's own command line does.
$ printf '1,2\nhunter2,3\n' > home/secret.csv; run-bsp kmeans -n 1 --clusters 1 --data home/secret.csv --emit -o project/jobs/bsp.json
$ mpi-runner project/jobs/bsp.json > words 2>&1; code=$?; grep -m 1 secret.csv:2 words; grep -c hunter2 words; exit $code
mpi-runner: ...secret.csv:2: column 1: ... is not a finite decimal number
0
? 65
$ run-bsp kmeans -q -n 1 --clusters 1 --data home/secret.csv
mpi-runner: home/secret.csv:2: column 1: 'hunter2' is not a finite decimal number
? 65

# A table has no magic bytes: a job's replaces nothing, not what a link of its folder leads to either.
$ mkdir tables; echo 'all: important' > Makefile; ln -s ../Makefile tables/out.csv; run-bsp kmeans -n 1 --count 50 --iterations 1 --element-output e.csv --emit | jq '.options.output = "out.csv"' > tables/job.json
$ . ./job.sh; run tables/job.json; code=$?; cat Makefile; exit $code
mpi-runner: tables/out.csv: is there, and may be something else than a table; expected another name for the output, or --force
all: important
? 65
$ for time in 1 2; do run-bsp kmeans -n 1 -q --count 50 --iterations 1 --element-output e.csv -o /dev/null; done; wc -l < e.csv
50
# Names in a list stand between commas.
$ mkdir 'x,y'; cp data/launching/two-processors.json bp.json; run-bp bp.json --emit --weights-out w.npy,v.npy -o 'x,y/job.json'; . ./job.sh; run 'x,y/job.json'
mpi-runner: /options/weights_out: a list, whose names cannot stand in a folder with a comma in its name, 'x,y'; expected mpi-runner to be started in that folder
? 65

# The outputs beside a checkpoint are an output, too: a link of theirs leads nowhere else.
$ mkdir -p calls; plan-shares --count 2 --speeds 1 -o shares.json; (cd calls; run-command ../shares.json --keep-order --checkpoint done --emit -o job.json -- echo {first} 2> ../words); echo mine > home/notes; ln -s ../home/notes calls/done.outputs; : > calls/done
$ . ./job.sh; cd calls; run job.json --command='["echo","{first}"]'; code=$?; cat ../home/notes; exit $code
mpi-runner: the checkpoint's outputs: 'done.outputs' is neither in the folder of the job nor in the working folder; expected a file there, or --allow-paths on the command line
mine
? 65
$ rm calls/done*; ln -s ../home/new calls/done.outputs; . ./job.sh; cd calls; run job.json --command='["echo","{first}"]'; code=$?; ls ../home/new 2> /dev/null; exit $code
mpi-runner: the checkpoint's outputs: ... is neither...
? 65

# A job that names a program loads nothing: the name is looked for among those that are built in.
$ echo 'no shared object' > project/jobs/evil.so; run-bsp kmeans -n 1 --count 10 --clusters 1 --emit | jq '.options.program = "./evil.so"' > project/jobs/bsp.json; . ./job.sh; run project/jobs/bsp.json
mpi-runner: ...: /options/program: found "./evil.so"; expected one of kmeans,...
? 65
$ jq '.options.user_program = true' project/jobs/bsp.json > project/jobs/own.json; . ./job.sh; run project/jobs/own.json
mpi-runner: program "./evil.so" is unknown; expected kmeans,...
? 65
# What a plan tells of its data opens nothing.
$ mkfifo project/jobs/never; plan-hbsp elements --count 10 --speeds 1 | jq '.data = {"name": "never", "bytes": 3}' > project/jobs/plan.json; cd project/jobs; mpi-runner plan.json | jq .of
"kmeans"
