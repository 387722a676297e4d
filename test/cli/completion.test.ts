import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { candidates } from '../../generator/src/cli/completion/candidates.ts'
import { commands } from '../../generator/src/cli/commands.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const bin = join(import.meta.dirname, '../../generator/bin/rpcloom.mjs')

/** Words before the cursor, and the words that complete the last one. */
const lines: readonly (readonly [words: readonly string[], completed: readonly string[]])[] = [
  [['gen'], ['generate']],
  [['help', 'li'], ['lint']],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [['explain', 'RL110'], ['RL110']],
  [
    ['scaffold', ''],
    ['server', 'client'],
  ],
  [['scaffold', 'server', ''], []],
  [['lint', '--de'], ['--deny-warnings']],
  [['lint', '--format', 'g'], ['github']],
  [['lint', '--format', '=', 's'], ['sarif']],
  [['lint', '-c', ''], []],
  [['nothing', '--'], []],
]

test.each(lines)('%j is completed by %j', async (words, completed) => {
  const found = await candidates(words)
  expect(found.map((line) => line.replace(/\t.*/, ''))).toEqual(completed)
})

test('without a word, all commands are candidates, with their summaries', async () => {
  const found = new Map(
    (await candidates([''])).map((line) => line.split('\t') as [string, string]),
  )
  for (const [name, { summary }] of Object.entries(commands)) expect(found.get(name)).toBe(summary)
})

/** Asks a shell for the completions of `rpcloom lint --format `. */
const shells: Readonly<Record<string, string>> = {
  bash: `COMP_WORDS=(rpcloom lint --format ''); COMP_CWORD=3; COMPREPLY=(); _rpcloom_complete; echo "\${COMPREPLY[*]}"`,
  fish: `echo (complete -C 'rpcloom lint --format ' | cut -f1)`,
  // zsh completes only inside of its line editor.
  zsh: `words=(rpcloom lint --format ''); CURRENT=4; got=(); _rpcloom_complete; echo "\${got[*]}"`,
}
const zshBefore =
  'compdef() { : }; compadd() { eval "got=(\\"\\${${@[-1]}[@]}\\")" }; _files() { : }'

const installed = Object.keys(shells).filter(
  (shell) => shell === 'bash' || spawnSync(shell, ['--version']).error === undefined,
)

test.each(installed)('the script for %s completes words', (shell) => {
  const run = `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`
  const folder = temporaryFolder({ rpcloom: run })
  chmodSync(join(folder, 'rpcloom'), 0o755)
  const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}`, HOME: folder }
  const script = execFileSync('rpcloom', ['completion', shell], { env, encoding: 'utf8' })
  const before = shell === 'zsh' ? zshBefore : ''
  const text = [before, script, shells[shell]].join('\n')
  const args = shell === 'fish' ? ['--no-config', '-c', text] : ['-c', text]
  const printed = execFileSync(shell, args, { env, encoding: 'utf8', cwd: folder })
  const formats = ['text', 'problem-matcher', 'github', 'sarif', 'json']
  expect(printed.trim().split(' ').toSorted()).toEqual(formats.toSorted())
})
