import { jsonText } from '../json/text.ts'
import type { Group, Method } from '../model/types.ts'
import { type Collector, elementChange, type GroupPair } from './collector.ts'
import { compareErrors } from './errors.ts'
import { compareParams } from './params.ts'
import { compareResult } from './result.ts'
import { compareSettings } from './method-settings.ts'

/**
 * Compares the methods of a group by name. Reports a removed and a new method as a rename if they are
 * identical or the document declares the new method as the replacement, and if there is no other candidate.
 */
export function compareMethods(collector: Collector, { before, after }: GroupPair): void {
  const olds = new Map(before.methods.map((method) => [method.name, method]))
  const news = new Map(after.methods.map((method) => [method.name, method]))
  const removed = before.methods.filter(({ name }) => !news.has(name))
  const added = after.methods.filter(({ name }) => !olds.has(name))
  const renamed = renames(removed, added)
  const arrived = new Set(renamed.values())
  for (const method of removed) {
    const successor = renamed.get(method)
    if (successor === undefined) noteRemoved(collector, before, method)
    else {
      const subject = subjectOf(before, method)
      elementChange(collector, 'method-renamed', {
        subject,
        methods: [subject],
        details: { from: method.name, to: successor.name },
        before: method.place,
        after: successor.place,
      })
      compareMethod(collector, { before, after }, [method, successor])
    }
  }
  for (const method of added) {
    if (arrived.has(method)) continue
    const subject = subjectOf(before, method)
    const { summary } = method.doc
    elementChange(collector, 'method-added', {
      subject,
      methods: [subject],
      details: {
        ...(summary !== undefined && { to: summary }),
        ...(collector.isReversed && { name: 'client' }),
      },
      after: method.place,
    })
  }
  for (const method of before.methods) {
    const now = news.get(method.name)
    if (now !== undefined) compareMethod(collector, { before, after }, [method, now])
  }
}

/**
 * Reports methods that the other side implements now. Returns the groups without them, since all their programs have to
 * change.
 */
export function compareMoved(collector: Collector, { before, after }: GroupPair): GroupPair {
  const moved = new Set<Method>()
  const compare = (from: Side, to: Side): void => {
    const [olds, others] = [before[lists[from]], namesOf(before[lists[to]])]
    const [kept, news] = [namesOf(after[lists[from]]), after[lists[to]]]
    for (const method of olds) {
      const now = news.find(({ name }) => name === method.name)
      if (now === undefined || kept.has(method.name) || others.has(method.name)) continue
      moved.add(method).add(now)
      const subject = subjectOf(before, method)
      const details = { from, to }
      const places = { before: method.place, after: now.place }
      elementChange(collector, 'method-side', { subject, methods: [subject], details, ...places })
    }
  }
  compare('server', 'client')
  compare('client', 'server')
  const without = (group: Group): Group => ({
    ...group,
    methods: group.methods.filter((method) => !moved.has(method)),
    clientMethods: group.clientMethods.filter((method) => !moved.has(method)),
  })
  return moved.size === 0 ? { before, after } : { before: without(before), after: without(after) }
}

const lists = { server: 'methods', client: 'clientMethods' } as const
type Side = keyof typeof lists

function namesOf(methods: readonly Method[]): ReadonlySet<string> {
  return new Set(methods.map(({ name }) => name))
}

export function subjectOf(group: Group, method: Method): string {
  return `${group.key} ${method.name}`
}

function noteRemoved(collector: Collector, group: Group, method: Method): void {
  const subject = subjectOf(group, method)
  const { deprecated } = method.doc
  const { replacedBy: replacement } = deprecated ?? {}
  elementChange(collector, 'method-removed', {
    subject,
    methods: [subject],
    details: {
      ...(deprecated !== undefined && { from: 'deprecated' }),
      ...(replacement !== undefined && { replacement }),
    },
    before: method.place,
  })
}

/**
 * Pairs each removed method with the new method that replaces it or is identical, unless there are several
 * candidates.
 */
function renames(
  removed: readonly Method[],
  added: readonly Method[],
): ReadonlyMap<Method, Method> {
  const found = new Map<Method, Method>()
  const successors = new Map<Method, number>()
  for (const method of removed) {
    const twins = added.filter(
      (other) =>
        method.doc.deprecated?.replacedBy === other.name || likeness(other) === likeness(method),
    )
    const [twin] = twins
    if (twins.length !== 1 || twin === undefined) continue
    found.set(method, twin)
    successors.set(twin, (successors.get(twin) ?? 0) + 1)
  }
  return new Map([...found].filter(([, twin]) => successors.get(twin) === 1))
}

/**
 * Returns a key for pairing methods: the last word of the name, the params and the result. Without the last
 * word, unrelated methods without params would match.
 */
function likeness({ name: methodName, params, result, paramStructure }: Method): string {
  const schemas = params.map(({ name, required, schema }) => [name, required, schema.json])
  return jsonText([lastWord(methodName), paramStructure, schemas, result?.schema.json])
}

/**
 * Returns a method name without its namespace: `getBlock` for `chain.getBlock`, `chain_getBlock` and
 * `chain/getBlock`.
 */
function lastWord(name: string): string {
  return (name.split(/[._/]/).at(-1) ?? name).toLowerCase()
}

function compareMethod(
  collector: Collector,
  groups: GroupPair,
  [before, after]: readonly [Method, Method],
): void {
  const pair = { groups, before, after, subject: subjectOf(groups.before, before) }
  compareParams(collector, pair)
  compareResult(collector, pair)
  compareErrors(collector, pair)
  compareSettings(collector, pair)
}
