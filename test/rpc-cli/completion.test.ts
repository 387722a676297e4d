import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'

const bin = join(import.meta.dirname, 'program.mjs')

/** Command lines before the cursor, and the completed words: none that has a meaning for a shell. */
const lines: readonly (readonly [string, readonly string[]])[] = [
  ['pets g', ['get-pet']],
  ['pets get-pet --k', ['--kind']],
  ['pets get-pet --kind ', ['cat', 'dog']],
  ['pets get-pet 1 d', ['dog']],
  ['pets --completion ', ['bash', 'zsh', 'fish']],
  ['pets get-pet --kind cat 1 ', ['true', 'false']],
]

/** Asks a shell for the completions of each line, one output line for each command line. */
const shells: readonly (readonly [shell: string, script: (line: string) => string])[] = [
  [
    'bash',
    (line) => `COMP_WORDS=(${line}); [[ ${JSON.stringify(line)} == *' ' ]] && COMP_WORDS+=('')
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); COMPREPLY=(); _pets_complete; echo "\${COMPREPLY[*]}"`,
  ],
  ['fish', (line) => `echo (complete -C ${JSON.stringify(line)} | cut -f1)`],
  [
    'zsh',
    (line) => `words=(${line}); [[ ${JSON.stringify(line)} == *' ' ]] && words+=('')
CURRENT=\${#words}; got=(); _pets_complete; echo "\${got[*]}"`,
  ],
]

/** Commands that a shell needs before the script: zsh completes only inside of its line editor. */
const before: Readonly<Record<string, string>> = {
  zsh: 'compdef() { : }; compadd() { eval "got=(\\"\\${${@[-1]}[@]}\\")" }; _files() { : }',
}

const isInstalled = (shell: string): boolean => spawnSync(shell, ['--version']).error === undefined

test.for(shells)('completes words, options and values in %s', ([shell, script], { skip }) => {
  skip(shell !== 'bash' && !isInstalled(shell), `${shell} is not installed`)
  const folder = temporaryFolder({ pets: `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n` })
  chmodSync(join(folder, 'pets'), 0o755)
  const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}`, HOME: folder }
  const own = execFileSync('pets', ['--completion', shell], { env, encoding: 'utf8' })
  const commands = [before[shell] ?? '', own, ...lines.map(([line]) => script(line))].join('\n')
  const args = shell === 'fish' ? ['--no-config', '-c', commands] : ['-c', commands]
  const text = execFileSync(shell, args, { env, encoding: 'utf8', cwd: folder })
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ').toSorted()),
  ).toEqual(lines.map(([, words]) => words.toSorted()))
})
