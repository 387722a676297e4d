import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sidesOf } from '../../generator/src/output/conflict.ts'
import { rpcloom } from '../rpcloom.ts'
import { filesBelow, temporaryFolder } from '../temporary-folder.ts'

const names = ['getOne', 'getTwo', 'getThree', 'getFour', 'getFive', 'getSix']

const methodOf = (name: string, at: number): object => ({
  name,
  summary: `Summary of ${name}.`,
  params: [{ name: 'id', required: true, schema: { type: 'string' } }],
  result: {
    name: 'r',
    schema: {
      title: `Result of ${name}`,
      type: 'object',
      properties: { next: { type: 'array', items: { type: 'object', properties: { at: {} } } } },
    },
  },
  // Three of six methods list this error, so that one more or less changes the majority.
  errors: at % 2 === 0 ? [{ $ref: '#/components/errors/Busy' }] : [],
})

const documentOf = (methods: readonly string[]): string =>
  JSON.stringify(
    {
      openrpc: '1.3.2',
      info: { title: 'Tasks', version: '1.0.0' },
      methods: methods.map((name) => methodOf(name, names.indexOf(name))),
      components: {
        errors: {
          Busy: {
            code: -32_050,
            message: 'Busy',
            'x-error': { reason: 'busy', when: 'It is busy' },
          },
        },
      },
    },
    undefined,
    2,
  )

function projectOf(): string {
  const config = { inputs: ['*.openrpc.json'], scope: '@branches', out: 'out' }
  const targets = { client: {}, server: {}, mock: {} }
  return temporaryFolder({
    'rpcloom.config.json': JSON.stringify({ ...config, targets }),
    'tasks.openrpc.json': documentOf(names),
  })
}

interface Ended {
  readonly status: number | null
  readonly text: string
}

async function generate(cwd: string, ...flags: readonly string[]): Promise<Ended> {
  const { code, stdout, stderr } = await rpcloom(cwd, 'generate', ...flags)
  return { status: code, text: stdout + stderr }
}

function git(cwd: string, ...args: readonly string[]): Ended {
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'merge.conflictStyle=diff3']
  const { status, stdout, stderr } = spawnSync('git', [...author, ...args], {
    cwd,
    encoding: 'utf8',
  })
  return { status, text: stdout + stderr }
}

function commitAll(cwd: string, message: string): void {
  git(cwd, 'add', '--all')
  expect(git(cwd, 'commit', '--quiet', '-m', message)).toMatchObject({ status: 0 })
}

test('a method at the top of a document changes only lines about this method, and hashes', async () => {
  const cwd = projectOf()
  expect(await generate(cwd)).toMatchObject({ status: 0 })
  git(cwd, 'init', '--quiet')
  commitAll(cwd, 'base')
  writeFileSync(join(cwd, 'tasks.openrpc.json'), documentOf(['weigh', ...names]))
  const { text } = await generate(cwd)
  expect(text).toContain('Methods added (1)')
  expect(text).not.toContain('Methods changed')
  const diff = execFileSync('git', ['diff', '-U0', '--', 'out'], { cwd, encoding: 'utf8' })
  const lines = diff.split('\n').filter((line) => /^[-+](?![-+]{2} )/.test(line))
  const removed = lines.filter((line) => line.startsWith('-'))
  const expected = /[0-9a-f]{32}|"openrpc":"1\.3\.2"|\bmethods: \w+ = \{|"enum": \[/
  expect(removed.filter((line) => !expected.test(line))).toEqual([])
  // Two lines per changed file.
  const ofLock = lines.filter((line) => /^.\s+"[^"]+": "[0-9a-f]{32}/.test(line))
  expect(lines.length - ofLock.length).toBeLessThanOrEqual(60)
}, 60_000)

test('branches that add methods to one document merge without --force', async () => {
  const cwd = projectOf()
  expect(await generate(cwd)).toMatchObject({ status: 0 })
  git(cwd, 'init', '--quiet', '--initial-branch=main')
  commitAll(cwd, 'base')
  const branches = { left: ['alpha', ...names], right: [...names.slice(0, 5), 'omega', 'getSix'] }
  for (const [branch, methods] of Object.entries(branches)) {
    git(cwd, 'checkout', '--quiet', '-b', branch, 'main')
    writeFileSync(join(cwd, 'tasks.openrpc.json'), documentOf(methods))
    expect(await generate(cwd)).toMatchObject({ status: 0 })
    commitAll(cwd, branch)
  }
  expect(git(cwd, 'merge', '--no-edit', 'left').status).toBe(1)
  const unmerged = git(cwd, 'diff', '--name-only', '--diff-filter=U').text.trim().split('\n')
  expect(unmerged).toContain('out/rpcloom.lock.json')
  expect(unmerged).not.toContain('tasks.openrpc.json')

  // A file that only the user changed is still refused.
  const license = join(cwd, 'out/client/LICENSE')
  const before = readFileSync(license, 'utf8')
  writeFileSync(license, `${before}edited\n`)
  expect((await generate(cwd)).text).toContain('client/LICENSE was edited by hand')
  writeFileSync(license, before)

  expect((await generate(cwd, '--check')).status).toBe(1)
  expect(await generate(cwd)).toMatchObject({ status: 0 })
  expect(await generate(cwd, '--check')).toMatchObject({ status: 0 })
  const fresh = temporaryFolder({
    'rpcloom.config.json': readFileSync(join(cwd, 'rpcloom.config.json')),
    'tasks.openrpc.json': readFileSync(join(cwd, 'tasks.openrpc.json')),
  })
  expect(await generate(fresh)).toMatchObject({ status: 0 })
  expect(contents(join(cwd, 'out'))).toEqual(contents(join(fresh, 'out')))

  // The same if the user chose one side of the lock file.
  git(cwd, 'reset', '--quiet', '--hard')
  expect(git(cwd, 'merge', '--no-edit', 'left').status).toBe(1)
  git(cwd, 'checkout', '--ours', 'out/rpcloom.lock.json')
  expect(await generate(cwd)).toMatchObject({ status: 0 })
  expect(contents(join(cwd, 'out'))).toEqual(contents(join(fresh, 'out')))
}, 60_000)

function contents(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    filesBelow(folder).map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  )
}

test.each([
  ['no conflict', 'a\n=======\nb', undefined],
  ['an unfinished conflict', 'a\n<<<<<<< ours\nb\n=======\nc', undefined],
  [
    'a conflict with base',
    'a\n<<<<<<< x\nb\n||||||| y\nc\n=======\nd\n>>>>>>> z\ne',
    ['a\nb\ne', 'a\nd\ne'],
  ],
  ['line ends of Windows', '<<<<<<< x\r\nb\r\n=======\r\n>>>>>>> z\r\ne', ['b\r\ne', 'e']],
])('the sides of a text with %s', (_, text, want) => {
  expect(sidesOf(text)).toEqual(want)
})
