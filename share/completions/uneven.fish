# SPDX-License-Identifier: MIT
# Fish completion for the programs of uneven, which list their options themselves (--list-options).

# Words and their meanings, between tabs; files where no words are known.
function __uneven_complete
    set -l words (__uneven_words)
    if test (count $words) -gt 0
        printf '%s\n' $words
    else
        __fish_complete_path (commandline -ct)
    end
end

function __uneven_words
    set -l given (commandline -opc)
    set -l current (commandline -ct)
    set -l tab (printf '\t')
    set -l operands
    set -l options
    for line in ($given --list-options 2>/dev/null)
        set -l row (string split $tab -- $line)
        set -l names (string split , -- $row[2])
        switch $row[1]
            case option
                if test -n "$row[3]"; and contains -- $given[-1] $names
                    string split -n ' ' -- $row[4]
                    return
                end
                for name in $names
                    set -a options $name$tab$row[5]
                end
            case operand
                set -a operands (string split -n ' ' -- $row[4])
            case command
                set -a operands $row[2]$tab$row[5]
        end
    end
    if string match -q -- '-*' $current
        string match -- $current'*' $options
    else
        string match -- $current'*' $operands
    end
end

for program in measure-speeds plan-partition plan-reduction-tree plan-hbsp plan-shares plan-search check-plan show-plan \
        with-share run-bp run-reduction run-matmul run-search run-bsp run-command make-cluster simulate-run mpi-runner
    complete -c $program -f -a '(__uneven_complete)'
end
