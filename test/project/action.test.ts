import { execFileSync, spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseText } from '../../generator/src/load/parse/parse.ts'
import { shopDocument } from '../contract/shop-document.ts'
import { openShop } from '../contract/shop-server.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const root = join(import.meta.dirname, '../..')

interface Step {
  readonly id: string
  readonly run: string
  readonly env?: Readonly<Record<string, string>>
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>
  readonly runs: { readonly steps: readonly Step[] }
}

function readAction(): Action {
  const parsed = parseText('action.yml', readFileSync(join(root, 'action.yml'), 'utf8'))
  if (parsed.kind === 'faulty') throw new Error(parsed.findings[0]?.message)
  return parsed.json as unknown as Action
}
const action = readAction()

test('inputs reach the scripts only by variables', () => {
  expect(action.runs.steps.map(({ id }) => id)).toEqual([
    'lint',
    'check',
    'diff',
    'comment',
    'conform',
  ])
  for (const { run, env = {} } of action.runs.steps) {
    expect(run).not.toContain('${{')
    const used = Object.values(env).flatMap((text) => [...text.matchAll(/inputs\.([\w-]+)/g)])
    expect(used.filter(([, name = '']) => !Object.hasOwn(action.inputs, name))).toEqual([])
  }
})

interface Ran {
  readonly code: number | null
  readonly text: string
  readonly file: (name: string) => string
  /** The files in the folder for temporary files whose names match. */
  readonly names: (pattern: RegExp) => readonly string[]
}

/** Runs a step in a clone of a repository, as a runner does: with the options of `shell: bash`. */
async function run(
  id: string,
  inputs: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const folder = temporaryFolder({
    ...files,
    'origin/api/shop.json': JSON.stringify(shopDocument, undefined, 2),
    'origin/api/rpcloom.config.json': JSON.stringify({
      inputs: ['shop.json'],
      out: 'packages',
      scope: '@a',
      targets: { types: {} },
    }),
    'origin/.gitignore': 'node_modules\n',
  })
  const git = (cwd: string, ...args: readonly string[]): void => {
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.test', '-c', 'commit.gpgsign=false']
    execFileSync('git', [...who, ...args], { cwd, stdio: 'pipe' })
  }
  const origin = join(folder, 'origin')
  git(origin, 'init', '-q', '-b', 'main')
  git(origin, 'add', '-A')
  git(origin, 'commit', '-qm', 'first')
  git(folder, 'clone', '-q', 'origin', 'clone')
  const api = join(folder, 'clone/api')
  const bin = join(api, 'node_modules/.bin')
  mkdirSync(bin, { recursive: true })
  symlinkSync(join(root, 'generator/bin/rpcloom.mjs'), join(bin, 'rpcloom'))
  chmodSync(join(bin, 'rpcloom'), 0o755)
  // The pull request removes a method.
  const methods = shopDocument.methods.filter(({ name }) => name !== 'shop.getItem')
  writeFileSync(join(api, 'shop.json'), JSON.stringify({ ...shopDocument, methods }, undefined, 2))
  if (files['tools/gh'] !== undefined) chmodSync(join(folder, 'tools/gh'), 0o755)
  const step = action.runs.steps.find((one) => one.id === id)
  if (step === undefined) throw new Error(id)
  const all = { 'working-directory': 'api', ...inputs }
  const env = Object.fromEntries(
    Object.entries(step.env ?? {}).map(([name, value]) => {
      const [, input = ''] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value) ?? []
      return [name, { ...defaults(), ...all }[input] ?? '']
    }),
  )
  const runner = {
    RUNNER_TEMP: folder,
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_STEP_SUMMARY: join(folder, 'summary'),
    GITHUB_REPOSITORY: 'a/b',
    // The output of an earlier step.
    ...(id === 'comment' && { FILE: join(folder, 'diff.md') }),
    PATH: `${join(folder, 'tools')}:${process.env['PATH'] ?? ''}`,
  }
  const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run]
  const child = spawn('bash', args, { cwd: api, env: { ...process.env, ...env, ...runner } })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return {
    code: code as number,
    text: stdout + stderr,
    file: (name) => readFileSync(join(folder, name), 'utf8'),
    names: (pattern) => readdirSync(folder).filter((name) => pattern.test(name)),
  }
}

