$ show-plan --dot "$ROOT/tests/cli/show-plan/figure-7.json"
show-plan: --dot: found a document of kind partition; expected reduction-tree
? 64
$ show-plan -o plan.dot "$ROOT/tests/cli/show-plan/figure-7.json"; echo $?; ls plan.dot
show-plan: --dot: found a document of kind partition; expected reduction-tree
64
ls: ...
? 2
$ show-plan --svg --text "$ROOT/tests/cli/show-plan/figure-7.json"
show-plan: --text excludes --svg
? 64
$ show-plan --width 39 "$ROOT/tests/cli/show-plan/figure-7.json"
show-plan: --width: '39' is not an integer from 40 to 10000
? 64
$ echo '{"kind":"results","version":1}' | show-plan
show-plan: standard input: /kind: found "results"; expected job, ...partition, ...
? 65
$ echo '{"kind":"job","version":1,"run":"bp","plan":{},"input":{},"options":{}}' | show-plan
show-plan: standard input: /plan: missing; expected a plan of kind partition
? 65
$ jq '.rectangles[1].hidden.first = 12' "$ROOT/tests/cli/show-plan/figure-7.json" | show-plan --svg
show-plan: standard input: /...
? 65
$ show-plan < /dev/null
show-plan: ...no document on standard input...
? 65
$ show-plan missing.json
show-plan: missing.json: ...
? 66
$ show-plan "$ROOT/tests/cli/show-plan/figure-7.json" > /dev/full
show-plan: ...
? 74
# A name that promises another picture.
$ for name in x.eps x.TIFF x.jpg plan.json; do show-plan "$ROOT/tests/cli/show-plan/figure-7.json" -o $name; done; ls x.* plan.json 2> /dev/null
show-plan: -o x.eps: expected a name that ends in .svg, .png, .pdf, .html, .dot, .txt or nothing
show-plan: -o x.TIFF: expected a name that ends in .svg, .png, .pdf, .html, .dot, .txt or nothing
show-plan: -o x.jpg: expected a name that ends in .svg, .png, .pdf, .html, .dot, .txt or nothing
show-plan: -o plan.json: expected a name that ends in .svg, .png, .pdf, .html, .dot, .txt or nothing
? 2
$ show-plan --svg "$ROOT/tests/cli/show-plan/figure-7.json" -o x.png; echo $?; show-plan --text "$ROOT/tests/cli/show-plan/figure-7.json" -o notes.md && ls notes.md
show-plan: -o x.png: expected a name that ends in .svg or nothing
64
notes.md
# Every character of a document has a place in a picture.
$ printf '{"kind":"speeds","version":1,"processors":[{"speed":1,"host":"a\\uffff\\ufffe\\u0000\\u009b\\ud83d\\ude00<&"}]}' > odd.json; show-plan --svg odd.json | python3 -c 'import sys, xml.dom.minidom as m; m.parseString(sys.stdin.buffer.read())'; LC_ALL=C.UTF-8 show-plan odd.json --width 60 | sed -n 3p | cat -v | cut -c1-12
P0 aM-oM-?M-
# Numbers of any size.
$ for number in 5e-324 1.7976931348623157e308; do echo "{\"kind\":\"speeds\",\"version\":1,\"processors\":[{\"speed\":$number},{\"speed\":$number}]}" > extreme.json; show-plan --ascii --width 60 extreme.json | sed -n 4p; show-plan --svg extreme.json | grep -c -e nan -e inf; done
P1 ############################################### 4.94e-324
0
P1 ################################################ 1.8e+308
0
? 1
# Another picture's ending, whatever the option.
$ plan-reduction-tree --compute 1 --items 9 > tree.json; for names in '--svg -o y.dot' '--dot -o y.svg' '--text -o y.SVG' '--text -o y.dot' '--png -o y.pdf'; do show-plan $names tree.json; echo $?; done; ls y.* 2> /dev/null
show-plan: -o y.dot: expected a name that ends in .svg or nothing
64
show-plan: -o y.svg: expected a name that ends in .dot or nothing
64
show-plan: -o y.SVG: expected a name that ends in .txt or nothing
64
show-plan: -o y.dot: expected a name that ends in .txt or nothing
64
show-plan: -o y.pdf: expected a name that ends in .png or nothing
64
? 2
# Trees whose times are hardly numbers, and sums beyond them.
$ pictures() { show-plan --svg > tree.svg; grep -c -e nan -e '"-*inf' tree.svg; grep -c 'class="operation"' tree.svg; }; plan-reduction-tree --compute 5e-324 --items 100 | pictures; plan-reduction-tree --compute 1e-320 --transfer 1 --items 100 --processors 2 | pictures; plan-reduction-tree --compute 1 --items 3 | jq '.processors = [.processors[0] | .children = [] | .operations = 9007199254740990 | .finish = 1e300 | .items.count = 9007199254740991] | .compute = 1e300 | .transfer = 0 | .finish = 1e300 | .items = 9007199254740991 | .finish = 1e300 | del(.links, .compared, .cluster, .left_out)' > wide.json; pictures < wide.json; jq 'del(.finish, .processors[].finish)' wide.json | pictures
0
99
0
99
0
1
0
1
$ echo '{"kind":"report","version":1,"of":"bp","seconds_per_iteration":1e308,"processors":[{"work":1e308,"compute_s":1e-308,"communicate_s":1e308,"wait_s":1e308},{"work":1,"compute_s":1e308}]}' > large.json; show-plan --ascii large.json --width 100 > large; grep -c -e nan -e inf large; grep -e P0 -e '^ *0 ' -e imbalance large | tr -s ' #='; show-plan --svg large.json | grep -c -e nan -e '[" ]inf'
0
P0 =... 2e+308 s
 0 1e+308 1e+616 1e-308 s 1e+308 s 1e+308 s
