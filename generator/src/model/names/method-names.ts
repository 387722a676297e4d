import { compareText } from '../../json/compare-text.ts'
import type { Place } from '../../json/types.ts'
import { camel, fileStem, pascal } from './identifiers.ts'
import { caselessScope, choose, exactScope, type NameEntry } from './name-book.ts'
import type { GroupNames } from './group-names.ts'
import { objectMembers, reservedWords, runtimeValues } from './reserved.ts'
import { type SplitName, splitMethodNames } from './split-names.ts'

export interface MethodNames {
  readonly member: string
  readonly standalone: string
  readonly namespace: string
  readonly slug: string
  /** Prefix of the method's type names: `GetHeight`, `EthGetBalance`. */
  readonly typePrefix: string
}

export interface NamedMethods {
  /** The names of each method, in the order of the methods. */
  readonly methods: readonly MethodNames[]
  /** Namespaces in order of first use. The unnamed namespace is an empty string. */
  readonly namespaces: readonly string[]
  readonly entries: readonly NameEntry[]
}

/**
 * Chooses the names of a group's methods. The names depend only on the method names in the
 * document.
 */
export function nameMethods(
  group: GroupNames,
  names: readonly { readonly name: string; readonly place: Place }[],
  around: {
    readonly declared: readonly string[]
    /** Names of group members that are not methods: `get` and `subscribe`. */
    readonly taken: readonly string[]
  },
): NamedMethods {
  const split = splitMethodNames(
    names.map(({ name: methodName }) => methodName),
    around.declared,
  )
  const namespaces = nameNamespaces(split, around.taken)
  const members = new Map<string, ReturnType<typeof exactScope>>()
  // A namespace is a member of the group, so its name must differ from top-level methods.
  const nested = [...namespaces.values()].filter((name) => name !== '')
  members.set('', exactScope([...nested, ...around.taken]))
  const scopes = { members, standalone: exactScope(), slugs: caselessScope() }
  const order = byExactness(split)
  const methods: MethodNames[] = []
  const entries: NameEntry[] = []
  for (const index of order) {
    const parts = split[index]
    const source = names[index]
    if (parts === undefined || source === undefined) continue
    const namespace = namespaces.get(parts.prefix) ?? ''
    const chosen = nameMethod(parts, namespace, scopes)
    methods[index] = chosen.names
    entries.push({
      kind: 'method',
      ...source.place,
      scope: group.key,
      name: namespace === '' ? chosen.names.member : `${namespace}.${chosen.names.member}`,
      origin: `method name \`${source.name}\``,
      ...reasonOf(chosen.reason, parts),
    })
  }
  return { methods, namespaces: [...new Set(namespaces.values())], entries }
}

function reasonOf(
  reason: string | undefined,
  { name, prefix, rest }: SplitName,
): Pick<NameEntry, 'reason'> {
  if (reason !== undefined) return { reason }
  if (prefix !== '' || rest === name) return {}
  return { reason: `every method begins with \`${name.slice(0, -rest.length)}\`` }
}

interface Scopes {
  readonly members: Map<string, ReturnType<typeof exactScope>>
  readonly standalone: ReturnType<typeof exactScope>
  readonly slugs: ReturnType<typeof caselessScope>
}

function nameMethod(
  parts: SplitName,
  namespace: string,
  scopes: Scopes,
): { names: MethodNames; reason?: string } {
  const members = scopes.members.get(namespace) ?? exactScope()
  scopes.members.set(namespace, members)
  const { name: member, reason } = choose(members, {
    candidates: [camel(parts.rest), camel(parts.name), `${camel(parts.rest)}Method`],
    fallback: 'method',
    suffix: 'Method',
    reserved: (name) => objectMembers.has(name),
  })
  const standalone = choose(scopes.standalone, {
    candidates: [namespace === '' ? member : camel(`${namespace} ${member}`)],
    fallback: 'method',
    suffix: 'Method',
    reserved: (name) => reservedWords.has(name) || runtimeValues.has(name),
  }).name
  const slug = choose(scopes.slugs, {
    candidates: [fileStem(standalone)],
    fallback: 'method',
    suffix: '-method',
    reserved: (name) => name === 'index',
  }).name
  const typePrefix = pascal(namespace === '' ? member : `${namespace} ${member}`)
  const names = { member, standalone, namespace, slug, typePrefix }
  return reason === undefined ? { names } : { names, reason }
}

function nameNamespaces(
  split: readonly SplitName[],
  taken: readonly string[],
): ReadonlyMap<string, string> {
  const scope = caselessScope()
  const names = new Map<string, string>()
  const prefixes = split.map(({ prefix }) => prefix)
  // Names are chosen in alphabetical order, so that the order of methods has no influence on them.
  for (const prefix of prefixes) names.set(prefix, '')
  for (const prefix of [...names.keys()].sort(compareText)) {
    const request = {
      candidates: [camel(prefix)],
      fallback: 'namespace',
      suffix: 'Methods',
      reserved: (name: string) => objectMembers.has(name) || taken.includes(name),
    }
    names.set(prefix, prefix === '' ? '' : choose(scope, request).name)
  }
  return names
}

/**
 * Returns the order in which methods are named. Methods whose name needs no conversion come first,
 * so that they keep their name regardless of the order in the document.
 */
function byExactness(split: readonly SplitName[]): readonly number[] {
  return split
    .map(({ name, rest }, index) => ({ index, name, rank: camel(rest) === rest ? 0 : 1 }))
    .sort((a, b) => a.rank - b.rank || compareText(a.name, b.name))
    .map(({ index }) => index)
}
