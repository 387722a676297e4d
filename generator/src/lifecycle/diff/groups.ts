import { jsonText } from '../../json/text.ts'
import type { Group } from '../../model/types.ts'
import { type Collector, elementChange, type GroupPair } from './collector.ts'
import type { ElementKind } from './kinds.ts'
import { compareMethods } from './methods.ts'

/** Compares the groups of two versions: those with one key, one file or one title, or the only ones. */
export function compareGroups(
  collector: Collector,
  olds: readonly Group[],
  news: readonly Group[],
): void {
  const { pairs, removed, added } = matchGroups(olds, news)
  for (const group of removed) {
    const methods = group.methods.map(({ wire }) => `${group.key} ${wire}`)
    const message = `removed, with its ${counted(methods.length)}`
    groupChange(collector, 'group-removed', { group, methods, message, before: group })
  }
  for (const group of added) {
    const message = `added, with ${counted(group.methods.length)}`
    groupChange(collector, 'group-added', { group, methods: [], message, after: group })
  }
  for (const pair of pairs) {
    compareRoute(collector, pair)
    compareMethods(collector, pair)
  }
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
    // Documents that were compared as the only ones of their side are versions of each other.
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
    readonly message: string
    readonly methods?: readonly string[]
    readonly before?: Group
    readonly after?: Group
  },
): void {
  const { group, message, methods = [], before, after } = noted
  elementChange(collector, kind, {
    subject: group.key,
    methods,
    message,
    ...(before !== undefined && { before: { file: before.file, pointer: '' } }),
    ...(after !== undefined && { after: { file: after.file, pointer: '' } }),
  })
}

function compareRoute(collector: Collector, { before, after }: GroupPair): void {
  const tell = (kind: ElementKind, message: string): void =>
    groupChange(collector, kind, { group: after, message, before, after })
  const explicit = [before, after].some(({ extensions }) => extensions['x-group'] !== undefined)
  // A key that comes from the name of the file changes with the file, which says nothing.
  if (before.key !== after.key && explicit) {
    tell('group-key', `is \`${after.key}\` in programs now, \`${before.key}\` before`)
  }
  const [was, is] = [before.route, after.route]
  for (const part of ['path', 'chainPath', 'wsPath', 'chainWsPath'] as const) {
    if (was[part] === is[part] || was[part] === undefined) continue
    tell(
      'group-path',
      `\`${was[part]}\` is ${is[part] === undefined ? 'gone' : `\`${is[part]}\` now`}`,
    )
  }
  for (const transport of ['http', 'ws'] as const) {
    const [had, has] = [was.transports.includes(transport), is.transports.includes(transport)]
    if (had && !has) tell('group-transport-removed', `not over ${transport} any more`)
    if (!had && has) tell('group-transport-added', `over ${transport}, too`)
  }
  compareBatches({ before, after }, tell)
  if (before.version !== after.version) {
    tell('document-version', `version ${after.version}, ${before.version} before`)
  }
  if (jsonText(before.servers) !== jsonText(after.servers)) {
    tell('servers-changed', 'its servers are others')
  }
  const prose = ({ title, doc }: Group): string => jsonText([title, doc])
  if (prose(before) !== prose(after)) tell('document-described', 'described in other words')
}

function compareBatches(
  { before, after }: GroupPair,
  tell: (kind: ElementKind, message: string) => void,
): void {
  const most = ({ route: { batch } }: Group): number =>
    batch.allowed ? (batch.maxPublic ?? Infinity) : 0
  const [was, is] = [most(before), most(after)]
  if (was === is) return
  const text =
    is === Infinity ? 'any number of calls' : is === 1 ? '1 call' : `${is === 0 ? 'no' : is} calls`
  tell(is < was ? 'group-batches' : 'group-batches-relaxed', `${text} in a batch now`)
}

function counted(methods: number): string {
  return methods === 1 ? '1 method' : `${methods} methods`
}
