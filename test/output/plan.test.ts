import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { formatterFor } from '../../generator/src/output/format.ts'
import { hashOfLines } from '../../generator/src/json/hash.ts'
import { parseLock, printLock, type Lock } from '../../generator/src/output/lock.ts'
import { checkLinks, checkPaths } from '../../generator/src/output/output-paths.ts'
import { type Emitted, type Plan, planWrites } from '../../generator/src/output/plan.ts'
import { commit } from '../../generator/src/output/write.ts'
import { driftOf } from '../../generator/src/engine/stamp.ts'
import { putFiles, temporaryFolder } from '../temporary-folder.ts'

const formatter = formatterFor('/nowhere', true)
const emptyLock: Lock = {
  generator: 'g',
  formatter: formatter.key,
  config: 'c',
  documents: [],
  inputs: {},
  files: {},
  derived: [],
  api: {},
}

const one: Emitted = {
  path: 'p/one.ts',
  text: 'export const a   = 1;',
  parser: 'typescript',
}
const two: Emitted = { path: 'p/two.md', text: 'two\n' }

interface Setting {
  readonly out: string
  readonly lock: Lock
}

async function generated(files: readonly Emitted[]): Promise<Setting> {
  const out = temporaryFolder({})
  const plan = await planWrites({ out, emitted: files, formatter, lock: undefined, force: false })
  await commit(out, { ...plan, lockText: '' })
  return { out, lock: { ...emptyLock, files: plan.files } }
}

function replan({ out, lock }: Setting, emitted: readonly Emitted[], force = false): Promise<Plan> {
  return planWrites({ out, emitted, formatter, lock, force })
}

function brief({ write, remove, refused }: Plan): unknown {
  return {
    write: write.map(({ path }) => path),
    remove,
    refused: refused.map(({ code, place }) => `${code} ${place.file}`),
  }
}

describe('a plan', () => {
  test('formats the files it writes', async () => {
    const { out } = await generated([one])
    expect(readFileSync(join(out, 'p/one.ts'), 'utf8')).toBe('export const a = 1\n')
  })

  test('does nothing if nothing changed', async () => {
    const setting = await generated([one, two])
    expect(brief(await replan(setting, [one, two]))).toEqual({
      write: [],
      remove: [],
      refused: [],
    })
  })

  test('writes changed files and removes obsolete ones', async () => {
    const setting = await generated([one, two])
    const plan = await replan(setting, [{ ...one, text: 'export const a = 2' }])
    expect(brief(plan)).toEqual({ write: ['p/one.ts'], remove: ['p/two.md'], refused: [] })
  })

  test('writes missing files', async () => {
    const { lock } = await generated([one])
    const plan = await replan({ out: temporaryFolder({}), lock }, [one])
    expect(brief(plan)).toEqual({ write: ['p/one.ts'], remove: [], refused: [] })
  })

  test.each([
    ['that would not change', [one]],
    ['that would change', [{ ...one, text: 'export const a = 2' }]],
    ['that would go', []],
  ])('keeps an edited file %s, and replaces it with --force', async (_, emitted) => {
    const setting = await generated([one])
    putFiles(setting.out, { 'p/one.ts': 'export const mine = 1\n' })
    expect((await replan(setting, emitted)).refused.map(({ code }) => code)).toEqual(['RL401'])
    const forced = await replan(setting, emitted, true)
    expect([...forced.write.map(({ path }) => path), ...forced.remove]).toEqual(['p/one.ts'])
    expect(forced.refused).toEqual([])
  })

  test('accepts an edit that equals the new output', async () => {
    const setting = await generated([one])
    putFiles(setting.out, { 'p/one.ts': 'export const a = 2\n' })
    const plan = await replan(setting, [{ ...one, text: 'export const a = 2' }])
    expect(brief(plan)).toEqual({ write: [], remove: [], refused: [] })
  })

  test('does not change an unknown file', async () => {
    const out = temporaryFolder({ 'p/two.md': 'mine\n' })
    const plan = await replan({ out, lock: emptyLock }, [two])
    expect(brief(plan)).toEqual({ write: ['p/two.md'], remove: [], refused: ['RL402 p/two.md'] })
  })

  test('formats again when the formatter changed', async () => {
    const setting = await generated([one])
    const lock = { ...setting.lock, formatter: 'another' }
    expect(brief(await replan({ ...setting, lock }, [one]))).toEqual({
      write: [],
      remove: [],
      refused: [],
    })
    const none = formatterFor('/nowhere', false)
    const plan = await planWrites({
      out: setting.out,
      emitted: [one],
      formatter: none,
      lock: setting.lock,
      force: false,
    })
    expect(plan.write.map(({ text }) => text)).toEqual([one.text])
  })

  test('reports text that cannot be parsed', async () => {
    const plan = await replan({ out: temporaryFolder({}), lock: emptyLock }, [
      { ...one, text: 'const = 1' },
    ])
    expect(plan.faults.map(({ code }) => code)).toEqual(['RL405'])
  })
})

