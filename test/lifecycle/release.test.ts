import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { default as parse } from '@changesets/parse'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isUntouched,
  parseChangeset,
  printChangeset,
} from '../../generator/src/release/changeset.ts'
import type { Change } from '../../generator/src/diff/change.ts'
import type { Audience } from '../../generator/src/diff/direction.ts'
import {
  bumpOf,
  isEnough,
  nextVersion,
  usersOf,
  type Bump,
} from '../../generator/src/release/bump.ts'
import type { Json, JsonObject } from 'rpcloom/model'
import { rpcloom } from '../rpcloom.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const change = (kind: Change['kind'], ...breaks: readonly Audience[]): Change => ({
  kind,
  methods: [],
  subject: 's',
  path: '',
  details: {},
  breaks,
})

test.each<[target: string, changes: readonly Change[], filesChanged: boolean, want: Bump]>([
  ['client', [change('param-removed', 'callers', 'implementers')], false, 'major'],
  ['client', [change('method-added', 'implementers')], false, 'minor'],
  ['server', [change('method-added', 'implementers')], false, 'major'],
  ['server', [change('error-added', 'callers')], false, 'minor'],
  ['mock', [change('error-added', 'callers')], false, 'major'],
  ['docs', [change('method-removed', 'callers', 'implementers')], false, 'minor'],
  ['other', [change('method-added', 'implementers')], false, 'major'],
  ['client', [change('method-described')], false, 'patch'],
  ['client', [], true, 'patch'],
  ['client', [], false, 'none'],
])('%s with %j requires %s', (target, changes, filesChanged, want) => {
  expect(bumpOf(usersOf(target, [target]), changes, { filesChanged })).toBe(want)
})

test.each<[targets: readonly string[], users: readonly string[]]>([
  [['client', 'types'], ['callers']],
  [['client', 'mock', 'docs', 'types'], ['callers']],
  [['server', 'types'], ['implementers']],
  [
    ['client', 'server', 'types'],
    ['callers', 'implementers'],
  ],
  [
    ['client', 'own', 'types'],
    ['callers', 'implementers'],
  ],
  [['types'], ['callers', 'implementers']],
])('of %j, the types have the users %j', (targets, users) => {
  expect(usersOf('types', targets)).toEqual(users)
})

test.each<
  [released: string, bump: Bump, pre: [tag: string, latest: string] | undefined, want: string]
>([
  ['1.2.3', 'major', undefined, '2.0.0'],
  ['1.2.3', 'minor', undefined, '1.3.0'],
  ['1.2.3', 'patch', undefined, '1.2.4'],
  ['1.2.3', 'none', undefined, '1.2.3'],
  ['0.2.7', 'major', undefined, '0.3.0'],
  ['0.2.7', 'minor', undefined, '0.2.8'],
  ['0.2.7', 'patch', undefined, '0.2.8'],
  ['1.2.3', 'major', ['beta', '1.2.3'], '2.0.0-beta.0'],
  ['1.2.3', 'major', ['beta', '2.0.0-beta.0'], '2.0.0-beta.1'],
  ['1.2.3', 'major', ['rc', '2.0.0-beta.4'], '2.0.0-rc.0'],
  ['1.2.3', 'minor', ['beta', '2.0.0-beta.4'], '1.3.0-beta.0'],
  ['1.0.0-beta.3', 'major', undefined, '1.0.0'],
])('the version after %s for %s and prerelease %j is %s', (released, bump, pre, want) => {
  expect(nextVersion(released, bump, pre && { tag: pre[0], latest: pre[1] })).toBe(want)
})

test.each([
  ['2.0.0', '2.0.0', true],
  ['2.0.0-beta.0', '2.0.0', true],
  ['1.9.9', '2.0.0', false],
  ['3.0.0', '2.0.0', true],
])('%s for %s: %s', (version, required, want) => {
  expect(isEnough(version, required)).toBe(want)
})

test('changesets are parsed like the changesets tool does', () => {
  const name = fc.constantFrom('@acme/client', '@acme/server', 'plain')
  const bump = fc.constantFrom<Bump>('patch', 'minor', 'major')
  const bumps = fc.dictionary(name, bump, { minKeys: 1 })
  fc.assert(
    fc.property(bumps, fc.string(), (given, text) => {
      const summary = text.trim()
      const printed = printChangeset({ bumps: given, summary })
      const theirs = parse(printed)
      expect(Object.fromEntries(theirs.releases.map((one) => [one.name, one.type]))).toEqual(given)
      expect(parseChangeset(printed)).toEqual({ bumps: { ...given }, summary })
      expect(isUntouched(printed)).toBe(true)
      expect(isUntouched(printed.replace('\n\n', '\n\nMore. '))).toBe(false)
    }),
    { seed: 20260714 },
  )
})

interface Repository {
  readonly folder: string
  readonly release: (
    ...words: readonly string[]
  ) => Promise<{ readonly code: number; readonly out: string }>
  readonly tag: (name: string) => Promise<void>
  readonly edit: (edit: (document: Writable) => void) => void
  readonly read: (path: string) => string
}

