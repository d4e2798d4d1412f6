# SPDX-License-Identifier: MIT
# Bash completion for the programs of uneven, which list their options themselves (--list-options).

_uneven() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  # Bash takes --option=value for three words.
  if [[ $current == "=" ]]; then
    current=""
  elif [[ $before == "=" ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi

  # After -- stands a command of the user's.
  local i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    [[ ${COMP_WORDS[i]} == "--" ]] || continue
    mapfile -t COMPREPLY < <(compgen -"$([[ $i == $((COMP_CWORD - 1)) ]] && echo c || echo f)" -- "$current")
    return
  done

  # Kind, names, what the option takes, words that complete it, meaning. A blank keeps read from joining empty fields.
  local list kind names takes words _ candidates="" operands="" options=""
  list=$("$1" "${COMP_WORDS[@]:1:COMP_CWORD-1}" --list-options 2>/dev/null) || return
  while IFS=$'\037' read -r kind names takes words _; do
    case $kind in
      option)
        options+=" ${names//,/ }"
        if [[ $before == -* && -n $takes && ",$names," == *",$before,"* ]]; then
          candidates=${words:- }
        fi ;;
      operand | command) operands+=" ${words:-$([[ $kind == operand ]] || echo "$names")}" ;;
    esac
  done <<<"${list//$'\t'/$'\037'}"
  if [[ -z $candidates ]]; then
    if [[ $current == -* ]]; then
      candidates=$(tr ' ' '\n' <<<"$options" | grep -e '^--')
    else
      candidates=$operands
    fi
  fi

  mapfile -t COMPREPLY < <(compgen -W "$candidates" -- "$current")
  if [[ ${#COMPREPLY[@]} == 0 && $current != -* ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}

complete -F _uneven measure-speeds plan-partition plan-reduction-tree plan-hbsp plan-shares plan-search check-plan \
  show-plan with-share run-bp run-reduction run-matmul run-search run-bsp run-command make-cluster \
  simulate-run mpi-runner
