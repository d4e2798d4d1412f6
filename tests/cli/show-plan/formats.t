# Text by default, also in a pipe; the name after -o decides otherwise.
$ show-plan "$ROOT/tests/cli/show-plan/figure-7.json" --width 60 --ascii | sed -n 5,9p
samples from left to right, hidden units from top to bottom
            358                         666
 0 +-------------------+-----------------------------------+
   |        P0         |                                   |
   |       4.8 %       |                                   |
$ LC_ALL=C.UTF-8 COLUMNS=60 show-plan - < "$ROOT/tests/cli/show-plan/figure-7.json" | sed -n 7p
 0 ┌───────────────────┬───────────────────────────────────┐
# Outside UTF-8 nothing but ASCII
$ LC_ALL=C COLUMNS=60 show-plan "$ROOT/tests/cli/show-plan/figure-7.json" | sed -n 7p
 0 +-------------------+-----------------------------------+
$ show-plan "$ROOT/tests/cli/show-plan/figure-7.json" -o plan.svg && head -c 5 plan.svg && rsvg-convert plan.svg -o plan.png && head -c 4 plan.png | tail -c 3
<?xmlPNG
$ show-plan "$ROOT/tests/cli/show-plan/figure-7.json" --text -o plan.words && head -n 1 plan.words
partition 203-80-26, 1024 samples, 5 processors in 2 columns
$ show-plan --svg < "$ROOT/tests/cli/show-plan/figure-7.json" | tail -n 1
</svg>
# Time balanced in place of work
$ jq '.balance = "time"' "$ROOT/tests/cli/show-plan/figure-7.json" | show-plan --width 120 | sed -n 2p
predicted per iteration: 73,914 elements (lower bound 70,206), imbalance 0.4 % of the work, for balance in time
# A job shows its plan
$ jq '{kind: "job", version: 1, run: "bp", plan: ., input: {}, options: {}}' "$ROOT/tests/cli/show-plan/figure-7.json" | show-plan | head -n 1
partition 203-80-26, 1024 samples, 5 processors in 2 columns
# Speeds given by hand
$ echo '{"kind":"speeds","version":1,"processors":[{"speed":1},{"speed":2}]}' | show-plan --ascii --width 40
speeds of 2 processors

P0 ##################                  1
P1 ################################### 2

network: not measured
# Trees
$ plan-reduction-tree --compute 1 --transfer 1 --items 13 | show-plan --ascii | head -n 1
reduction tree (optimal): 13 items on 5 processors, finish at 5 steps; an
$ plan-reduction-tree --compute 1 --transfer 1 --items 13 | show-plan -o tree.dot && grep -c -e '->' tree.dot
4
$ plan-reduction-tree --compute 1 --transfer 1 --items 13 | show-plan --svg | grep -c 'class="operation"'
12
# Searches
$ plan-search --examples 4000 --speeds 3,1 --task-s 1e-6 | show-plan --ascii --width 60 | grep -e P1 -e '^[*]'
P1 #################                                   1,000
*  proportional-data       2 ms
*  staircase        0 s
# Matrix products and elements
$ plan-hbsp matmul --size 64 --speeds 1,1,2,4 | show-plan --ascii | head -n 1
C = A B, 64 x 64, on 4 processors
$ plan-hbsp matmul --size 40x6x90 --speeds 4*1 | tee wide.json | show-plan --ascii | grep -o -e '^C = .*' -e 'columns of . from left to right'
C = A B, 40 x 6 times 6 x 90 is 40 x 90, on 4 processors
columns of C from left to right
columns of A from left to right
columns of B from left to right
$ show-plan --svg wide.json | grep -c 'class="tile"'
12
$ plan-hbsp elements --count 4000 --speeds 3,1 | show-plan --ascii --width 40 | sed -n 3,4p
P0 ############################### 3,000
P1 ##########                      1,000
# Who sends what to whom: each band of B.
$ plan-hbsp matmul --size 100 --layout beta,beta,beta --speeds 3,1 -q | show-plan --messages
   from  to  messages  bytes
      0   1         3  60000
      1   0         1  20000
    all             4  80000
busiest                60000
$ show-plan --messages --svg data/launching/two-processors.json 2>&1 | head -n 1
show-plan: ...
# A report tells whether its hosts were simulated.
$ echo '{"kind":"report","version":1,"of":"bp","processors":[{"rank":0,"host":"a","work":1,"compute_s":1,"communicate_s":0,"wait_s":0},{"rank":1,"host":"b","work":1,"compute_s":2,"communicate_s":0,"wait_s":0}],"kernel":"bp","unit":"hidden unit x sample","iterations":2,"seconds_per_iteration":1,"simulated":true,"result":{}}' > r.json; show-plan r.json | head -1; jq "del(.simulated)" r.json | show-plan | head -1
report of bp: 2 iterations on 2 simulated ranks, 1 s each
report of bp: 2 iterations on 2 ranks, 1 s each