interface Writable {
  methods: { name: string; [key: string]: Json }[]
}

/** Creates a git repository with a project of one document, generated and released as 1.0.0. */
async function repository(version = '1.0.0'): Promise<Repository> {
  const pets: JsonObject = {
    openrpc: '1.3.2',
    info: { title: 'Pets', version: '1.0.0' },
    methods: [
      {
        name: 'pets.get',
        summary: 'Get a pet',
        params: [],
        result: { name: 'pet', schema: { type: 'string' } },
      },
      { name: 'pets.drop', params: [], result: { name: 'done', schema: { type: 'boolean' } } },
    ],
  }
  const config = {
    inputs: ['*.openrpc.json'],
    out: 'packages',
    scope: '@acme',
    version,
    targets: { client: {}, server: {} },
  }
  const folder = temporaryFolder({
    'pets.openrpc.json': JSON.stringify(pets),
    'rpcloom.config.json': `${JSON.stringify(config, undefined, 4)}\n`,
  })
  const git = (...words: readonly string[]): void => {
    const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org']
    execFileSync('git', [...author, ...words], { cwd: folder, stdio: 'pipe' })
  }
  const run = async (...words: readonly string[]): ReturnType<Repository['release']> => {
    const { code, stdout, stderr } = await rpcloom(folder, ...words)
    return { code, out: stdout + stderr }
  }
  git('init', '-q')
  await run('generate')
  return {
    folder,
    release: (...words) => run('release', ...words),
    tag: async (name) => {
      await run('generate')
      git('add', '-A')
      git('commit', '-q', '-m', name)
      git('tag', name)
    },
    edit: (edit) => {
      const path = join(folder, 'pets.openrpc.json')
      const document: Writable = JSON.parse(readFileSync(path, 'utf8'))
      edit(document)
      writeFileSync(path, JSON.stringify(document))
    },
    read: (path) => readFileSync(join(folder, path), 'utf8'),
  }
}