function defaults(): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(action.inputs).map(([name, one]) => [name, one.default]))
}

test.each([
  ['api', 'api/shop.json'],
  ['./', 'shop.json'],
])('lint annotates the file in the repository: %s', async (folder, file) => {
  const { code, text: output } = await run('lint', { 'working-directory': folder })
  expect(code).toBe(0)
  const annotation = /^::(?:warning|error) file=([^,]+),line=\d+,col=\d+,title=RL\d+/m
  expect(annotation.exec(output)?.[1]).toBe(file)
})

test('check fails if nothing is generated', async () => {
  expect(await run('check', {})).toMatchObject({ code: 1 })
})

test('diff writes Markdown, and fails for breaking changes that are not accepted', async () => {
  const breaking = await run('diff', { diff: 'origin/main' })
  expect(breaking.code).toBe(1)
  expect(breaking.file('summary')).toContain('shop.getItem')
  expect(breaking.file('output')).toMatch(/^file=.*\/rpcloom\.\w{6}\/diff\.md\n$/)
  expect(await run('diff', { diff: 'origin/main', allow: 'all' })).toMatchObject({ code: 0 })
})

/** A tool `gh` that finds a comment, or none, and writes down what it is asked. */
const gh = (found: string): string =>
  `#!/bin/sh\necho "$@" >> "$RUNNER_TEMP/asked"\nif [ "$1" = pr ]; then echo '${found}'; fi\n`

test.each([
  ['https://github.com/a/b/pull/3#issuecomment-77', 'PATCH repos/a/b/issues/comments/77'],
  ['', 'POST repos/a/b/issues/3/comments'],
])('the comment of an earlier run is replaced: %j', async (found, want) => {
  const diff = '\u00E9'.repeat(40_000)
  const ran = await run('comment', { comment: '3' }, { 'diff.md': diff, 'tools/gh': gh(found) })
  expect(ran).toMatchObject({ code: 0, text: '' })
  expect(ran.file('asked')).toContain(`api --method ${want} `)
  const body = ran.file(ran.names(/^rpcloom\./)[0] ?? '')
  expect(body).toMatch(/^<!-- rpcloom diff of api -->\n\u00E9+\n\nThe complete list/)
  expect(body.length).toBeLessThan(65_536)
})

test('the comment of another folder is another one', async () => {
  const files = { 'diff.md': 'x', 'tools/gh': gh('') }
  const inputs = { comment: '3', 'working-directory': './a "$(x)"-->/b/' }
  const ran = await run('comment', inputs, files)
  const marker = '<!-- rpcloom diff of a____x_____/b -->'
  expect(ran.file(ran.names(/^rpcloom\./)[0] ?? '')).toBe(`${marker}\nx`)
  expect(ran.file('asked')).toContain(`startswith("${marker}")`)
})

test('without permission, or without differences, there is no comment', async () => {
  const refusing = '#!/bin/sh\nexit 1\n'
  const refused = await run('comment', { comment: '3' }, { 'diff.md': 'x', 'tools/gh': refusing })
  expect(refused).toMatchObject({ code: 0, text: expect.stringMatching(/^::warning /) })
  const empty = await run('comment', { comment: '3' }, { 'diff.md': '', 'tools/gh': refusing })
  expect(empty).toMatchObject({ code: 0, text: '' })
})

test('conform uses the known findings', async () => {
  const shop = await openShop()
  try {
    shop.plant({ isTalkative: true })
    expect(await run('conform', { conform: shop.url })).toMatchObject({ code: 1 })
    shop.plant({})
    const unknown = { conform: shop.url, expect: 'no; such $(file)' }
    expect(await run('conform', unknown)).toMatchObject({
      code: 2,
      text: expect.stringContaining('no; such $(file)'),
    })
  } finally {
    shop.close()
  }
})
