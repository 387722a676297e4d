import { posix } from 'node:path'
import type { Api, TypeId } from '../model/types.ts'
import type { CustomType } from '../openrpc/custom-formats.ts'
import { fact } from './fact.ts'
import type { Import } from './target.ts'

/** Decoded values (results, handler params), or input values (arguments of callers, results of handlers). */
export type Form = 'decoded' | 'input'

/** The names and imports of an emitted file. */
export interface Scope {
  /** Name of a document type, imported on first use. */
  readonly type: (id: TypeId, form: Form) => string
  /**
   * Name of an export of another module: `alias` if given, or another if the name is taken. The name `*` is
   * the whole module, which requires an alias.
   */
  readonly use: (from: string, name: string, kind: 'type' | 'value', alias?: string) => string
  /** Type of a custom format, imported on first use if the formats module exports it. */
  readonly format: (type: CustomType) => string
  /** Name of the custom formats, imported on first use. */
  readonly formats: () => string
  /** Reserves a name in this file: `preferred`, or with a suffix if it is taken. */
  readonly declare: (preferred: string) => string
  readonly imports: () => readonly Import[]
}

/** Globals used by emitted modules: document types with these names are imported under other names. */
const globals = ['AsyncIterable', 'AbortSignal', 'BigInt', 'JSON', 'Number', 'Object', 'Promise']

/** Reserved names of document types, or the module that exports the types. */
type TypeSource = ReadonlySet<string> | { readonly from: string }

/**
 * Opens the scope of the file at `path`. `own` are the names that the file declares; document types avoid
 * these, and imports avoid both. A file that uses no document types passes an empty set of names; one that
 * imports them from another package passes the module, which is imported as a whole: `types.NodeId`.
 */
export function openScope(
  api: Api,
  path: string,
  own: Iterable<string> = [],
  types: TypeSource = typeNamesOf(api),
): Scope {
  const typesFrom = 'from' in types ? types.from : undefined
  const typeNames = 'from' in types ? typeNamesOf(api) : types
  const formatsFrom =
    typesFrom === undefined ? relativeImport(path, formatsPath) : `${packageOf(typesFrom)}/formats`
  const taken = new Set([...globals, ...own])
  const known = new Map<string, Import>()

  const free = (preferred: string, others: ReadonlySet<string>): string => {
    let name = preferred
    while (taken.has(name) || others.has(name)) name += '_'
    taken.add(name)
    return name
  }
  const bring = (
    wanted: Pick<Import, 'from' | 'name' | 'type'>,
    others: ReadonlySet<string>,
    alias: string = wanted.name,
  ): string => {
    const { from, name, type } = wanted
    const key = `${type ? 'type' : 'value'} ${from} ${name}`
    const before = known.get(key)
    if (before !== undefined) return before.as ?? name
    const local = free(alias, others)
    known.set(key, { ...wanted, ...(local !== name && { as: local }) })
    return local
  }

  return {
    type(id, form) {
      const named = api.types.get(id)
      if (named === undefined) return 'unknown'
      const name = form === 'input' ? named.inputName : named.name
      if (typesFrom !== undefined) {
        return `${bring({ from: typesFrom, name: '*', type: true }, new Set(), 'types')}.${name}`
      }
      const from = typesPath(named.module)
      if (from === path) return name
      return bring({ from: relativeImport(path, from), name, type: true }, new Set())
    },
    format(type) {
      const text = customTypeText(type)
      if (type.kind === 'exported') {
        return bring({ from: formatsFrom, name: text, type: true }, typeNames)
      }
      // A document type may have the name of a global type.
      return typeNames.has(text) || taken.has(text) ? `globalThis.${text}` : text
    },
    formats: () => bring({ from: formatsFrom, name: 'formats', type: false }, typeNames),
    use: (from, name, kind, alias) =>
      bring({ from, name, type: kind === 'type' }, typeNames, alias),
    declare: (preferred) => free(preferred, typeNames),
    imports: () => [...known.values()],
  }
}

/** File of a types module in an emitted package. */
export function typesPath(module: string): string {
  return `src/types/${module}.ts`
}

/** File of the custom formats in the types package. */
export const formatsPath = 'src/formats.ts'

/** Text of a custom format's type; an exported type by name. */
export function customTypeText(type: CustomType): string {
  switch (type.kind) {
    case 'string':
      return 'string'
    case 'template':
      return type.text
    case 'global':
    case 'exported':
      return type.name
    default:
      return type satisfies never
  }
}

/** `@acme/types/orders` -> `@acme/types`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** Import specifier from one emitted file to another. */
export function relativeImport(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

const typeNamesOf = fact(
  (api): ReadonlySet<string> =>
    new Set([...api.types.values()].flatMap(({ name, inputName }) => [name, inputName])),
)
