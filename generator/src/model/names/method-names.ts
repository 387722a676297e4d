import { compareText } from '../../json/compare-text.ts'
import type { Place } from '../../json/types.ts'
import { camel, fileStem, pascal } from './identifiers.ts'
import { caselessScope, choose, exactScope, type NameEntry } from './name-book.ts'
import type { GroupNames } from './group-names.ts'
import { objectMembers, reservedWords, runtimeValues } from './reserved.ts'
import { childNamespaces, memberPath, namespaceNames, withParents } from './namespaces.ts'
import { type SplitName, splitMethodNames, splittingOf } from './split-names.ts'
import {
  keptMethods,
  type KeptName,
  type KeptNames,
  type Naming,
  oddNames,
  standaloneOf,
} from './kept-names.ts'

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
  /** Namespaces such as `device.port` in order of first use. The unnamed namespace is an empty string. */
  readonly namespaces: readonly string[]
  readonly entries: readonly NameEntry[]
  /** What the lock records, so that later runs keep the names. */
  readonly naming: Naming
}

/**
 * Chooses the names of a group's methods. They depend on the method names in the document, and on the names
 * that `around.kept` records: a method keeps its name when others are added.
 */
export function nameMethods(
  group: GroupNames,
  names: readonly { readonly name: string; readonly place: Place }[],
  around: {
    readonly declared: readonly string[]
    /** Names of group members that are not methods: `get` and `subscribe`. */
    readonly taken: readonly string[]
    readonly kept?: KeptNames | undefined
  },
): NamedMethods {
  const texts = names.map(({ name }) => name)
  // If the document has none of the recorded methods, there is no name to keep.
  const kept = texts.some((name) => around.kept?.methods.has(name)) ? around.kept : undefined
  const splitting = kept?.splitting ?? splittingOf(texts, around.declared)
  const split = splitMethodNames(texts, around.declared, { ...splitting, nested: true })
  const recorded = splitMethodNames(texts, around.declared, splitting)
  const known = keptMethods(recorded, kept)
  const named = nameNamespaces(split, around.taken, known)
  const spaces = split.map(
    ({ name, path }) => known.get(name)?.namespace ?? named.get(keyOf(path)) ?? '',
  )
  const namespaces = withParents(spaces)
  const scopes = { members: memberScopes(namespaces, around.taken), standalone: exactScope() }
  const chosenNames: Omit<MethodNames, 'slug'>[] = []
  const entries: NameEntry[] = []
  for (const index of byExactness(split, known)) {
    const parts = split[index]
    const source = names[index]
    if (parts === undefined || source === undefined) continue
    const namespace = spaces[index] ?? ''
    const chosen = nameMethod(parts, { namespace, kept: known.get(parts.name) }, scopes)
    chosenNames[index] = chosen.names
    entries.push({
      kind: 'method',
      ...source.place,
      scope: group.key,
      name: memberPath(chosen.names).join('.'),
      origin: `method name \`${source.name}\``,
      ...reasonOf(chosen.reason, parts),
    })
  }
  const methods = withSlugs(split, chosenNames)
  const flat = splitMethodNames(texts, around.declared, { ...splitting, nested: false })
  const nested = split.some(({ rest }, index) => rest !== flat[index]?.rest)
  const naming = { splitting: { ...splitting, nested }, odd: oddNames(split, methods) }
  return { methods, namespaces, entries, naming }
}

/** Returns the scopes of the members of each namespace. The namespaces in it are members too. */
function memberScopes(
  namespaces: readonly string[],
  taken: readonly string[],
): Map<string, ReturnType<typeof exactScope>> {
  const childrenOf = childNamespaces(namespaces.map((name) => ({ name })))
  return new Map(
    ['', ...namespaces].map((name) => {
      const inner = childrenOf(name).map(({ member }) => member)
      return [name, exactScope(name === '' ? [...inner, ...taken] : inner)]
    }),
  )
}

function reasonOf(
  reason: string | undefined,
  { name, path, rest }: SplitName,
): Pick<NameEntry, 'reason'> {
  if (reason !== undefined) return { reason }
  if (path.length > 0 || rest === name) return {}
  return { reason: `names omit the prefix \`${name.slice(0, -rest.length)}\`` }
}

interface Scopes {
  readonly members: Map<string, ReturnType<typeof exactScope>>
  readonly standalone: ReturnType<typeof exactScope>
}

