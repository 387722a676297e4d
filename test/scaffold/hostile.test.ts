import { chmodSync, mkdirSync, statSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { petsWith, three, type Wanted } from './pets.ts'
import { benchFolder, compile, workbench, type Workbench } from './workbench.ts'

const main = 'src/groups/pets.ts'
const imports =
  "import type { DropParams, GetParams, Pet, PetsHandlers } from '@t/server/pets'\nimport { notImplemented, type Context, type NoParams } from '@t/server'\n"
const bodies = `
  async get(params: GetParams): Promise<Pet> {
    return { id: params.id }
  }

  async list(): Promise<readonly string[]> {
    return []
  }

  async drop(params: DropParams): Promise<boolean> {
    return params.id === ''
  }
`
const classText = `export class PetsService implements PetsHandlers {${bodies}}\n`

/** Edits of the file by a user. The lines of each must be kept in order. */
const shapes: Readonly<Record<string, string>> = {
  'an abstract base and a subclass': `${imports}\nexport abstract class Base {\n  abstract readonly name: string\n}\n\nexport class PetsService extends Base implements PetsHandlers {\n  readonly name = 'pets'\n${bodies}}\n`,
  'a mixin': `${imports}\nconst Named = <T extends new (...args: any[]) => object>(base: T) =>\n  class extends base {\n    name = '}'\n  }\n\nexport class PetsService extends Named(Object) implements PetsHandlers {${bodies}}\n`,
  'a default export': `${imports}\nexport default ${classText.replace('export ', '')}`,
  'an anonymous default export': `${imports}\nexport default class implements PetsHandlers {${bodies}}\n`,
  'a class expression': `${imports}\nexport const PetsService = class implements PetsHandlers {${bodies}}\n`,
  'type params': `${imports}\nexport class PetsService<T = string> implements PetsHandlers {\n  readonly kept: T[] = []\n${bodies}}\n`,
  'private members, accessors, computed and static names': `${imports}\nconst key = Symbol('k')\nexport class PetsService implements PetsHandlers {\n  static get = 1\n  static { PetsService.get++ }\n  #drop = 2\n  get size(): number { return this.#drop }\n  set size(n: number) { this.#drop = n }\n  [key] = 1;\n  ['list']: PetsHandlers['list'] = () => []\n  'get'(params: GetParams): Pet { return { id: params.id } }\n  drop = (params: DropParams): boolean => params.id === ''\n}\n`,
  'param properties': `${imports}\nexport class PetsService implements PetsHandlers {\n  constructor(private readonly db: Map<string, Pet>, readonly drop: PetsHandlers['drop']) { void this.db }\n\n  get(params: GetParams): Pet { return { id: params.id } }\n  list(): readonly string[] { return [] }\n}\n`,
  'braces in text': `${imports}\nexport class PetsService implements PetsHandlers {\n  readonly text = \`}\${'}'}\${\`{\${1}\`}\`\n  readonly rule = /[}\\/{]\\}/g\n  // }\n  /* { */\n${bodies.replace('return []', "return ['}', `}`, '{'].filter((s) => !/}/.test(s)) // }")}}\n`,
  'a comment between doc and method': `${imports}\nexport class PetsService implements PetsHandlers {\n  /** About pets.get */\n  // and mine\n  // prettier-ignore\n  async   get (params : GetParams) : Promise<Pet> { return {id:params.id} }\n\n  async list(): Promise<readonly string[]> {\n    return []\n  }\n  drop(params: DropParams): boolean { return params.id === '' }\n}\n`,
  'one line': `${imports}export class PetsService implements PetsHandlers { get = (p: GetParams): Pet => ({ id: p.id }); list = (): readonly string[] => []; drop(p: DropParams): boolean { return p.id === '' } }`,
  'mixed newlines, no last one': (imports + classText)
    .replace(/\n/g, (_, at: number) => (at % 2 === 0 ? '\r\n' : '\n'))
    .trimEnd(),
  'tabs, windows newlines and a mark': `\ufeff${(imports + classText).replaceAll('  ', '\t').replaceAll('\n', '\r\n')}`,
  'a shebang and a licence': `#!/usr/bin/env node\n// Licence: mine\n\n${imports}${classText}`,
  'old-style line ends': (imports + classText).replaceAll('\n', '\r'),
}