describe('rpcloom release', () => {
  test('rejects a clone that lacks the commit of the last release', async () => {
    const { folder, tag, edit } = await repository()
    await tag('v1.0.0')
    edit(({ methods }) => void methods.pop())
    await tag('later')
    const clone = temporaryFolder({})
    const from = pathToFileURL(folder).href
    execFileSync('git', ['clone', '-q', '--depth', '1', '--no-tags', from, clone])
    expect(await rpcloom(clone, 'release', '--check')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('RL804'),
    })
  })

  test('creates a version and changelogs from a change, then has nothing to do', async () => {
    const { release, tag, edit, read, folder } = await repository()
    expect((await release()).out).toContain('First release: 1.0.0')
    await tag('v1.0.0')
    expect((await release()).out).toContain('Nothing changed')
    edit(({ methods }) => {
      methods.push({
        name: 'pets.add',
        summary: 'Add a <b>pet</b>',
        params: [],
        result: { name: 'r', schema: { type: 'string' } },
      })
    })
    const before = await release('--check')
    expect([before.code, before.out]).toEqual([1, expect.stringContaining('RL801')])
    expect(before.out).toMatch(/rpcloom\.config\.json:\d\d?:\d+/)
    const json = JSON.parse((await release('--dry-run', '--json')).out) as JsonObject
    expect(json).toMatchObject({
      since: 'v1.0.0',
      released: '1.0.0',
      required: '2.0.0',
      written: [],
    })
    expect(json['packages']).toMatchObject([
      { name: '@acme/client', bump: 'minor' },
      { name: '@acme/server', bump: 'major' },
      { name: '@acme/types', bump: 'major' },
    ])
    expect(existsSync(join(folder, '.changeset'))).toBe(false)

    // A published changelog cannot link to files of another package.
    expect((await release()).code).toBe(0)
    expect(read('.changeset/rpcloom-client.md')).toContain('- `pets.add`: Add a ')
    expect((await release('--docs-url', 'https://docs.example.org/')).code).toBe(0)
    expect(read('.changeset/rpcloom-client.md')).toContain(
      '- [`pets.add`](https://docs.example.org/pets/add.html): Add a \\<b\\>pet\\</b\\>',
    )
    expect(read('.changeset/rpcloom-server.md')).toContain('- **Breaking:** [`pets.add`]')
    expect((await release('--check')).code).toBe(0)

    expect((await release('--apply', '--pre', 'beta')).out).toContain('2.0.0-beta.0')
    expect((await release('--apply', '--pre', 'beta')).out).toContain('2.0.0-beta.1')
    expect((await release('--apply')).out).toContain('Version 2.0.0')
    expect(JSON.parse(read('rpcloom.config.json'))).toMatchObject({ version: '2.0.0' })
    // The rest of the configuration is unchanged.
    expect(read('rpcloom.config.json')).toContain('\n    "scope": "@acme",\n')
    const changelog = read('packages/server/CHANGELOG.md')
    expect([...changelog.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual([
      '2.0.0',
      '2.0.0-beta.1',
      '2.0.0-beta.0',
    ])
    expect(readdirSync(join(folder, '.changeset'))).toEqual([])
    expect((await release('--check')).code).toBe(0)
    await release()
    expect(readdirSync(join(folder, '.changeset'))).toEqual([])
    await tag('@acme/client@2.0.0')
    expect((await release()).out).toContain('Nothing changed since @acme/client@2.0.0')
  })

  test('keeps Windows line endings, and does not treat them as an edit', async () => {
    const { release, tag, edit, read, folder } = await repository()
    const windows = (path: string, text: string): void =>
      writeFileSync(join(folder, path), text.replaceAll('\n', '\r\n'))
    await tag('v1.0.0')
    edit(({ methods }) => methods.pop())
    await release()
    const path = '.changeset/rpcloom-client.md'
    windows(path, read(path))
    const before = read(path)
    await release()
    expect(read(path)).toBe(before)
    // A later change replaces the changelog text, which has not been edited.
    edit(({ methods }) => void methods.push({ name: 'pets.add', params: [] }))
    await release()
    expect(read(path)).toContain('`pets.add`')
    expect(read(path)).not.toMatch(/[^\r]\n/)
    const changelog = 'packages/client/CHANGELOG.md'
    windows(changelog, '# @acme/client\n\n## 1.0.0\n\nFirst.\n')
    windows('rpcloom.config.json', read('rpcloom.config.json'))
    await release('--apply')
    expect(read(changelog)).toContain('## 2.0.0\r\n\r\n')
    expect(read(changelog)).not.toMatch(/[^\r]\n/)
    expect(read('rpcloom.config.json')).not.toMatch(/[^\r]\n/)
  })

  test('rejects changesets and versions that are too small', async () => {
    const { release, tag, edit, folder } = await repository()
    await tag('v1.0.0')
    edit(({ methods }) => methods.pop())
    await release()
    const path = join(folder, '.changeset/rpcloom-client.md')
    // The release keeps the edited text, but not a bump that is too small.
    const own = readFileSync(path, 'utf8')
      .replace('major', 'patch')
      .replace('### Removed', 'We are sorry.\n\n### Removed')
    writeFileSync(path, own)
    for (const name of ['server', 'types']) {
      const text = `---\n"@acme/${name}": minor\n---\n\nMine.\n`
      writeFileSync(join(folder, `.changeset/rpcloom-${name}.md`), text)
    }
    const refused = await release('--apply')
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('RL801')])
    expect((await release('--check')).code).toBe(1)
    await release()
    expect(readFileSync(path, 'utf8')).toBe(own.replace('patch', 'major'))
    const notTold = `rpcloom-client.md was edited by hand`
    expect((await release()).out).not.toContain(notTold)
    edit(({ methods }) => methods.push({ ...methods[0], name: 'pets.more' }))
    expect((await release()).out).toContain(notTold)
    edit(({ methods }) => methods.pop())
    expect((await release('--check')).code).toBe(0)
    writeFileSync(
      join(folder, '.changeset/mixed.md'),
      '---\n"@acme/server": minor\n"theirs": patch\n---\n\nMine.\n',
    )
    expect(await release('--check')).toMatchObject({
      code: 1,
      out: expect.stringContaining('RL802') as string,
    })
    writeFileSync(join(folder, '.changeset/mixed.md'), 'no changeset')
    expect((await release()).out).toContain('RL802')
  })

  test('applies the rules below 1.0.0, compares with another revision, and loads a program as configuration', async () => {
    const { release, tag, edit, folder } = await repository('0.2.7')
    await tag('nightly')
    edit(({ methods }) => methods.pop())
    expect(JSON.parse((await release('--since', 'nightly', '--json')).out)).toMatchObject({
      released: '0.2.7',
      required: '0.3.0',
    })
    const config = readFileSync(join(folder, 'rpcloom.config.json'), 'utf8')
    const program = join(folder, 'program.mjs')
    const apply = (): ReturnType<Repository['release']> =>
      release('--since', 'nightly', '--apply', '--config', 'program.mjs')
    writeFileSync(program, `export default { ...${config}, version: ['0', 2, 7].join('.') }`)
    const refused = await apply()
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('RL803')])
    const text = `// 0.2.7\nconst base = ${config}\nexport default base\n`
    writeFileSync(program, text)
    expect((await apply()).code).toBe(0)
    expect(readFileSync(program, 'utf8')).toBe(
      text.replace(/"version": ?"0\.2\.7"/, (member) => member.replace('0.2.7', '0.3.0')),
    )
    expect((await release('--since', 'nowhere')).code).toBe(2)
    expect((await release('--apply', '--pre', '../x')).code).toBe(2)
  })
})

test('docs/versions.md lists every option of the command', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/versions.md'), 'utf8')
  const { stdout: help } = await rpcloom('/', 'release', '--help')
  // One section is about another command.
  const release = page.replace(/^## Docs of several versions\n[^]*?(?=^## )/m, '')
  const options = [...release.matchAll(/--[a-z][a-z-]+/g)].map(([option]) => option)
  expect(new Set(options)).toEqual(
    new Set(['--check', '--dry-run', '--apply', '--since', '--pre', '--docs-url']),
  )
  for (const option of options) expect(help).toContain(option)
})
