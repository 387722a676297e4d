import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareApis } from '../../generator/src/diff/compare.ts'
import type { Audience } from '../../generator/src/diff/direction.ts'
import { printMarkdown } from '../../generator/src/diff/report.ts'
import type { Version } from '../../generator/src/diff/version.ts'
import { load } from 'rpcloom/load'
import { buildApi, type JsonObject } from 'rpcloom/model'
import { loadedFrom } from '../model/documents.ts'
import { compileOld } from './proof/compiled.ts'
import { mutated } from './proof/mutations.ts'
import { deadCode, rowDocument } from './proof/row.ts'

const isLong = process.env['RPCLOOM_LONG'] === '1'
const runs = isLong ? 200 : 30
const audiences: readonly Audience[] = ['callers', 'implementers']

function sideOf(fragments: readonly JsonObject[]): Version {
  const files = fragments.map((fragment, index): [string, JsonObject] => [
    `m${index}.openrpc.json`,
    rowDocument(`m${index}`, fragment),
  ])
  const paths = files.map(([path]) => path)
  const loaded = loadedFrom(Object.fromEntries(files), paths)
  return { loaded, api: buildApi(loaded, { scope: '@test' }).api }
}

test('edits that are compatible by the rules compile', async () => {
  const pairs = fc.sample(mutated, { seed: 20260712, numRuns: runs })
  const before = sideOf(pairs.map((pair) => pair.before))
  const after = sideOf(pairs.map((pair) => pair.after))
  const changes = compareApis(before, after)
  const { own, now: verdicts } = await compileOld(before.api, after.api)
  const faults = [...own.values()].flatMap((verdict) => audiences.flatMap((who) => verdict[who]))
  expect(faults).toEqual([])
  const broken = pairs.flatMap((pair, index) => {
    const of = changes.filter(({ methods }) =>
      methods.some((name) => name.startsWith(`m${index} `)),
    )
    if (of.some(({ kind }) => kind in deadCode)) return []
    return audiences.flatMap((who) => {
      const [fault] = verdicts.get(`m${index}`)?.[who] ?? []
      if (fault === undefined || of.some(({ breaks }) => breaks.includes(who))) return []
      return [
        `${who} by ${JSON.stringify(of.map(({ kind }) => kind))}: ${fault} ${JSON.stringify(pair)}`,
      ]
    })
  })
  expect(broken).toEqual([])
  const safe = audiences.map(
    (who) => pairs.filter((_, index) => verdicts.get(`m${index}`)?.[who].length === 0).length,
  )
  // Both compatible and breaking edits occur.
  for (const count of safe) expect(count).toBeGreaterThan(10)
  for (const count of safe) expect(count).toBeLessThan(runs - 10)
})

test('a document does not differ from itself', () => {
  fc.assert(
    fc.property(mutated, ({ before }) => {
      expect(compareApis(sideOf([before]), sideOf([before]))).toEqual([])
    }),
    { seed: 20260713, numRuns: runs },
  )
})

const corpus = join(process.env['RPCLOOM_SHARED'] ?? '/nowhere', 'corpus')

const documents = existsSync(corpus)
  ? readdirSync(corpus)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(corpus, name))
  : []

async function sideOfFile(path: string): Promise<Version | undefined> {
  const root = join(path, '..')
  const { loaded } = await load({ root, inputs: [basename(path)], allowUnresolved: true })
  return loaded && { loaded, api: buildApi(loaded, { scope: '@test' }).api }
}

test.skipIf(documents.length === 0)('a real document does not differ from itself', async () => {
  let compared = 0
  for (const path of documents.filter((_, index) => isLong || index % 8 === 0)) {
    const [one, other] = [await sideOfFile(path), await sideOfFile(path)]
    if (one === undefined || other === undefined) continue
    expect(compareApis(one, other), path).toEqual([])
    compared++
  }
  expect(compared).toBeGreaterThan(5)
  // Control: the documents are not empty.
  expect(readFileSync(documents[0] ?? '', 'utf8').length).toBeGreaterThan(0)
})

const lineages: readonly (readonly [before: string, after: string])[] = [
  ['ChainSafe__forest__forest-v0.json', 'ChainSafe__forest__forest-v1.json'],
  ['ChainSafe__forest__forest-v1.json', 'ChainSafe__forest__forest-v2.json'],
  [
    'etclabscore__ethereum-json-rpc-specification__etclabs-ethereum.json',
    'Vishwas1__json-rpc-mock-server__mock-server-eth.json',
  ],
]

test.skipIf(documents.length === 0).each(lineages)(
  'the change from %s to %s is readable',
  async (old, now) => {
    const [one, other] = [await sideOfFile(join(corpus, old)), await sideOfFile(join(corpus, now))]
    if (one === undefined || other === undefined) throw new Error('A document did not load.')
    const changes = compareApis(one, other)
    const page = printMarkdown(changes)
    const lines = page.split('\n').filter((line) => line.startsWith('- '))
    expect(lines.length).toBeGreaterThan(0)
    // Sentences are neither repeated nor empty. There are fewer sentences than changes if methods
    // were added or removed together.
    expect(new Set(lines).size).toBe(lines.length)
    for (const line of lines) expect(line).toMatch(/^- `[^`].*: \S/)
    expect(page).not.toMatch(/undefined|\[object|null added|: *$/m)
    expect(lines.length).toBeLessThanOrEqual(Math.min(changes.length, 40))
    // Each added or removed method is named or counted.
    const names = ({ api }: Version): Set<string> =>
      new Set(api.groups.flatMap(({ methods }) => methods.map(({ name }) => name)))
    const gone = [...names(one)].filter((name) => !names(other).has(name))
    const reported = changes.filter(
      ({ kind }) => kind === 'method-removed' || kind === 'method-renamed',
    )
    expect(reported.length).toBe(gone.length)
  },
)