function nameMethod(
  parts: SplitName,
  { namespace, kept }: { readonly namespace: string; readonly kept: KeptName | undefined },
  scopes: Scopes,
): { names: Omit<MethodNames, 'slug'>; reason?: string } {
  const members = scopes.members.get(namespace) ?? exactScope()
  scopes.members.set(namespace, members)
  const plain = camel(parts.rest)
  const { name: member, reason } = choose(members, {
    candidates: [kept?.member ?? plain, plain, camel(parts.name), `${plain}Method`],
    fallback: 'method',
    suffix: 'Method',
    reserved: (name) => objectMembers.has(name),
  })
  const standalone = choose(scopes.standalone, {
    candidates: [kept?.standalone ?? standaloneOf(namespace, member)],
    fallback: 'method',
    suffix: 'Method',
    reserved: (name) => reservedWords.has(name) || runtimeValues.has(name),
  }).name
  const typePrefix = pascal(namespace === '' ? member : `${namespace} ${member}`)
  const names = { member, standalone, namespace, typePrefix }
  const why = reason ?? (kept && member !== plain ? 'the lock file records it' : undefined)
  return why === undefined ? { names } : { names, reason: why }
}

/**
 * Adds the file names of pages. They are not recorded in the lock, so their order must not depend on which
 * methods are new.
 */
function withSlugs(
  split: readonly SplitName[],
  chosen: readonly Omit<MethodNames, 'slug'>[],
): readonly MethodNames[] {
  const slugs = caselessScope()
  const methods: MethodNames[] = []
  for (const index of byExactness(split, new Map())) {
    const names = chosen[index]
    if (names === undefined) continue
    const { name: slug } = choose(slugs, {
      candidates: [fileStem(names.standalone)],
      fallback: 'method',
      suffix: '-method',
      reserved: (name) => name === 'index',
    })
    methods[index] = { ...names, slug }
  }
  return methods
}

/** Returns the names of all namespaces by the key of their path. */
function nameNamespaces(
  split: readonly SplitName[],
  taken: readonly string[],
  known: ReadonlyMap<string, KeptName>,
): ReadonlyMap<string, string> {
  const paths = new Map<string, readonly string[]>()
  const kept = new Map<string, string>()
  for (const { name, path } of split) {
    const own = namespaceNames(known.get(name)?.namespace ?? '')
    for (const index of path.keys()) {
      const part = path.slice(0, index + 1)
      const [key, keptName] = [keyOf(part), own[index]]
      paths.set(key, part)
      if (keptName !== undefined) kept.set(key, keptName)
    }
  }
  const keptMembers = new Set([...known.values()].map((names) => memberPath(names).join('.')))
  const scopes = new Map<string, ReturnType<typeof caselessScope>>()
  const chosen = new Map<string, string>()
  const isNew = (key: string): number => (kept.has(key) ? 0 : 1)
  // Names are chosen in alphabetical order, so that the order of methods has no influence on them.
  const order = [...paths].sort(
    ([a, { length }], [b, other]) =>
      length - other.length || isNew(a) - isNew(b) || compareText(a, b),
  )
  for (const [key, path] of order) {
    const parent = chosen.get(keyOf(path.slice(0, -1))) ?? ''
    const scope = scopes.get(parent) ?? caselessScope()
    scopes.set(parent, scope)
    const pathOf = (name: string): string =>
      memberPath({ namespace: parent, member: name }).join('.')
    const { name } = choose(scope, {
      candidates: [kept.get(key) ?? camel(path.at(-1) ?? '')],
      fallback: 'namespace',
      suffix: 'Methods',
      reserved: (one) =>
        objectMembers.has(one) ||
        (parent === '' && taken.includes(one)) ||
        keptMembers.has(pathOf(one)),
    })
    chosen.set(key, pathOf(name))
  }
  return chosen
}

function keyOf(path: readonly string[]): string {
  return path.join('\n')
}

/**
 * Returns the order in which methods are named. Methods with a recorded name come first, then methods whose
 * name needs no conversion, so that they keep their name regardless of the order in the document.
 */
function byExactness(
  split: readonly SplitName[],
  known: ReadonlyMap<string, KeptName>,
): readonly number[] {
  return split
    .map(({ name, rest }, index) => ({
      index,
      name,
      isNew: known.has(name) ? 0 : 1,
      rank: camel(rest) === rest ? 0 : 1,
    }))
    .sort((a, b) => a.isNew - b.isNew || a.rank - b.rank || compareText(a.name, b.name))
    .map(({ index }) => index)
}
