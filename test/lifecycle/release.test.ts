import { execFileSync, spawnSync } from 'node:child_process'
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
import { temporaryFolder } from '../temporary-folder.ts'

const bin = join(import.meta.dirname, '../../generator/bin/rpcloom.mjs')

const change = (kind: Change['kind'], ...breaks: readonly Audience[]): Change => ({
  kind,
  methods: [],
  subject: 's',
  path: '',
  facts: {},
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
  readonly release: (...words: readonly string[]) => { readonly code: number; readonly out: string }
  readonly tag: (name: string) => void
  readonly edit: (edit: (document: Writable) => void) => void
  readonly read: (path: string) => string
}

interface Writable {
  methods: { name: string; [key: string]: Json }[]
}

/** Creates a git repository with a project of one document, generated and released as 1.0.0. */
function repository(version = '1.0.0'): Repository {
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
  const run = (words: readonly string[]): ReturnType<Repository['release']> => {
    try {
      const out = execFileSync(process.execPath, [bin, ...words], {
        cwd: folder,
        encoding: 'utf8',
        stdio: 'pipe',
      })
      return { code: 0, out }
    } catch (error) {
      if (!(error instanceof Error && 'stdout' in error && 'stderr' in error && 'status' in error))
        throw error
      return { code: Number(error.status), out: `${String(error.stdout)}${String(error.stderr)}` }
    }
  }
  git('init', '-q')
  run(['generate'])
  return {
    folder,
    release: (...words) => run(['release', ...words]),
    tag: (name) => {
      run(['generate'])
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
  test('rejects a clone that lacks the commit of the last release', () => {
    const { folder, tag, edit } = repository()
    tag('v1.0.0')
    edit(({ methods }) => void methods.pop())
    tag('later')
    const clone = temporaryFolder({})
    const from = pathToFileURL(folder).href
    execFileSync('git', ['clone', '-q', '--depth', '1', '--no-tags', from, clone])
    const { status, stderr } = spawnSync(process.execPath, [bin, 'release', '--check'], {
      cwd: clone,
      encoding: 'utf8',
    })
    expect(status).toBe(2)
    expect(stderr).toContain('RL804')
  })

  test('creates a version and changelogs from a change, then has nothing to do', () => {
    const { release, tag, edit, read, folder } = repository()
    expect(release().out).toContain('First release: 1.0.0')
    tag('v1.0.0')
    expect(release().out).toContain('Nothing changed')
    edit(({ methods }) => {
      methods.push({
        name: 'pets.add',
        summary: 'Add a <b>pet</b>',
        params: [],
        result: { name: 'r', schema: { type: 'string' } },
      })
    })
    const before = release('--check')
    expect([before.code, before.out]).toEqual([1, expect.stringContaining('RL801')])
    expect(before.out).toMatch(/rpcloom\.config\.json:\d\d?:\d+/)
    const json = JSON.parse(release('--dry-run', '--json').out) as JsonObject
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
    expect(release().code).toBe(0)
    expect(read('.changeset/rpcloom-client.md')).toContain('- `pets.add`: Add a ')
    expect(release('--docs-url', 'https://docs.example.org/').code).toBe(0)
    expect(read('.changeset/rpcloom-client.md')).toContain(
      '- [`pets.add`](https://docs.example.org/pets/add.html): Add a \\<b\\>pet\\</b\\>',
    )
    expect(read('.changeset/rpcloom-server.md')).toContain('- **Breaking:** [`pets.add`]')
    expect(release('--check').code).toBe(0)

    expect(release('--apply', '--pre', 'beta').out).toContain('2.0.0-beta.0')
    expect(release('--apply', '--pre', 'beta').out).toContain('2.0.0-beta.1')
    expect(release('--apply').out).toContain('Version 2.0.0')
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
    expect(release('--check').code).toBe(0)
    release()
    expect(readdirSync(join(folder, '.changeset'))).toEqual([])
    tag('@acme/client@2.0.0')
    expect(release().out).toContain('Nothing changed since @acme/client@2.0.0')
  })

  test('keeps Windows line endings, and does not treat them as an edit', () => {
    const { release, tag, edit, read, folder } = repository()
    const windows = (path: string, text: string): void =>
      writeFileSync(join(folder, path), text.replaceAll('\n', '\r\n'))
    tag('v1.0.0')
    edit(({ methods }) => methods.pop())
    release()
    const path = '.changeset/rpcloom-client.md'
    windows(path, read(path))
    const before = read(path)
    release()
    expect(read(path)).toBe(before)
    // A later change replaces the changelog text, which has not been edited.
    edit(({ methods }) => void methods.push({ name: 'pets.add', params: [] }))
    release()
    expect(read(path)).toContain('`pets.add`')
    expect(read(path)).not.toMatch(/[^\r]\n/)
    const changelog = 'packages/client/CHANGELOG.md'
    windows(changelog, '# @acme/client\n\n## 1.0.0\n\nFirst.\n')
    windows('rpcloom.config.json', read('rpcloom.config.json'))
    release('--apply')
    expect(read(changelog)).toContain('## 2.0.0\r\n\r\n')
    expect(read(changelog)).not.toMatch(/[^\r]\n/)
    expect(read('rpcloom.config.json')).not.toMatch(/[^\r]\n/)
  })

  test('rejects changesets and versions that are too small', () => {
    const { release, tag, edit, folder } = repository()
    tag('v1.0.0')
    edit(({ methods }) => methods.pop())
    release()
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
    const refused = release('--apply')
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('RL801')])
    expect(release('--check').code).toBe(1)
    release()
    expect(readFileSync(path, 'utf8')).toBe(own.replace('patch', 'major'))
    const notTold = `rpcloom-client.md was edited by hand`
    expect(release().out).not.toContain(notTold)
    edit(({ methods }) => methods.push({ ...methods[0], name: 'pets.more' }))
    expect(release().out).toContain(notTold)
    edit(({ methods }) => methods.pop())
    expect(release('--check').code).toBe(0)
    writeFileSync(
      join(folder, '.changeset/mixed.md'),
      '---\n"@acme/server": minor\n"theirs": patch\n---\n\nMine.\n',
    )
    expect(release('--check')).toMatchObject({
      code: 1,
      out: expect.stringContaining('RL802') as string,
    })
    writeFileSync(join(folder, '.changeset/mixed.md'), 'no changeset')
    expect(release().out).toContain('RL802')
  })

  test('applies the rules below 1.0.0, compares with another revision, and loads a program as configuration', () => {
    const { release, tag, edit, folder } = repository('0.2.7')
    tag('nightly')
    edit(({ methods }) => methods.pop())
    expect(JSON.parse(release('--since', 'nightly', '--json').out)).toMatchObject({
      released: '0.2.7',
      required: '0.3.0',
    })
    const config = readFileSync(join(folder, 'rpcloom.config.json'), 'utf8')
    const program = join(folder, 'program.mjs')
    const apply = (): { code: number; out: string } =>
      release('--since', 'nightly', '--apply', '--config', 'program.mjs')
    writeFileSync(program, `export default { ...${config}, version: ['0', 2, 7].join('.') }`)
    const refused = apply()
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('RL803')])
    const text = `// 0.2.7\nconst base = ${config}\nexport default base\n`
    writeFileSync(program, text)
    expect(apply().code).toBe(0)
    expect(readFileSync(program, 'utf8')).toBe(
      text.replace(/"version": ?"0\.2\.7"/, (member) => member.replace('0.2.7', '0.3.0')),
    )
    expect(release('--since', 'nowhere').code).toBe(2)
    expect(release('--apply', '--pre', '../x').code).toBe(2)
  })
})

test('docs/versions.md lists every option of the command', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/versions.md'), 'utf8')
  const help = execFileSync(process.execPath, [bin, 'release', '--help'], { encoding: 'utf8' })
  const options = [...page.matchAll(/--[a-z][a-z-]+/g)].map(([option]) => option)
  expect(new Set(options)).toEqual(
    new Set(['--check', '--apply', '--since', '--pre', '--docs-url']),
  )
  for (const option of options) expect(help).toContain(option)
})