describe('output paths', () => {
  test.each(['p/a.ts', 'p/..a', 'p/a b.md', 'p/é/ü.md', 'p/.npmignore'])(
    '%s is allowed',
    (path) => {
      expect(messagesFor(path)).toEqual([])
    },
  )

  test.each([
    '/etc/passwd',
    'C:/x',
    'p/../../x',
    'p/./x',
    'p//x',
    'p/a\\..\\b',
    'p/a\0',
    'p/a\n',
    'p/node_modules/x',
    'p/con',
    'p/nul.ts',
    'p/x.',
    'p/x ',
    'p/a:b',
    'p/',
  ])('%j is rejected', (path) => {
    expect(checkPaths('/nowhere', [path]).map(({ code }) => code)).toEqual(['RL403'])
  })

  test('that differ only in case are rejected', () => {
    expect(checkPaths('/nowhere', ['p/a.ts', 'p/A.ts']).map(({ code }) => code)).toEqual(['RL404'])
    expect(checkPaths('/nowhere', ['p/a/b.ts', 'p/A']).map(({ code }) => code)).toEqual(['RL404'])
    expect(checkPaths('/nowhere', ['p/a/b.ts', 'p/a.ts'])).toEqual([])
  })

  test('through a link out of the package are rejected, but not through one inside it', () => {
    const out = temporaryFolder({ 'p/in/x': '', 'q/x': '' })
    mkdirSync(join(out, 'p/deep'))
    symlinkSync(join(out, 'q'), join(out, 'p/deep/out'))
    symlinkSync(join(out, 'p/in'), join(out, 'p/deep/in'))
    expect(checkPaths(out, ['p/deep/out/y.ts']).map(({ code }) => code)).toEqual(['RL403'])
    expect(checkPaths(out, ['p/deep/in/y.ts'])).toEqual([])
  })

  test('through a package folder that is a link out of the output folder are rejected', () => {
    const elsewhere = temporaryFolder({})
    const out = temporaryFolder({})
    symlinkSync(elsewhere, join(out, 'p'))
    expect(checkPaths(out, ['p/x.ts']).map(({ code }) => code)).toEqual(['RL403'])
    expect(checkLinks(out, ['p/x.ts']).map(({ code }) => code)).toEqual(['RL403'])
  })

  test.each([
    ['a file where a folder has to be', { 'p/src': '' }, []],
    ['a folder where the file has to be', { 'p/src/x.ts/y': '' }, []],
    [
      'a folder that contains more than the removed files',
      { 'p/src/x.ts/y': '', 'p/src/x.ts/z': '' },
      ['p/src/x.ts/y'],
    ],
  ])('are rejected if there is %s', (_, files, removed) => {
    const out = temporaryFolder(files)
    const findings = checkPaths(out, ['p/src/x.ts'], new Set<string>(removed))
    expect(findings.map(({ code }) => code)).toEqual(['RL409'])
  })

  test.each([
    ['a file', { 'p/src': '' }, ['p/src']],
    ['a folder', { 'p/src/x.ts/y': '' }, ['p/src/x.ts/y']],
  ])('are allowed if %s can be replaced', (_, files, removed) => {
    const out = temporaryFolder(files)
    expect(checkPaths(out, ['p/src/x.ts'], new Set(removed))).toEqual([])
  })
})

