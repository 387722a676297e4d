import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
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

/** Prints the completions of each line, one output line for each command line. */
const scripts: Readonly<Record<string, (own: string) => string>> = {
  bash: (own) =>
    [
      own,
      ...lines.map(
        ([line]) => `COMP_WORDS=(${line}); [[ ${JSON.stringify(line)} == *' ' ]] && COMP_WORDS+=('')
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); COMPREPLY=(); _pets_complete; echo "\${COMPREPLY[*]}"`,
      ),
    ].join('\n'),
  fish: (own) =>
    [own, ...lines.map(([line]) => `echo (complete -C ${JSON.stringify(line)} | cut -f1)`)].join(
      '\n',
    ),
  // Types each line into the line editor of an interactive shell. Control-T writes the words that were added.
  zsh: () => `zmodload zsh/zpty
zpty shell zsh -i
zpty -r shell out '*READY*'
${lines.map(([line]) => `zpty -w -n shell ${JSON.stringify(line)}$'\\t\\C-t'; zpty -r shell out '*DONE*'`).join('\n')}
cat words`,
}

/** Lines for an interactive bash, which divides words by its own rules, and the completed lines. */
const typed: readonly (readonly [string, string])[] = [
  ['pets --url http://127.0.0.1:1 get-pet --k', 'ind '],
  ['pets get-pet --params @pets --with', '-owner '],
  ['pets --timeout=5 list-p', 'ets '],
  ['pets get-pet --params @pe', 'ts '],
]

const zshrc = (own: string): string => `PS1=
autoload -Uz compinit; compinit -u -D
${own}
compadd() { local -a added; builtin compadd -A added "$@"; got+=($added); builtin compadd "$@" }
show() { print -r -- $got >> words; got=() BUFFER=; print -n DONE }
zle -N show; bindkey '^T' show
zle-line-init() { print -n READY }; zle -N zle-line-init
`

const isInstalled = (shell: string): boolean => spawnSync(shell, ['--version']).error === undefined

function shellOf(shell: string): { readonly env: { readonly HOME: string }; readonly own: string } {
  const folder = temporaryFolder({
    pets: `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`,
  })
  chmodSync(join(folder, 'pets'), 0o755)
  const env = {
    PATH: `${folder}:${process.env['PATH'] ?? ''}`,
    HOME: folder,
    ZDOTDIR: folder,
    TERM: 'dumb',
  }
  return { env, own: execFileSync('pets', ['--completion', shell], { env, encoding: 'utf8' }) }
}

test.for(Object.entries(scripts))(
  'completes words, options and values in %s',
  ([shell, script], { skip }) => {
    skip(shell !== 'bash' && !isInstalled(shell), `${shell} is not installed`)
    const { env, own } = shellOf(shell)
    const folder = env.HOME
    writeFileSync(join(folder, '.zshrc'), zshrc(own))
    const option = { bash: '--norc', fish: '--no-config', zsh: '-f' }[shell] ?? ''
    const args = [option, '-c', script(own)]
    const text = execFileSync(shell, args, {
      env,
      encoding: 'utf8',
      cwd: folder,
      timeout: 60_000,
    })
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' ').toSorted()),
    ).toEqual(lines.map(([, words]) => words.toSorted()))
  },
)

test('an interactive bash completes words after addresses, files and values of options', () => {
  const { env, own } = shellOf('bash')
  // Control-T prints the line.
  const show = `bind -x '"\\C-t": printf "%s|\\n" "$READLINE_LINE" >> lines; READLINE_LINE='`
  writeFileSync(join(env.HOME, 'bashrc'), `${own}\n${show}\n`)
  const input = `${typed.map(([line]) => `${line}\t\u0014`).join('')}exit\n`
  execFileSync('bash', ['--rcfile', 'bashrc', '-i'], {
    env,
    input,
    cwd: env.HOME,
    timeout: 60_000,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const lines = readFileSync(join(env.HOME, 'lines'), 'utf8').trimEnd().split('\n')
  expect(lines).toEqual(typed.map(([line, rest]) => `${line}${rest}|`))
})
