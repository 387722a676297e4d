import { UsageError } from './exit-codes.ts'
import type { Program } from './program.ts'

/** Completion scripts by shell. Each asks the command itself for candidates. */
const scripts = {
  bash: (name: string, id: string) => `_${id}_complete() {
  local IFS=$'\\n' words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  COMPREPLY=($(${name} --complete "\${words[@]}" 2>/dev/null | cut -f1))
  [[ $2 == @* ]] && COMPREPLY=($(compgen -f -P @ -- "\${2:1}"))
}
# Otherwise bash divides addresses, @FILE and --option=value into several words.
COMP_WORDBREAKS=\${COMP_WORDBREAKS//[=@:]}
complete -o default -F _${id}_complete ${name}
`,
  zsh: (name: string, id: string) => `#compdef ${name}
_${id}_complete() {
  local -a found shown
  local line
  for line in "\${(@f)$(${name} --complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -z $line ]] && continue
    found+=("\${line%%$'\\t'*}")
    shown+=("\${line/$'\\t'/ -- }")
  done
  if (( \${#found} )); then compadd -l -d shown -a found; else _files; fi
}
compdef _${id}_complete ${name}
`,
  fish: (name: string, id: string) => `function __${id}_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (${name} --complete $words[2..-1] 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c ${name} -f -a '(__${id}_complete)'
`,
} as const

/** Returns the completion script for a shell. */
export function completionScript({ name }: Pick<Program, 'name'>, shell: string): string {
  const [, script] = Object.entries(scripts).find(([one]) => one === shell) ?? []
  if (!script) throw new UsageError('--completion must be bash, zsh or fish')
  return script(name, name.replaceAll(/\W/g, '_'))
}

export const shells: readonly string[] = Object.keys(scripts)
