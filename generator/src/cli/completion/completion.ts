import { completionScript, shells } from '@rpcloom/cli/internal'
import { type Call, type Command, commonOptions, defineCommand } from '../command.ts'
import type { ExitCode } from '../exit-code.ts'

const shellFault = '`completion` requires a shell: bash, zsh or fish.'

export const completionCommand: Command = defineCommand({
  about: [
    'prints the script that completes commands, options and their values in a shell.',
    'bash, in ~/.bashrc: eval "$(rpcloom completion bash)". zsh, in ~/.zshrc after compinit: eval "$(rpcloom completion zsh)". fish, in ~/.config/fish/config.fish: rpcloom completion fish | source.',
  ],
  options: commonOptions,
  examples: ['rpcloom completion bash'],
  takes: { least: 1, most: 1, otherwise: shellFault, words: () => shells },
  fault: (_, [shell = '']) => (shells.includes(shell) ? undefined : shellFault),
  run,
})

function run({ positionals: [shell = ''], output }: Call<typeof commonOptions>): Promise<ExitCode> {
  output.line(completionScript({ name: 'rpcloom' }, shell).trimEnd())
  return Promise.resolve(0)
}
