import { posix } from 'node:path'
import type { Api, CustomType, TypeId } from '../model/types.ts'
import { fact } from './fact.ts'
import type { Import } from './target.ts'

/** Decoded values (results, handler params), or what callers pass and handlers return. */
export type Form = 'decoded' | 'input'

/** The names that one emitted file knows, and the imports that bring them in. */
export interface Scope {
  /** Name of a type of the documents, imported on first use. */
  readonly type: (id: TypeId, form: Form) => string
  /**
   * Name of an export of another module: `alias` where one is given, another where that is taken here.
   * The name `*` is the whole module, which needs an alias.
   */
  readonly use: (from: string, name: string, kind: 'type' | 'value', alias?: string) => string
  /** Text of the type of a custom format, imported on first use where the module of the formats exports it. */
  readonly format: (type: CustomType) => string
  /** Name of the custom formats, imported on first use. */
  readonly formats: () => string
  /** A name of this file's own: `preferred`, or with a suffix where that is taken. */
  readonly declare: (preferred: string) => string
  readonly imports: () => readonly Import[]
}

/** Globals that emitted modules name: a type of a document with such a name is imported under another. */
const globals = ['AsyncIterable', 'AbortSignal', 'BigInt', 'JSON', 'Number', 'Object', 'Promise']

/** Names of document types that names of the file give way to, or the module that exports the types. */
type TypeSource = ReadonlySet<string> | { readonly from: string }

/**
 * Opens the scope of the file at `path`. `own` are the names that the file declares and that
 * are settled already; names of document types give way to them, names of imports to both. A file
 * that refers to no document types says so by an empty set of their names, and one whose types another package
 * exports names the module, which it imports as a whole: `types.NodeId`.
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
      // A type of a document may have the name of a global one.
      return typeNames.has(text) || taken.has(text) ? `globalThis.${text}` : text
    },
    formats: () => bring({ from: formatsFrom, name: 'formats', type: false }, typeNames),
    use: (from, name, kind, alias) =>
      bring({ from, name, type: kind === 'type' }, typeNames, alias),
    declare: (preferred) => free(preferred, typeNames),
    imports: () => [...known.values()],
  }
}

/** File of a type module inside an emitted package. */
export function typesPath(module: string): string {
  return `src/types/${module}.ts`
}

/** File of the custom formats inside the types package. */
export const formatsPath = 'src/formats.ts'

/** Text of the type of a custom format; an exported one by its name. */
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

/** Specifier of one emitted file in another. */
export function relativeImport(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

const typeNamesOf = fact(
  (api): ReadonlySet<string> =>
    new Set([...api.types.values()].flatMap(({ name, inputName }) => [name, inputName])),
)
