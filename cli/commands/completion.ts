import { Argument, type Command } from 'commander'
import { completionsOf } from '@/cli/completions'
import type { Output } from '@/cli/output'
import type { Session } from '@/cli/session'

/**
 * A shell hands the words of the line to `assay complete` and offers what comes back, one word a line with its meaning behind a tab;
 * files where nothing comes back. No word is evaluated.
 */
const SCRIPTS = {
  bash: `# bash completion for assay: source <(assay completion bash)
_assay() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(assay complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _assay assay
`,
  zsh: `#compdef assay
# zsh completion for assay: source <(assay completion zsh), after compinit; or as the file _assay in a folder of $fpath
_assay() {
  local line
  local -a found
  for line in "\${(@f)$(assay complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] && found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( $#found )); then
    _describe assay found
  else
    _files
  fi
}
if [[ $funcstack[1] == _assay ]]; then
  _assay "$@"
else
  compdef _assay assay
fi
`,
  fish: `# fish completion for assay: assay completion fish | source
function __assay_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found (assay complete -- $words[2..-1] 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c assay -e
complete -c assay -f -a '(__assay_complete)'
`,
}

const AFTER = `
  source <(assay completion bash)                                      in ~/.bashrc
  source <(assay completion zsh)                                       in ~/.zshrc, after compinit
  assay completion fish > ~/.config/fish/completions/assay.fish

It completes commands, options and their choices, and names of files everywhere else. No server is asked.`

/** assay completion: a script for a shell; assay complete: what that script asks at each press of the tab key. */
export function completionCommands(program: Command, _session: () => Session, output: () => Output): void {
  const shells = Object.keys(SCRIPTS)
  program
    .command('completion')
    .description('print the script that has a shell complete commands and options of assay')
    .addArgument(new Argument('<shell>').choices(shells))
    .addHelpText('after', AFTER)
    .action((shell: keyof typeof SCRIPTS) => {
      const script = SCRIPTS[shell]
      output().result({ shell, script }, () => script.trimEnd())
    })
  program
    .command('complete', { hidden: true })
    .argument('[words...]', 'the line up to the word that is being written')
    .action((words: string[]) => {
      const found = completionsOf(program, words)
      if (found.length > 0 || output().json)
        output().result(found, () => found.map(({ word, meaning }) => `${word}\t${meaning}`).join('\n'))
    })
}
