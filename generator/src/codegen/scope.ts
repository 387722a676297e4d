import { posix } from 'node:path'
import type { Api, Property, TypeId } from '../model/types.ts'
import type { CustomType } from '../openrpc/custom-formats.ts'
import { elementDoc } from './alternative-notes.ts'
import { cachedByApi } from './cached-by-api.ts'
import { documentsText } from './source-file.ts'
import type { Import, SourceOutput } from './target.ts'

/**
 * Direction-dependent form of types: `decoded` for results and handler params, `input` for arguments of
 * callers and results of handlers.
 */
export type Form = 'decoded' | 'input'

/** The names that an emitted file declares and imports. */
export interface Scope {
  /** Returns the local name of a document's type and imports the type on first use. */
  readonly type: (id: TypeId, form: Form) => string
  /**
   * Imports a name from another module and returns its local name: `alias` or else `name`, with a suffix if
   * the local name is taken. The name `*` imports the whole module and requires an alias.
   */
  readonly use: (from: string, name: string, kind: 'type' | 'value', alias?: string) => string
  /**
   * Returns the type of a custom format. If the formats module exports the type, it is imported on first use.
   */
  readonly format: (type: CustomType) => string
  /** Returns the local name of the object with all custom formats and imports the object on first use. */
  readonly formats: () => string
  /** Reserves a name in the file and returns it. If `preferred` is taken, the name gets a suffix. */
  readonly declare: (preferred: string) => string
  /** Returns the text of the doc comment of a member of an inline object type; empty for none. */
  readonly memberDoc?: (member: Pick<Property, 'doc' | 'schema' | 'type'>) => string
  readonly imports: () => readonly Import[]
  /**
   * Returns the file with these statements and everything that was imported so far. `files` are the source
   * documents that its first line names; all documents by default.
   */
  readonly module: (
    statements: SourceOutput['statements'],
    files?: readonly string[],
  ) => SourceOutput
}

/** Globals that emitted modules use. Document types with the same names are imported under other names. */
const globals = ['AsyncIterable', 'AbortSignal', 'BigInt', 'JSON', 'Number', 'Object', 'Promise']

/**
 * Where document types are declared: in the same file (a set of their names), or in another module that
 * exports them.
 */
type TypeSource = ReadonlySet<string> | { readonly from: string }

/**
 * Creates the scope of the file at `path`. `own` contains the names that the file declares, which imports must
 * not use as local names. `types` is empty for a file that uses no document types. If `types` is a module of
 * another package, the whole module is imported: `types.NodeId`.
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
      // A document type or local name may shadow the global type.
      return typeNames.has(text) || taken.has(text) ? `globalThis.${text}` : text
    },
    formats: () => bring({ from: formatsFrom, name: 'formats', type: false }, typeNames),
    use: (from, name, kind, alias) =>
      bring({ from, name, type: kind === 'type' }, typeNames, alias),
    declare: (preferred) => free(preferred, typeNames),
    memberDoc: (member) => elementDoc(api, member),
    imports: () => [...known.values()],
    module: (statements, files = api.groups.map(({ file }) => file)) => ({
      kind: 'typescript',
      path,
      from: documentsText(files),
      imports: [...known.values()],
      statements,
    }),
  }
}

/** Returns the path of a types module in an emitted package. */
export function typesPath(module: string): string {
  return `src/types/${module}.ts`
}

/** Path of the custom formats in the types package. */
export const formatsPath = 'src/formats.ts'

/**
 * Returns the source text of a custom format's type. A type that the formats module exports is written as its
 * name.
 */
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

/** Returns the package of an import specifier: `@acme/types/orders` -> `@acme/types`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** Returns the import specifier from one emitted file to another. */
export function relativeImport(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

const typeNamesOf = cachedByApi(
  (api): ReadonlySet<string> =>
    new Set([...api.types.values()].flatMap(({ name, inputName }) => [name, inputName])),
)
