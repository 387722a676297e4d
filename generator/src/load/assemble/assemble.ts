import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Finding } from '../../diagnostics/diagnostics.ts'
import { isObject, listOf, objectOf } from '../../json/members.ts'
import { below } from '../../json/place.ts'
import { child, textOf, tokensOf } from '../../json/pointer.ts'
import type { Json, JsonObject, Place } from '../../json/types.ts'
import type { InputFile } from '../../openrpc/loaded.ts'
import type { FileStore } from '../files.ts'
import type { LoadOptions } from '../options.ts'
import { isRemote } from '../read/paths.ts'
import { withoutErrorGroups } from './error-groups.ts'
import { fragmentFiles } from './fragment-files.ts'
import type { FragmentTree } from './fragment-tree.ts'
import { type FragmentEntry, fragmentEntries } from './fragment-entries.ts'
import { withReferences } from './references.ts'

/** Where fragments are read from, and where their problems are reported. */
interface Sources {
  readonly store: FileStore
  readonly findings: Finding[]
}

/**
 * Adds the methods and components of fragments to a file, if the file is the root of a fragment tree.
 * Diagnostics still refer to positions in the fragments. Entries of the root take precedence over
 * fragments. A component that two files define differently is reported.
 */
export function assemble(
  file: InputFile,
  { root, fragments = [] }: Pick<LoadOptions, 'root' | 'fragments'>,
  sources: Sources,
): InputFile {
  const tree = fragments.findLast((one) => one.root === file.path)
  const { json } = file
  if (tree === undefined || !isObject(json)) return file
  const entries = mergeEntries(json, entriesOf(root, tree, sources), sources.findings)
  const pointerOf = (place: Place): string | undefined => {
    const entry = entries.find(
      ({ origin }) => origin.file === place.file && isInside(place.pointer, origin.pointer),
    )
    return entry && entry.pointer + place.pointer.slice(entry.origin.pointer.length)
  }
  const exists = (path: string): boolean => existsSync(resolve(root, path))
  const complete = entries.map((entry) => ({
    ...entry,
    json: withReferences(entry.json, {
      file: entry.origin.file,
      document: file.path,
      pointerOf,
      exists,
    }),
  }))
  const origins = new Map(entries.map(({ pointer, origin }) => [pointer, origin]))
  return {
    ...file,
    json: withoutErrorGroups(withEntries(json, complete)),
    locate(pointer) {
      const tokens = tokensOf(pointer)
      const length = tokens[0] === 'methods' ? 2 : 3
      const origin = origins.get(tokens.slice(0, length).reduce(child, ''))
      if (origin === undefined) return file.locate(pointer)
      const place = below(origin, ...tokens.slice(length))
      const position = sources.store.files.get(place.file)?.locate(place.pointer)
      return { ...(position ?? { line: 1, column: 1 }), place }
    },
  }
}

/** An entry with its pointer in the assembled document. */
interface AssembledEntry extends FragmentEntry {
  readonly pointer: string
}

/** Returns the entries of local files, and then of remote files. */
function entriesOf(
  root: string,
  tree: FragmentTree,
  { store, findings }: Sources,
): readonly FragmentEntry[] {
  const seen = new Set<string>()
  const entries = fragmentFiles(root, tree).flatMap(({ section, glob, files }) => {
    if (files.length === 0) {
      const message = `No file matches ${glob}, which should contain the ${section} of ${tree.root}.`
      findings.push({ code: 'RL004', message, place: { file: glob, pointer: '' } })
    }
    return files.flatMap((file) => {
      if (seen.has(file)) return []
      seen.add(file)
      const opened = store.open(file)
      return opened.kind === 'file' ? fragmentEntries(section, file, opened.file.json) : []
    })
  })
  const isLocal = ({ origin }: FragmentEntry): boolean => !isRemote(origin.file)
  return [...entries.filter(isLocal), ...entries.filter((entry) => !isLocal(entry))]
}

/**
 * Returns the entries that the document lacks. A remote file only supplies what the local files
 * lack, so its other entries are dropped without a report.
 */
function mergeEntries(
  document: JsonObject,
  entries: readonly FragmentEntry[],
  findings: Finding[],
): readonly AssembledEntry[] {
  const methods = listOf(document, 'methods')
  const names = new Set(methods.map(methodNameOf))
  let count = methods.length
  const first = new Map<string, { readonly json: Json; readonly file: string }>()
  for (const [section, components] of Object.entries(objectOf(document, 'components') ?? {})) {
    for (const [key, json] of Object.entries(isObject(components) ? components : {}))
      first.set(['components', section, key].reduce(child, ''), { json, file: 'the root' })
  }
  return entries.flatMap((entry): readonly AssembledEntry[] => {
    const { section, key, json, origin } = entry
    if (section === 'methods') {
      if (isRemote(origin.file) && names.has(methodNameOf(json))) return []
      names.add(methodNameOf(json))
      return [{ ...entry, pointer: child('/methods', count++) }]
    }
    const pointer = ['components', section, key].reduce(child, '')
    const earlier = first.get(pointer)
    if (earlier === undefined) {
      first.set(pointer, { json, file: origin.file })
      return [{ ...entry, pointer }]
    }
    if (!isRemote(origin.file) && !isDeepStrictEqual(earlier.json, json)) {
      const message = `${section}/${key} is already defined in ${earlier.file}.`
      findings.push({ code: 'RL119', message, place: origin })
    }
    return []
  })
}

function withEntries(document: JsonObject, entries: readonly AssembledEntry[]): JsonObject {
  const methods = entries.filter(({ section }) => section === 'methods').map(({ json }) => json)
  // Maps, because a component may be named `__proto__`.
  const components = new Map(
    Object.entries(objectOf(document, 'components') ?? {}).map(([section, members]) => [
      section,
      new Map(Object.entries(isObject(members) ? members : {})),
    ]),
  )
  for (const { section, key, json } of entries) {
    if (section === 'methods') continue
    components.set(section, (components.get(section) ?? new Map<string, Json>()).set(key, json))
  }
  const sections = [...components].map(([section, members]) => [
    section,
    Object.fromEntries(members),
  ])
  return {
    ...document,
    methods: [...listOf(document, 'methods'), ...methods],
    ...(components.size > 0 && { components: Object.fromEntries(sections) }),
  }
}

function methodNameOf(method: Json): string {
  return isObject(method) ? textOf(method['name']) : ''
}

function isInside(pointer: string, of: string): boolean {
  return pointer === of || pointer.startsWith(`${of}/`)
}
