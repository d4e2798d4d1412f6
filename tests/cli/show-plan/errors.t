$ show-plan --dot "$ROOT/tests/cli/show-plan/figure-7.json"
show-plan: --dot: found a document of kind partition; expected reduction-tree
? 64
$ show-plan -o plan.dot "$ROOT/tests/cli/show-plan/figure-7.json"; echo $?; ls plan.dot
show-plan: --dot: found a document of kind partition; expected reduction-tree
64
ls: ...
? 2
$ show-plan --svg --text "$ROOT/tests/cli/show-plan/figure-7.json"
show-plan: ...--text,--svg,--dot...
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
$ for name in x.png x.PDF x.jpg plan.json; do show-plan "$ROOT/tests/cli/show-plan/figure-7.json" -o $name; done; ls x.* plan.json 2> /dev/null
show-plan: -o x.png: expected a name that ends in .svg, .dot, .txt or nothing; rsvg-convert makes other pictures of an SVG
show-plan: -o x.PDF: expected a name that ends in .svg, .dot, .txt or nothing; rsvg-convert makes other pictures of an SVG
show-plan: -o x.jpg: expected a name that ends in .svg, .dot, .txt or nothing; rsvg-convert makes other pictures of an SVG
show-plan: -o plan.json: expected a name that ends in .svg, .dot, .txt or nothing; rsvg-convert makes other pictures of an SVG
? 2
$ show-plan --svg "$ROOT/tests/cli/show-plan/figure-7.json" -o x.png; echo $?; show-plan --text "$ROOT/tests/cli/show-plan/figure-7.json" -o notes.md && ls notes.md
show-plan: -o x.png: expected a name that ends in .svg or nothing; rsvg-convert makes other pictures of an SVG
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
$ plan-reduction-tree --compute 1 --items 9 > tree.json; for names in '--svg -o y.dot' '--dot -o y.svg' '--text -o y.SVG' '--text -o y.dot'; do show-plan $names tree.json; echo $?; done; ls y.* 2> /dev/null
show-plan: -o y.dot: expected a name that ends in .svg or nothing; rsvg-convert makes other pictures of an SVG
64
show-plan: -o y.svg: expected a name that ends in .dot or nothing; rsvg-convert makes other pictures of an SVG
64
show-plan: -o y.SVG: expected a name that ends in .txt or nothing; rsvg-convert makes other pictures of an SVG
64
show-plan: -o y.dot: expected a name that ends in .txt or nothing; rsvg-convert makes other pictures of an SVG
64
? 2
