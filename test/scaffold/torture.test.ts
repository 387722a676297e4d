import { diffLines } from 'diff'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  documentOf,
  mutateMethods,
  type Random,
  randomMethods,
  randomOf,
} from './random-document.ts'
import { editAsUser, islandsOf } from './random-user.ts'
import { benchFolder, compile, workbench, type Workbench } from './workbench.ts'

const seed = 20261121
const count = process.env['RPCLOOM_LONG'] === '1' ? 200 : 20

interface Ended {
  readonly bench: Workbench
  readonly tag: string
  /** The source with an injected syntax error, if any. */
  readonly broken: string | undefined
}

test(`${count} documents change under ${count} users`, { timeout: 600_000 }, async () => {
  const home = benchFolder()
  const ended: Ended[] = []
  for (let index = 0; index < count; index++) {
    ended.push(await changeOne(index, join(home, `c${index}`)))
  }
  const whole = ended.filter(({ broken }) => broken === undefined)
  const faults = compile(
    whole.map(({ bench }) => bench),
    { home, flags: { noUnusedLocals: false } },
  )
  for (const { path, line, message } of faults) {
    const [folder = '', , ...rest] = path.split('/')
    const found = whole.find(({ tag }) => `c${tag}` === folder)
    const text = found?.bench.read(rest.join('/')) ?? ''
    expect
      .soft(isInBody(text, line, folder.slice(1)), `${path}:${line} ${message}\n${text}`)
      .toBe(true)
  }
  console.log(`figure: ${count} changes under users, ${faults.length} bodies that fit no more`)
})

async function changeOne(index: number, home: string): Promise<Ended> {
  const random = randomOf(seed + index)
  const tag = String(index)
  const groups = random.chance(0.5) ? ['pets', 'shop'] : ['pets']
  const methods = new Map(groups.map((group) => [group, randomMethods(group, random)]))
  const bench = workbench(documentsOf(methods), { home, scope: `@c${index}` })
  await bench.scaffold()
  const pristine = bench.files()
  const paths = groups.map((group) => moveMaybe(bench, `src/groups/${group}.ts`, random))
  for (const path of paths) bench.write(path, editAsUser(bench.read(path), random, tag).text)
  const broken = groups.length > 1 && random.chance(0.3) ? paths[0] : undefined
  if (broken !== undefined)
    bench.write(broken, bench.read(broken).replace('class ', 'class class '))
  const before = bench.files()

  for (const [group, old] of methods) methods.set(group, mutateMethods(old, group, random))
  if (random.chance(0.15)) methods.set('tree', randomMethods('tree', random))
  if (groups.length > 1 && random.chance(0.15)) methods.delete('shop')
  const gone = groups
    .filter((group) => !methods.has(group))
    .map((group) => [`${group}.openrpc.json`, undefined] as const)
  bench.documents({ ...documentsOf(methods), ...Object.fromEntries(gone) })
  await bench.generate()
  const { diagnostics } = await bench.scaffold()
  const after = bench.files()

  const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)
  expect(errors, `case ${index}`).toEqual(broken === undefined ? [] : ['RL602'])
  if (broken !== undefined) expect(after[broken]).toBe(before[broken])
  for (const path of Object.keys(before)) {
    if (path !== 'rpcloom.scaffold.json') keepsText({ path, tag, before, after, pristine })
  }
  expect((await bench.scaffold()).files, `case ${index}, again`).toEqual([])
  expect(bench.files(), `case ${index}, again`).toEqual(after)
  return { bench, tag, broken }
}

function documentsOf(
  methods: ReadonlyMap<string, Parameters<typeof documentOf>[1]>,
): Readonly<Record<string, ReturnType<typeof documentOf>>> {
  return Object.fromEntries(
    [...methods].map(([group, wanted]) => [`${group}.openrpc.json`, documentOf(group, wanted)]),
  )
}

function moveMaybe(bench: Workbench, path: string, random: Random): string {
  if (!random.chance(0.2)) return path
  const to = path.replace('groups/', 'deep/er/')
  bench.write(to, bench.read(path))
  bench.remove(path)
  bench.write('src/handlers.ts', bench.read('src/handlers.ts').replace(path.slice(3), to.slice(3)))
  return to
}

interface Texts {
  readonly path: string
  readonly tag: string
  readonly before: Readonly<Record<string, string>>
  readonly after: Readonly<Record<string, string>>
  readonly pristine: Readonly<Record<string, string>>
}

/**
 * Checks independently that the user's strings are kept in order, and that the diff only removes
 * what scaffold wrote.
 */
function keepsText({ path, tag, before, after, pristine }: Texts): void {
  const [old, now] = [before[path] ?? '', after[path] ?? '']
  const note = `case ${tag} ${path}`
  expect(islandsOf(now, tag), note).toEqual(islandsOf(old, tag))
  expect(now.startsWith('\ufeff'), note).toBe(old.startsWith('\ufeff'))
  if (old.includes('\r\n')) expect(/[^\r]\n/.test(now), note).toBe(false)
  else expect(now, note).not.toContain('\r')
  const written = new Set(Object.values(pristine).flatMap((text) => text.split('\n').map(bare)))
  const parts = diffLines(old, now)
  const added = parts.filter((part) => part.added).flatMap(({ value }) => value.split('\n'))
  for (const { removed, value } of parts) {
    for (const line of removed ? value.split('\n') : []) {
      if (written.has(bare(line))) continue
      // The user edited a signature: everything except its types is kept.
      const kept = added.some((other) => withoutTypes(other) === withoutTypes(line))
      expect(kept, `${note}: ${line}\n${now}`).toBe(true)
    }
  }
}

function bare(line: string): string {
  return line.replace('\ufeff', '').replace('/deep/er/', '/groups/').trim()
}

/** Returns a signature on one line, without its types. */
function withoutTypes(line: string): string {
  return bare(line)
    .replace(/: Promise<.*> (?==> \{|\{)/, ' ')
    .replaceAll(/: \w+/g, '')
    .replace(/ implements \w+/, '')
}

/** Whether a line is in a body, between the user's marks. */
function isInBody(text: string, line: number, tag: string): boolean {
  const lines = text.split('\n')
  const at = lines.slice(0, line - 1).join('\n').length + 1
  return islandsOf(text, tag).some((island) => {
    const start = text.indexOf(island)
    return (
      island.startsWith('/* begin') &&
      at + (lines[line - 1] ?? '').length >= start &&
      at <= start + island.length
    )
  })
}
