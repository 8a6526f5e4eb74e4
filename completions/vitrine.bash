# Completion of vitrine's command line in bash.
#
# The program itself says what fits (`vitrine ---complete WORD ...`): in the first line which files, then a word and a
# tab and its meaning in each. This script puts the line's words together, because bash parts them at : = < and the like,
# adds the files, and takes off what bash keeps in front of the cursor.

_vitrine() {
  local line=${COMP_LINE:0:COMP_POINT} program=${1/#\~\//$HOME/} words=() word rest
  for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
    rest=${line#"${line%%[![:space:]]*}"}
    word=${word:0:${#rest}}
    if [[ ${#words[@]} -gt 0 && $rest == "$line" ]]; then
      words[${#words[@]}-1]+=$word
    else
      words+=("$word")
    fi
    line=${rest:${#word}}
  done

  # Without quotes and backslashes, as the program would get them.
  local current=${words[-1]} quote='' index
  [[ $current == [\'\"]* ]] && quote=${current:0:1}
  for index in "${!words[@]}"; do
    word=${words[index]}
    if [[ $word == \'* ]]; then
      word=${word//\'/}
    elif [[ $word == \"* ]]; then
      word=${word//\"/}
    else
      word=${word//\\/}
    fi
    words[index]=$word
  done
  current=${words[-1]}

  local output=()
  mapfile -t output < <("$program" ---complete "${words[@]:1}" 2>/dev/null)
  [[ ${#output[@]} -gt 0 ]] || return 0

  # What is in front of the last break stays on the line; in quotes there are no breaks.
  local kept=''
  [[ -n $quote || $current != *[:=\<\>\|\&\;\(@]* ]] || kept=${current%"${current##*[:=<>|&;(@]}"}

  local kinds=(${output[0]}) candidate open=0
  COMPREPLY=()
  for candidate in "${output[@]:1}"; do
    candidate=${candidate%%$'\t'*}
    [[ $candidate != *[:=] ]] || open=1
    candidate=${candidate#"$kept"}
    [[ -n $quote ]] || printf -v candidate %q "$candidate"
    COMPREPLY+=("$candidate")
  done
  [[ ${#COMPREPLY[@]} -ne 1 || $open -eq 0 ]] || compopt -o nospace

  [[ ${kinds[0]} != none ]] || return 0
  # In lower case on both sides: cameras write .JPG.
  local file name ending extensions=" ${kinds[*]:1} "
  while IFS= read -r file; do
    name=${file/#\~\//$HOME/}
    ending=${file##*.} ending=${ending,,}
    if [[ -d $name ]]; then
      compopt -o filenames
      COMPREPLY+=("$file")
    elif [[ ${kinds[0]} == files && (${#kinds[@]} -eq 1 || $extensions == *" $ending "*) ]]; then
      compopt -o filenames
      COMPREPLY+=("$file")
    fi
  done < <(compgen -f -- "$current")
}

complete -F _vitrine vitrine