const after: Readonly<Record<string, Wanted>> = {
  'pets.get': {},
  'pets.find': {},
  'pets.list': {},
  'pets.constructor': {},
  'pets.toString': {},
  'pets.__proto__': {},
  'pets.delete': {},
  'pets.then': {},
}

/**
 * Returns the lines of a text without those that scaffold may change: imports, method signatures,
 * the class declaration.
 */
function kept(text: string): readonly string[] {
  return text
    .replace('\ufeff', '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd())
    .filter(
      (line) => line.trim() !== '' && !/^import|class|\b(get|list|drop)\b|Params|^}$/.test(line),
    )
}

describe('the sources of users', () => {
  const home = benchFolder(afterAll)
  const written: { readonly bench: Workbench; readonly text: string }[] = []

  test.each(Object.entries(shapes))('%s: keeps every line', async (name, shape) => {
    const at = Object.keys(shapes).indexOf(name)
    const documents = { 'pets.openrpc.json': petsWith(three) }
    const bench = workbench(documents, { home: join(home, `c${at}`), scope: `@c${at}` })
    const text = shape.replaceAll('@t/', `@c${at}/`)
    await bench.scaffold()
    bench.write(main, text)
    await bench.scaffold()
    expect(bench.read(main), 'nothing changed').toBe(text)
    bench.documents({ 'pets.openrpc.json': petsWith(after) })
    await bench.generate()
    const { diagnostics } = await bench.scaffold()
    const now = bench.read(main)
    const found = diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n')
    expect(found).not.toMatch(/RL60[1-5]/)
    expect(now, found).toMatch(/async find\(/)
    const lines = kept(now)
    let last = 0
    for (const line of kept(text)) {
      last = lines.indexOf(line, last) + 1
      expect(last, `${line}\n---\n${now}`).toBeGreaterThan(0)
    }
    expect((await bench.scaffold()).files).toEqual([])
    written.push({ bench, text: now })
  })

  test('compile, as far as scaffold wrote them', () => {
    expect(written.length).toBe(Object.keys(shapes).length)
    const benches = written.map(({ bench }) => bench)
    const flags = { noUnusedLocals: false, noUncheckedIndexedAccess: true }
    const faults = compile(benches, { home, flags })
    // A syntax error anywhere would hide all other errors.
    expect(faults.filter(({ message }) => /^TS1\d{3}:/.test(message))).toEqual([])
    // Bodies may be invalid, but the code that scaffold wrote is valid.
    const mine = faults.filter(({ path, line }) => {
      const source = written.find(({ bench }) => path === relative(home, join(bench.folder, main)))
      const lines = source?.text.split(/\r\n|\r|\n/) ?? []
      return /async (find|delete|then)|import/.test(lines[line - 1] ?? '')
    })
    expect(mine).toEqual([])
  })
})

test('names of Object members and reserved words become methods', async () => {
  const bench = workbench({ 'pets.openrpc.json': petsWith(after) })
  await bench.generate()
  await bench.scaffold()
  expect(compile([bench])).toEqual([])
  expect((await bench.scaffold()).files).toEqual([])
})

test('namespaces that are device names or very long get portable file names', async () => {
  const names = ['nul.get', 'lpt9.get', `${'x'.repeat(300)}.get`]
  const bench = workbench({
    'pets.openrpc.json': petsWith(
      Object.fromEntries(names.map((name): [string, Wanted] => [name, {}])),
    ),
  })
  const { status } = await bench.scaffold()
  expect(status).toBe('written')
  const stems = Object.keys(bench.files()).flatMap(
    (path) => /groups\/pets\/(.*)\.ts$/.exec(path)?.[1] ?? [],
  )
  expect(stems.toSorted()).toEqual(['lpt9-namespace', 'nul-namespace', 'x'.repeat(80)])
})

test('ten thousand lines and a thousand methods are updated', async () => {
  const methods = Object.fromEntries(
    Array.from({ length: 1000 }, (_, index): [string, Wanted] => [`pets.m${index}`, {}]),
  )
  const bench = workbench({ 'pets.openrpc.json': petsWith(methods) })
  await bench.scaffold()
  const filler = Array.from({ length: 7000 }, (_, index) => `// line ${index} }`).join('\n')
  const text = `${bench.read(main)}\n${filler}\n`
  bench.write(main, text)
  const { 'pets.m500': _, ...rest } = methods
  bench.documents({ 'pets.openrpc.json': petsWith({ ...rest, 'pets.fresh': {} }) })
  const { diagnostics } = await bench.scaffold()
  expect(diagnostics.map(({ code }) => code)).toEqual(['RL607'])
  expect(bench.read(main)).toContain(filler)
  expect(bench.read(main)).toContain('async fresh(')
})

test('the mode of a file is kept, and the target of a link does not change', async () => {
  const bench = workbench({ 'pets.openrpc.json': petsWith(three) })
  await bench.scaffold()
  chmodSync(join(bench.folder, main), 0o640)
  mkdirSync(join(bench.root, 'elsewhere'))
  bench.write('../elsewhere/pets.ts', bench.read(main))
  symlinkSync('../../elsewhere', join(bench.folder, 'src/linked'))
  const linked = bench.read('src/linked/pets.ts')
  bench.documents({ 'pets.openrpc.json': petsWith({ ...three, 'pets.find': {} }) })
  await bench.scaffold()
  expect(bench.read(main)).toContain('async find(')
  expect(statSync(join(bench.folder, main)).mode & 0o777).toBe(0o640)
  expect(bench.read('src/linked/pets.ts')).toBe(linked)
})

test('if one file is read-only, no file is replaced', async () => {
  const bench = workbench({ 'pets.openrpc.json': petsWith(three) })
  await bench.scaffold()
  bench.documents({ 'pets.openrpc.json': petsWith({ ...three, 'pets.find': {} }) })
  chmodSync(join(bench.folder, main), 0o444)
  const before = bench.files()
  const { status, diagnostics } = await bench.scaffold()
  expect([status, diagnostics.map(({ code }) => code)]).toEqual(['failed', ['RL603']])
  expect(bench.files()).toEqual(before)
})

test('an edit saved between reading and writing is kept', async () => {
  const bench = workbench({ 'pets.openrpc.json': petsWith(three) })
  await bench.scaffold()
  bench.documents({ 'pets.openrpc.json': petsWith({ ...three, 'pets.find': {} }) })
  const mine = '// saved meanwhile\n'
  let isSaved = false
  const { status } = await bench.scaffold('write', bench.scope, (step) => {
    if (step !== 'Merging' || isSaved) return
    isSaved = true
    bench.write(main, bench.read(main) + mine)
  })
  expect(status).toBe('written')
  expect(bench.read(main)).toContain('async find(')
  expect(bench.read(main).endsWith(mine)).toBe(true)
})

test('a class behind a link that leads out of the project is rejected by name', async () => {
  const bench = workbench({ 'pets.openrpc.json': petsWith(three) })
  await bench.scaffold()
  bench.write('../elsewhere/pets.ts', bench.read(main))
  const before = bench.read(main)
  bench.remove(main)
  symlinkSync('../../../elsewhere/pets.ts', join(bench.folder, main))
  bench.documents({ 'pets.openrpc.json': petsWith({ ...three, 'pets.find': {} }) })
  const { diagnostics } = await bench.scaffold()
  expect(diagnostics.map(({ code, file }) => `${code} ${file}`)).toContain(`RL603 project/${main}`)
  expect(bench.read(main)).toBe(before)
})

test('a folder of classes behind a link that leads out of the project is rejected by name', async () => {
  const bench = workbench({ 'pets.openrpc.json': petsWith(three) })
  await bench.scaffold()
  bench.write('../elsewhere/pets.ts', bench.read(main))
  symlinkSync('../../elsewhere', join(bench.folder, 'src/more'))
  symlinkSync('..', join(bench.folder, 'src/loop'))
  const { diagnostics } = await bench.scaffold()
  expect(diagnostics.map(({ code, file }) => `${code} ${file}`)).toEqual(['RL603 project/src/more'])
})

test('a link to another source of the project is not reported', async () => {
  const bench = workbench({ 'pets.openrpc.json': petsWith(three) })
  await bench.scaffold()
  symlinkSync('pets.ts', join(bench.folder, 'src/groups/same.ts'))
  expect((await bench.scaffold()).diagnostics).toEqual([])
})
