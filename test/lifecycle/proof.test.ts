import { describe, expect, test } from 'vitest'
import { compareApis } from '../../generator/src/diff/compare.ts'
import type { Change } from '../../generator/src/diff/change.ts'
import type { Audience } from '../../generator/src/diff/direction.ts'
import { elementKinds, schemaKinds } from '../../generator/src/diff/kinds.ts'
import type { Version } from '../../generator/src/diff/version.ts'
import { buildApi, type JsonObject } from 'rpcloom/model'
import { loadedFrom } from '../model/documents.ts'
import { compileOld } from './proof/compiled.ts'
import { elementRows } from './proof/element-rows.ts'
import { deadCode, reasons, rowDocument, type Reason } from './proof/row.ts'
import { schemaRows } from './proof/schema-rows.ts'

const rows = [...schemaRows, ...elementRows].map((row, index) => ({
  ...row,
  name: `r${String(index).padStart(3, '0')}`,
}))

function sideOf(pick: 'before' | 'after'): Version {
  const files = rows.map((row): [string, JsonObject] => [
    `${row.name}.openrpc.json`,
    rowDocument(row.name, row[pick]),
  ])
  const loaded = loadedFrom(
    Object.fromEntries(files),
    files.map(([file]) => file),
  )
  const { api, diagnostics } = buildApi(loaded, { scope: '@test' })
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(JSON.stringify(errors[0]))
  return { api, loaded }
}

const before = sideOf('before')
const after = sideOf('after')
const changes = compareApis(before, after)
const audiences: readonly Audience[] = ['callers', 'implementers']

/**
 * Returns the changes found for a row: their subject contains its group, or the changed methods do.
 */
function foundOf(name: string): readonly Change[] {
  return changes.filter(
    ({ subject, methods }) =>
      subject.startsWith(name) || methods.some((method) => method.startsWith(`${name} `)),
  )
}

test('there are at least 120 elementary changes, with every kind of change', () => {
  expect(rows.length).toBeGreaterThanOrEqual(120)
  const known = new Set<string>(rows.map(({ kind }) => kind))
  const kinds = Object.keys({ ...schemaKinds, ...elementKinds })
  expect(kinds.filter((kind) => !known.has(kind))).toEqual(reachedOtherwise)
})

/**
 * Changes that need two documents, or a document with another key on one side; see `diff.test.ts`.
 */
const reachedOtherwise = [
  'group-added',
  'group-removed',
  'group-key',
  'notification-became-call',
  'call-became-notification',
]

describe('the rule', () => {
  test.each(rows)('$name: $where $kind breaks $breaks', ({ name, kind, breaks }) => {
    const found = foundOf(name)
    expect(found.map((change) => change.kind)).toContain(kind)
    const broken = audiences.filter((who) => found.some((change) => change.breaks.includes(who)))
    expect(broken).toEqual(breaks)
  })
})

describe('the compiler', () => {
  let compiled: ReturnType<typeof compileOld> | undefined

  test('compiles every program against its own version', async () => {
    compiled = compileOld(before.api, after.api)
    const { own } = await compiled
    const faults = [...own.values()].flatMap((verdict) => audiences.flatMap((who) => verdict[who]))
    expect(faults).toEqual([])
  })

  test('agrees with every verdict of the rules, except for documented reasons', async () => {
    const { now: verdicts } = await (compiled ?? compileOld(before.api, after.api))
    const disagreements = rows.flatMap((row) =>
      audiences.flatMap((who) => {
        const [fault] = verdicts.get(row.name)?.[who] ?? []
        const isBroken = row.breaks.includes(who)
        const expected = isBroken
          ? row.unseen[who] === undefined
          : row.kind in deadCode && fault !== undefined
        if ((fault !== undefined) === expected) return []
        const rule = `${row.name} ${row.where} ${row.kind}: ${who} are ${isBroken ? 'broken' : 'safe'}`
        return `${rule}, and the compiler says ${fault ?? 'nothing'}`
      }),
    )
    expect(disagreements).toEqual([])
  })

  test('needs every documented reason', () => {
    const used = new Set(rows.flatMap(({ unseen }) => Object.values(unseen)))
    expect(Object.keys(reasons).filter((reason) => !used.has(reason as Reason))).toEqual([])
  })
})
