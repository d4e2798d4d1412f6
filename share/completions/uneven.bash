# SPDX-License-Identifier: MIT
# Bash completion for the tools of uneven. Options, and most of their values, are read from --help at the moment, so
# that they are those of the installed version.

# Words that an option takes, where --help names them in a sentence only.
_uneven_words() {
  case "$1 $2" in
    "plan-partition --method") echo "columns grid equal best" ;;
    "plan-partition --order") echo "sorted free" ;;
    "plan-partition --objective") echo "elements seconds" ;;
    "plan-partition --balance") echo "work time" ;;
    "plan-partition --collective") echo "linear tree ring" ;;
    "run-bsp --relocation") echo "none sync async blocks= steal" ;;
    "run-bsp PROGRAM") echo "kmeans em linear logistic pagerank components paths" ;;
    *" --launcher") echo "srun" ;;
  esac
}

# What --help says that the option takes, such as FILE or TEXT:{single,double}=single; nothing for a flag.
_uneven_type() {
  sed -nE "s/^ *(-[a-z],)?$1(,--[a-z-]+)? ([A-Z][^ ]*).*/\3/p" | grep -vE '^(Excludes|Needs|REQUIRED)' | head -n 1
}

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

  local help commands word words=""
  help=$("$1" --help 2>/dev/null) || return
  commands=$(sed -nE '/^Subcommands:/,/^$/s/^  ([a-z-]+) .*/\1/p' <<<"$help")
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if grep -qxF -e "$word" <<<"$commands"; then
      help+=$'\n'$("$1" "$word" --help 2>/dev/null)
      commands=""
    fi
  done

  local type=""
  if [[ $before == -* ]]; then type=$(_uneven_type "$before" <<<"$help"); fi
  if [[ -n $type ]]; then
    words=$(_uneven_words "${1##*/}" "$before")
    if [[ $type =~ \{(.*)\} ]]; then words=${BASH_REMATCH[1]//,/ }; fi
  elif [[ $current == -* ]]; then
    words=$(sed -nE 's/^ *(-[a-z],)?(--[a-z-]+)( .*)?$/\2/p' <<<"$help" | sort -u)
  elif [[ $COMP_CWORD == 1 ]]; then
    words="$commands $(_uneven_words "${1##*/}" PROGRAM)"
  else
    words=$commands
  fi

  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  if [[ ${#COMPREPLY[@]} == 0 && $current != -* ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}

complete -F _uneven measure-speeds plan-partition plan-reduction-tree plan-hbsp plan-shares plan-search check-plan \
  show-plan with-share run-bp run-reduction run-matmul run-search run-bsp run-command make-cluster \
  simulate-run
