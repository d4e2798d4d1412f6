$ echo '{"kind":"speeds","version":1,"processors":[{"speed":1},{"speed":2.0}]}' | check-plan
$ echo '{"kind":"speeds","version":1,"processors":[{"speed":1},{"speed":0}]}' | check-plan
standard input: /processors/1/speed: found 0; expected a finite number > 0
? 1
