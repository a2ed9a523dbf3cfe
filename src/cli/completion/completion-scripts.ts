// The scripts only hand over the words up to the cursor; what may stand there is decided by `complete`.

// Bash splits words at characters such as = and :, and replaces only what follows the last of them. So the words are
// taken from the line itself, and what bash leaves in place is cut off from the candidates. It does without the helpers
// of the bash-completion package, which is often not installed.
const bash = `# Completes fitout in bash. Add to ~/.bashrc: source <(fitout completion bash)
_fitout() {
  local line="\${COMP_LINE:0:COMP_POINT}" current kept candidate meaning flag
  local -a typed
  read -ra typed <<<"$line"
  [[ $line == *[[:space:]] ]] && typed+=('')
  current="\${typed[\${#typed[@]} - 1]}"
  kept="\${current%"\${current##*[$COMP_WORDBREAKS]}"}"
  COMPREPLY=()
  while IFS=$'\\t' read -r candidate meaning; do
    if [[ $candidate == :files ]]; then
      flag=
      [[ $current == --*=* ]] && flag="\${current%%=*}="
      compopt -o filenames 2>/dev/null
      while IFS= read -r candidate; do
        candidate="$flag$candidate"
        COMPREPLY+=("\${candidate#"$kept"}")
      done < <(compgen -f -- "\${current#"$flag"}")
    else
      COMPREPLY+=("\${candidate#"$kept"}")
    fi
  done < <(fitout __complete -- "\${typed[@]:1}" 2>/dev/null)
}
complete -F _fitout fitout
`

// The last lines let the script be both sourced and put into a folder of $fpath.
const zsh = `#compdef fitout
# Completes fitout in zsh. Add to ~/.zshrc, after compinit: source <(fitout completion zsh)
_fitout() {
  local candidate meaning files=
  local -a candidates
  while IFS=$'\\t' read -r candidate meaning; do
    if [[ $candidate == :files ]]; then
      files=yes
      continue
    fi
    candidates+=("\${candidate//:/\\\\:}\${meaning:+:$meaning}")
  done < <(fitout __complete -- "\${(@Q)words[2,CURRENT - 1]}" "\${(Q)PREFIX}" 2>/dev/null)
  if [[ -n $files ]]; then
    compset -P '--*='
    _files
  else
    _describe fitout candidates
  fi
}
if [[ $funcstack[1] == _fitout ]]; then
  _fitout
else
  compdef _fitout fitout
fi
`

const fish = `# Completes fitout in fish. Keep as ~/.config/fish/completions/fitout.fish
function __fitout_complete
    set -l typed (commandline -opc) (commandline -ct)
    set -l current (commandline -ct)
    for candidate in (fitout __complete -- $typed[2..] 2>/dev/null)
        if test "$candidate" = :files
            set -l flag (string match -r -- '^--[^=]+=' "$current")
            for path in (__fish_complete_path (string replace -- "$flag" '' "$current"))
                echo "$flag$path"
            end
        else
            echo $candidate
        end
    end
end
complete -c fitout -f -a '(__fitout_complete)'
`

/** What `fitout completion <shell>` prints. */
export const completionScripts = { bash, zsh, fish } as const