imbalance of computing 100.0 %
0
? 1
$ echo '{"kind":"speeds","version":1,"processors":[{"speed":1,"relative_error":1e308}],"network":{"latency_s":1,"gap_s_per_byte":1e-310}}' | show-plan --ascii --width 120 | grep -e P0 -e network | tr -s '#'
P0 # 1 +-1e+310 %
network: latency 1 s, 1e-310 s per byte (1e+310 B/s), barrier 0 s, receiver's work 0 s per message
# Traces: of a report, for a page, whole, and of the same run.
$ span() { echo "{\"ph\":\"X\",\"name\":\"compute\",\"pid\":0,\"tid\":$1,\"ts\":0,\"dur\":$2e6}"; }; about() { echo "\"otherData\":{\"made_by\":\"uneven 0\",\"simulated\":$1,\"ranks\":[{\"rank\":0,\"seconds\":{\"compute\":$2}}]}"; }; trace() { echo "{\"traceEvents\":[{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":0,\"args\":{\"name\":\"a\"}},$(span 0 1)],$1}"; }; trace "$(about false 1)" > t; trace "$(about true 1)" > simulated; trace "$(about false 1.1)" > slower; sed 's/"a"/"b"/' t > elsewhere; sed 's/"tid":0/"tid":7/' t > wide; head -c 150 t > cut; head -c 100000 /dev/zero > zero
$ echo '{"kind":"report","version":1,"of":"bp","processors":[{"rank":0,"host":"a","work":1,"compute_s":1,"communicate_s":0,"wait_s":0}],"kernel":"bp","unit":"","iterations":2,"seconds_per_iteration":1,"result":{}}' > one.json; show-plan one.json --trace t -o one.html && grep -c -e '<h2 id="over-time">' one.html
1
$ for name in simulated slower elsewhere wide cut zero one.json none .; do show-plan one.json --trace $name -o no.html; echo $?; done; ls no.html 2> /dev/null
show-plan: simulated: is the trace of another run: found a simulated run; expected a real one, as in the report
65
show-plan: slower: is the trace of another run: found that rank 0 computed for 1.1 s; expected 1 s, as in the report
65
show-plan: elsewhere: is the trace of another run: found rank 0 on b; expected a, as in the report
65
show-plan: wide: /traceEvents/1/tid: found 7; expected a rank of the report, which has 1 rank
65
show-plan: cut:1:...
65
show-plan: zero: byte 1 is NUL; expected a trace
65
show-plan: one.json: /otherData/made_by: missing; expected the file of --trace of a run or of simulate-run
65
show-plan: none: cannot open: No such file or directory
66
show-plan: .: cannot read: Is a directory
74
? 2
$ show-plan one.json --trace t; echo $?; show-plan --html "$ROOT/tests/cli/show-plan/figure-7.json" --trace t; echo $?; show-plan --html one.json --trace t -o t; echo $?; show-plan --watch one.json --trace t; echo $?; show-plan --html one.json --trace ''
show-plan: --trace: only a page shows a trace; expected --html or -o FILE.html
64
show-plan: --trace: found a document of kind partition; expected the report of the same run
64
show-plan: -o: 't' is the file of the input, too; expected a file of its own
64
show-plan: --trace excludes --watch
64
show-plan: --trace: expected the name of a file
? 64
