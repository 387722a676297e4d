import { type Call, type Command, commonOptions, defineCommand } from '../command.ts'
import type { ExitCode } from '../exit-code.ts'

/** Completion scripts by shell. Each asks `rpcloom --complete` for candidates, and completes files if there are none. */
const scripts: Readonly<Record<string, string>> = {
  bash: `_rpcloom_complete() {
  local IFS=$'\\n' words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  COMPREPLY=($(rpcloom --complete "\${words[@]}" 2>/dev/null | cut -f1))
}
complete -o default -F _rpcloom_complete rpcloom`,
  zsh: `#compdef rpcloom
_rpcloom_complete() {
  local -a found shown
  local line
  for line in "\${(@f)$(rpcloom --complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -z $line ]] && continue
    found+=("\${line%%$'\\t'*}")
    shown+=("\${line/$'\\t'/ -- }")
  done
  if (( \${#found} )); then compadd -l -d shown -a found; else _files; fi
}
compdef _rpcloom_complete rpcloom`,
  fish: `function __rpcloom_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (rpcloom --complete $words[2..-1] 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c rpcloom -f -a '(__rpcloom_complete)'`,
}

const shells = Object.keys(scripts)

export const completionCommand: Command = defineCommand({
  about: [
    'prints the script that completes commands, options and their values in a shell.',
    'bash, in ~/.bashrc: eval "$(rpcloom completion bash)". zsh, in ~/.zshrc after compinit: eval "$(rpcloom completion zsh)". fish, in ~/.config/fish/config.fish: rpcloom completion fish | source.',
  ],
  options: commonOptions,
  examples: ['rpcloom completion bash'],
  takes: {
    least: 1,
    most: 1,
    otherwise: '`completion` requires a shell: bash, zsh or fish.',
    words: () => shells,
  },
  fault: (_, [shell = '']) =>
    shells.includes(shell) ? undefined : '`completion` requires a shell: bash, zsh or fish.',
  run,
})

function run({ positionals: [shell = ''], output }: Call<typeof commonOptions>): Promise<ExitCode> {
  output.line(scripts[shell] ?? '')
  return Promise.resolve(0)
}