describe('the lock file', () => {
  test.each(['../../victim', '/etc/passwd', 'p/../../x', ''])(
    'with %j is invalid, because files in it may be removed',
    (path) => {
      const files = { [path]: { raw: 'r', final: 'f' } }
      expect(parseLock(printLock({ ...emptyLock, files })).kind).toBe('damaged')
    },
  )

  test('is read back as written, in any order', () => {
    const lock: Lock = {
      ...emptyLock,
      documents: ['b.json', 'a.json'],
      inputs: { 'b.json': '2', 'a.json': '1' },
      files: {
        z: { raw: 'r', final: 'f' },
        a: { raw: 'r', final: 'f' },
      },
      derived: ['p/site'],
      api: { 'g m': 'd' },
    }
    const text = printLock(lock)
    expect(parseLock(text)).toEqual({ kind: 'lock', lock, text })
    expect(text.indexOf('"a.json": "1"')).toBeLessThan(text.indexOf('"b.json": "2"'))
  })

  test('contains no invisible characters of a document', () => {
    const lock: Lock = { ...emptyLock, api: { 'g a\u00adb\u202e': 'd' } }
    const text = printLock(lock)
    expect(text).not.toMatch(/[\u00ad\u202e]/)
    expect(parseLock(text)).toEqual({ kind: 'lock', lock, text })
  })

  test.each(['', '<<<<<<< HEAD', '[]', '{}', '{"lock":2}', '{"lock":1,"files":{}}'])(
    '%j is invalid',
    (text) => {
      expect(parseLock(text).kind).toBe('damaged')
    },
  )
})

function messagesFor(path: string): readonly string[] {
  return checkPaths('/nowhere', [path]).map(({ message }) => message)
}

describe('Windows line endings', () => {
  const windows = (out: string, path: string): void =>
    putFiles(out, {
      [path]: readFileSync(join(out, path), 'utf8').replaceAll('\n', '\r\n'),
    })

  test('are not an edit', async () => {
    const setting = await generated([one, two])
    windows(setting.out, one.path)
    windows(setting.out, two.path)
    expect(driftOf(setting.out, setting.lock)).toEqual([])
    expect(brief(await replan(setting, [one, two]))).toEqual({ write: [], remove: [], refused: [] })
    const changed = { ...two, text: 'three\n' }
    expect(brief(await replan(setting, [one, changed]))).toEqual({
      write: [two.path],
      remove: [],
      refused: [],
    })
    expect(brief(await replan(setting, [one]))).toEqual({
      write: [],
      remove: [two.path],
      refused: [],
    })
  })

  test('do not hide an edit', async () => {
    const setting = await generated([two])
    putFiles(setting.out, { [two.path]: 'mine\r\n' })
    expect(driftOf(setting.out, setting.lock)).toEqual([{ path: two.path, state: 'edited' }])
  })

  test.each([
    ['a\r\nb\r\n', 'a\nb\n', true],
    ['a\rb', 'ab', false],
    ['a\r\n', 'a\r\r\n', false],
  ])('%j and %j', (left, right, isSame) => {
    expect(hashOfLines(left) === hashOfLines(right)).toBe(isSame)
    expect(hashOfLines(Buffer.from(left))).toBe(hashOfLines(left))
  })
})

test.each([
  ['p/con.ts', 'device'],
  ['p/LPT1', 'device'],
  ['p/com¹.ts', 'device'],
  ['p/aux .ts', 'device'],
  ['p/CONIN$', 'device'],
  ['p/nul.d/x', 'device'],
  ['p/a.', 'dot'],
  ['p/a /b', 'space'],
  ['p/a?b', 'character'],
  ['C:/x', 'absolute'],
  ['p\\a', 'character'],
  [`p/${'a'.repeat(300)}.ts`, 'too long'],
  [`p/${'ä'.repeat(130)}.ts`, 'too long'],
])('%s is rejected on every system: %s', (path, why) => {
  expect(messagesFor(path)).toEqual([expect.stringContaining(why)])
})

test.each(['p/console.ts', 'p/com.ts', 'p/.npmignore', 'p/a.b', `p/${'a'.repeat(200)}.ts`])(
  '%s is a valid path on every system',
  (path) => {
    expect(messagesFor(path)).toEqual([])
  },
)
