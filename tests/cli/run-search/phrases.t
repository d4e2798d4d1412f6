# Two nouns and what stands between them, in the pattern of the nearest example. MeCab and IPADIC take the phrase apart.
$ run-search -q -n 1 --examples share/examples/everyday-phrases.tsv --phrase 京都の会議 --phrase 空港までのバス --phrase 二冊の本 --phrase ﾎﾃﾙの予約 -k 1 | cut -f1-4,6,7,10
query	phrase	rank	translation	match	pattern	example
0	京都の会議	1	meeting in Kyoto	exact	B in A	京都の会議
1	空港までのバス	1	bus to airport	similar	B to A	駅までの道
2	二冊の本	1	two books	similar	A Bs	三冊の本
3	ホテルの予約	1	hotel reservation	similar	A B	病院の食事
# The larger table has the dictionary's phrases before the everyday ones: idioms, too.
$ run-search -q -n 1 --examples share/examples/noun-phrases.tsv --phrase 京都の会議 --phrase 大阪の会議 --phrase 袋の鼠 -k 1 | cut -f2,4,6,7,10
phrase	translation	match	pattern	example
京都の会議	meeting in Kyoto	exact	B in A	京都の会議
大阪の会議	meeting in Osaka	similar	B in A	京都の会議
袋の鼠	rat in a bag	exact	B in A	袋の鼠
$ tail -n 1137 share/examples/noun-phrases.tsv | cmp - <(tail -n +2 share/examples/everyday-phrases.tsv)
# Alternatives come with their distances, the nearest first; the shares of --explain add up.
$ run-search -q -n 2 --examples share/examples/everyday-phrases.tsv --phrase 東京の天気 -k 3 --explain > found.tsv; cut -f3,4,7 found.tsv
rank	translation	pattern
1	weather in Tokyo	B in A
...
3	...
$ awk -F'\t' 'NR > 1 {s = $13 + $14 + $15 + $16 + $17 + $18 + $19 - $5; if (s > 1e-12 || s < -1e-12 || $5 < last) print; last = $5}' found.tsv
$ run-search -q -n 2 --examples share/examples/everyday-phrases.tsv --phrase 東京の天気 -k 3 --explain --format jsonl | jq -r '[.query, .phrase, .rank, .translation, .distance, .match, .pattern, .examples, .row, .example, .example_translation, (.unknown | if . == [] then "*" else join(",") end), .shares[]] | @tsv' | cmp - <(tail -n +2 found.tsv)
# Lines of a file or of standard input, in their order; blank lines and comments are none. More processes, the same lines.
$ printf '# phrases\n先生の声\n\n父からの手紙\n' > phrases.txt; for n in 1 2 3; do run-search -q -n $n --examples share/examples/everyday-phrases.tsv --phrases phrases.txt > $n.tsv; done; cmp 1.tsv 2.tsv; cmp 1.tsv 3.tsv; awk -F'\t' '$3 == 1' 1.tsv | cut -f1,2,4
0	先生の声	teacher's voice
1	父からの手紙	letter from father
$ plan-search --table share/examples/everyday-phrases.tsv --processors 2 --task-s 1 | run-search -q --examples share/examples/everyday-phrases.tsv --phrases phrases.txt | cmp - 1.tsv
$ run-search -q -n 1 --examples share/examples/everyday-phrases.tsv --phrases - < phrases.txt | cmp - 1.tsv
# Nouns of one's own come first; what no list has is said, and stays.
$ printf 'noun\ttranslation\n山田電機\tYamada Electric\n' > own.tsv; run-search -n 1 --examples share/examples/everyday-phrases.tsv --phrase 山田電機の社長 --phrase ヌポポの社長 --nouns own.tsv -k 1 | cut -f2-4,12
run-search: 'ヌポポ' is in no list of nouns
...
山田電機の社長	1	...Yamada Electric...	*
ヌポポの社長	1	...ヌポポ...	ヌポポ
# Shares without a plan are for queries, too: equal ones.
$ sed -n '1p;500p;700p' share/examples/noun-phrases.tsv > queries.tsv; run-search -q -n 2 --examples share/examples/noun-phrases.tsv --queries queries.tsv -k 2 > n.tsv; plan-search --table share/examples/noun-phrases.tsv --processors 3 --task-s 1e-8 | run-search -q --examples share/examples/noun-phrases.tsv --queries queries.tsv -k 2 | cmp - n.tsv
$ run-search --emit -n 2 --examples share/examples/everyday-phrases.tsv --phrase 京都の会議 -o job.json; check-plan job.json; jq -c '[.plan.placement[] | .count], .options.weighting' job.json; jq -j .input.queries job.json | tail -1 | tr '\t' ' '
[569,568]
"sumita"
京都 の 会議 place verbal * * 981 801
# The examples have the attributes that their phrases get.
$ share/examples/make-phrases.py --nouns share/examples/nouns.tsv < share/examples/everyday-phrases.tsv | cmp - share/examples/everyday-phrases.tsv
# What is no phrase of two nouns.
$ run-search -n 1 --examples share/examples/everyday-phrases.tsv --phrase ''
run-search: --phrase: empty; expected two nouns, such as 京都の会議
? 64
$ run-search -n 1 --examples share/examples/everyday-phrases.tsv --phrase 京都
run-search: --phrase 京都: one noun; expected two nouns, such as 京都の会議
? 64
$ run-search -n 1 --examples share/examples/everyday-phrases.tsv --phrase 隣の人の庭
run-search: --phrase 隣の人の庭: more than two nouns; expected two nouns, such as 京都の会議
? 64
$ run-search -n 1 --examples share/examples/everyday-phrases.tsv --phrase $'\xff'
run-search: --phrase \xff: invalid UTF-8 at byte 1
? 64
$ run-search -n 1 --examples share/examples/everyday-phrases.tsv --phrase $'京都の\t会議'
run-search: --phrase 京都の\t会議: a control character; expected two nouns, such as 京都の会議
? 64
$ run-search -n 1 --examples share/examples/everyday-phrases.tsv --phrase $(printf '山%.0s' {1..201})
run-search: --phrase 山...: 201 characters; expected at most 200
? 64
$ printf '京都の会議\n\n京都\n' | run-search -n 1 --examples share/examples/everyday-phrases.tsv --phrases -
run-search: standard input:3: one noun; expected two nouns, such as 京都の会議
? 65
$ printf '京都の会議\n京都\xff\n' > bytes.txt; run-search -n 1 --examples share/examples/everyday-phrases.tsv --phrases bytes.txt
run-search: bytes.txt:2: invalid UTF-8 at byte 7
? 65
$ printf '京都\0の会議\n' > nul.txt; run-search -n 1 --examples share/examples/everyday-phrases.tsv --phrases nul.txt
run-search: nul.txt: byte 7 is NUL; expected text
? 65
$ printf '\n# none\n' | run-search -n 1 --examples share/examples/everyday-phrases.tsv --phrases -
run-search: standard input: no phrase; expected one a line
? 65
# What is missing.
$ run-search -n 1 --examples share/examples/everyday-phrases.tsv --phrases none.txt
run-search: none.txt: ...
? 66
$ run-search -n 1 --examples share/examples/everyday-phrases.tsv --phrase 京都の会議 --dictionary none
run-search: none: no dictionary of MeCab; expected IPADIC (Debian's mecab-ipadic-utf8)
? 66
$ run-search -n 1 --examples share/examples/everyday-phrases.tsv --phrase 京都の会議 --dictionary /var/lib/mecab/dic/ipadic
run-search: /var/lib/mecab/dic/ipadic: a dictionary in EUC-JP; expected UTF-8 (Debian's mecab-ipadic-utf8)
? 65
$ cp share/examples/everyday-phrases.tsv alone.tsv; run-search -n 1 --examples alone.tsv --phrase 京都の会議
run-search: --phrase: no list of nouns at nouns.tsv; expected --nouns FILE
? 64
$ printf 'noun\ttranslation\tcode\n京都\tKyoto\t98\n' > bad.tsv; run-search -n 1 --examples alone.tsv --phrase 京都の会議 --nouns bad.tsv
run-search: bad.tsv:2: code: '98'; expected 3 characters, or --- if unknown
? 65
$ printf 'animal\tsound\ncat\tmeow\n' > animals.tsv; run-search -n 1 --examples animals.tsv --nouns own.tsv --phrase 京都の会議
run-search: animals.tsv:1: no column 'n1'; there are: animal, sound
? 65
$ run-search -n 3 --examples animals.tsv --queries animals.tsv
run-search: 3 processors for 1 examples; expected at least one example each
? 65
# What does not go together.
$ run-search -n 1 --examples share/examples/everyday-phrases.tsv
run-search: --queries FILE, --phrase TEXT or --phrases FILE is required
? 64
$ run-search -n 1 --examples share/examples/everyday-phrases.tsv --queries queries.tsv --phrase 京都の会議
run-search: --queries excludes --phrase
? 64
$ run-search --examples share/examples/everyday-phrases.tsv --phrases - < phrases.txt
run-search: the plan and the phrases cannot both come from standard input; name a file for one of them, or give -n
? 64
$ run-search -n 1 --examples share/examples/everyday-phrases.tsv --queries queries.tsv --nouns own.tsv
run-search: --nouns: needs --phrase or --phrases
? 64
