import { camel } from './identifiers.ts'
import type { SplitName, Splitting } from './split-names.ts'

/** The names of a method in programs. */
export interface KeptName {
  readonly namespace: string
  readonly member: string
  readonly standalone: string
}

/** How the methods of a group are named. */
export interface Naming {
  readonly splitting: Splitting
  /** Methods with a name that differs from the split method name, for example because it was taken. */
  readonly odd: ReadonlyMap<string, KeptName>
}

/** Names of a group that an earlier run chose. */
export interface KeptNames extends Naming {
  /** The methods that had names. */
  readonly methods: ReadonlySet<string>
}

/** Returns the names of the methods that have recorded names. */
export function keptMethods(
  split: readonly SplitName[],
  kept: KeptNames | undefined,
): ReadonlyMap<string, KeptName> {
  if (kept === undefined) return new Map()
  const known = split.filter(({ name }) => kept.methods.has(name))
  return new Map(known.map((parts) => [parts.name, kept.odd.get(parts.name) ?? plainName(parts)]))
}

/** Returns the names that cannot be computed from the method name alone. */
export function oddNames(split: readonly SplitName[], chosen: readonly KeptName[]): Naming['odd'] {
  const odd = new Map<string, KeptName>()
  for (const [index, parts] of split.entries()) {
    const names = chosen[index]
    const plain = plainName(parts)
    if (names === undefined) continue
    const { namespace, member, standalone } = names
    const isPlain =
      namespace === plain.namespace && member === plain.member && standalone === plain.standalone
    if (!isPlain) odd.set(parts.name, { namespace, member, standalone })
  }
  return odd
}

/** Returns the name of the function for a method. */
export function standaloneOf(namespace: string, member: string): string {
  return namespace === '' ? member : camel(`${namespace} ${member}`)
}

function plainName({ path, rest }: SplitName): KeptName {
  const [namespace, member] = [path.map(camel).join('.'), camel(rest)]
  return { namespace, member, standalone: standaloneOf(namespace, member) }
}
