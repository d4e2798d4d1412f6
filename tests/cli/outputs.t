# No tool writes over what it reads, whatever the names, standard input among them.
$ plan-hbsp elements --count 5 --speeds 1 -o p.json; ln p.json hard.json; ln -s p.json link.json; ls > before
$ for output in p.json ./p.json hard.json link.json; do show-plan --text p.json -o $output; echo $?; done; jq -r .kind p.json
show-plan: -o: 'p.json' is the file of the input, too; expected a file of its own
64
show-plan: -o: './p.json' is the file of the input, too; expected a file of its own
64
show-plan: -o: 'hard.json' is the file of the input, too; expected a file of its own
64
show-plan: -o: 'link.json' is the file of the input, too; expected a file of its own
64
hbsp-elements
$ run-bp -o p.json < p.json
run-bp: --output: 'p.json' is the file of PLAN, too; expected a file of its own
? 64
$ show-plan p.json >> p.json
show-plan: -o: standard output is the file of the input, too; expected a file of its own
? 64
$ seq 5 > x.csv; plan-hbsp elements --data x.csv --speeds 1 -o x.csv
plan-hbsp: -o: 'x.csv' is the file of the input, too; expected a file of its own
? 64
$ plan-search --table x.csv --speeds 1 -o x.csv
plan-search: -o: 'x.csv' is the file of the input, too; expected a file of its own
? 64
$ plan-partition --data x.csv --hidden 3 --speeds 1 -o x.csv
plan-partition: -o: 'x.csv' is the file of the input, too; expected a file of its own
? 64

# A link is followed, also to nothing; a name may have 255 bytes; /dev/stdout is standard output.
$ mkdir real; ln -s real/x.json latest.json; plan-hbsp elements --count 10 --speeds 1 -o latest.json; readlink latest.json; ls -A real
real/x.json
x.json
$ name=$(printf '計%.0s' $(seq 85)); plan-hbsp elements --count 10 --speeds 1 -o "$name"; jq .count "$name"; rm "$name"
10
$ (echo before; plan-hbsp elements --count 10 --speeds 1 --compact -o /dev/stdout; echo after) > all; sed 's/{.*/{/' all
before
{
after

# A working folder that is gone, an endless input, a limit of a file's size.
$ mkdir gone; cd gone; rmdir ../gone; plan-hbsp elements --count 5 --speeds 1 | show-plan | head -c 0; plan-hbsp elements --count 5 --speeds 1 -o x.json
plan-hbsp: x.json: cannot write: No such file or directory
? 74
$ show-plan /dev/zero
show-plan: /dev/zero: byte 1 is NUL; expected text
? 65
$ (ulimit -f 1; plan-hbsp elements --count 5000 --speeds 100*1 -o limited.json); code=$?; ls -A | grep -c limited; exit $code
plan-hbsp: limited.json: cannot write: File too large
0
? 74

# Memory that runs out where nothing can be thrown; address space too scarce for the threads of OpenBLAS, which no tool loads.
$ (printf '{"kind": "speeds", "version": 1, "processors": [{"speed": 1}], "x-a": ['; yes '[],' | head -n 3000000; echo '[]]}') > large.json; (ulimit -v 120000; check-plan large.json); code=$?; rm large.json; exit $code
check-plan: not enough memory
? 71
$ for tool in "$(dirname "$(command -v check-plan)")"/*; do ldd "$tool" | grep -q openblas && basename "$tool"; done | grep -v simulated
mpi-runner
# A name that is empty is none.
$ plan-hbsp elements --count 10 --speeds 1 -o ''
plan-hbsp: --output: expected the name of a file
? 64
