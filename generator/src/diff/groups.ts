import { jsonText } from '../json/text.ts'
import { membersOfGroup } from '../model/names/shortcuts.ts'
import { everyMethod, reversed } from '../model/sides.ts'
import type { Group } from '../model/types.ts'
import type { ChangeDetails } from './change.ts'
import { type Collector, elementChange, type GroupPair } from './collector.ts'
import type { ElementKind } from './kinds.ts'
import { compareMethods, compareMoved } from './methods.ts'

/**
 * Pairs the groups of two versions by key, file or title. If each version has only one group, the two groups
 * form a pair.
 */
export function compareGroups(
  collector: Collector,
  olds: readonly Group[],
  news: readonly Group[],
): void {
  const { pairs, removed, added } = matchGroups(olds, news)
  for (const group of removed) {
    const methods = everyMethod(group).map(({ name }) => `${group.key} ${name}`)
    const details = { from: String(methods.length) }
    groupChange(collector, 'group-removed', { group, methods, details, before: group })
  }
  for (const group of added) {
    const details = { to: String(everyMethod(group).length) }
    groupChange(collector, 'group-added', { group, methods: [], details, after: group })
  }
  for (const pair of pairs) {
    compareRoute(collector, pair)
    compareShortcuts(collector, pair)
    compareSides(collector, pair)
  }
}

/** Compares the methods of the server, and those of the client in the other direction. */
function compareSides(collector: Collector, pair: GroupPair): void {
  const { before, after } = compareMoved(collector, pair)
  compareMethods(collector, { before, after })
  compareMethods(
    { ...collector, isReversed: true },
    { before: reversed(before), after: reversed(after) },
  )
}

function matchGroups(
  olds: readonly Group[],
  news: readonly Group[],
): {
  readonly pairs: readonly GroupPair[]
  readonly removed: readonly Group[]
  readonly added: readonly Group[]
} {
  const pairs: GroupPair[] = []
  let [removed, added] = [[...olds], [...news]]
  const likenesses: readonly ((group: Group) => string)[] = [
    ({ key }) => key,
    ({ file }) => file,
    ({ title }) => title,
    // If each version has only one document, both are versions of the same document.
    () => (olds.length === 1 && news.length === 1 ? 'only' : ''),
  ]
  for (const likeness of likenesses) {
    removed = removed.filter((before) => {
      const key = likeness(before)
      const after = key === '' ? undefined : added.find((group) => likeness(group) === key)
      if (after === undefined) return true
      pairs.push({ before, after })
      added = added.filter((group) => group !== after)
      return false
    })
  }
  return { pairs, removed, added }
}

function groupChange(
  collector: Collector,
  kind: ElementKind,
  noted: {
    readonly group: Group
    readonly details: ChangeDetails
    readonly methods?: readonly string[]
    readonly before?: Group
    readonly after?: Group
  },
): void {
  const { group, details, methods = [], before, after } = noted
  elementChange(collector, kind, {
    subject: group.key,
    methods,
    details,
    ...(before !== undefined && { before: { file: before.file, pointer: '' } }),
    ...(after !== undefined && { after: { file: after.file, pointer: '' } }),
  })
}

function compareRoute(collector: Collector, { before, after }: GroupPair): void {
  const tell: Tell = (kind, details = {}) =>
    groupChange(collector, kind, { group: after, details, before, after })
  const explicit = [before, after].some(({ extensions }) => extensions['x-group'] !== undefined)
  // Report a changed group key only if one of the documents has `x-group`. Otherwise the keys are derived
  // from the file names.
  if (before.key !== after.key && explicit) {
    tell('group-key', { from: before.key, to: after.key })
  }
  const [was, is] = [before.route, after.route]
  for (const part of ['path', 'at', 'wsPath', 'wsAt'] as const) {
    const [from, to] = [was[part], is[part]]
    if (from === to || from === undefined) continue
    tell('group-path', to === undefined ? { from } : { from, to })
  }
  for (const transport of ['http', 'ws'] as const) {
    const [had, has] = [was.transports.includes(transport), is.transports.includes(transport)]
    if (had && !has) tell('group-transport-removed', { from: transport })
    if (!had && has) tell('group-transport-added', { to: transport })
  }
  compareBatches({ before, after }, tell)
  if (before.version !== after.version) {
    tell('document-version', { from: before.version, to: after.version })
  }
  if (jsonText(before.servers) !== jsonText(after.servers)) {
    tell('servers-changed')
  }
  const prose = ({ title, doc }: Group): string => jsonText([title, doc])
  if (prose(before) !== prose(after)) tell('document-described')
}

/** Reports members of a group that are no longer members of the client too. */
function compareShortcuts(collector: Collector, { before, after }: GroupPair): void {
  // Members that the group itself no longer has are reported as removed methods.
  const members = membersOfGroup(after).filter((name) => !after.shortcuts.includes(name))
  for (const name of before.shortcuts.filter((shortcut) => members.includes(shortcut))) {
    const details = { from: name, to: `${after.key}.${name}` }
    groupChange(collector, 'shortcut-removed', { group: after, details, before, after })
  }
}

type Tell = (kind: ElementKind, details?: ChangeDetails) => void

function compareBatches({ before, after }: GroupPair, tell: Tell): void {
  const most = ({ route: { batch } }: Group): number =>
    batch.allowed ? (batch.maxPublic ?? Infinity) : 0
  const [was, is] = [most(before), most(after)]
  if (was === is) return
  const text = (most: number): string => (most === Infinity ? 'any' : String(most))
  tell(is < was ? 'group-batches' : 'group-batches-relaxed', { from: text(was), to: text(is) })
}
