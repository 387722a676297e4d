import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Finding } from '../../diagnostics/diagnostics.ts'
import type { Json, JsonObject, Place } from '../../json/types.ts'
import { isRemote } from '../files.ts'
import { child, isArray, isObject, textOf, tokensOf } from '../../json/pointer.ts'
import type { InputFile } from '../../openrpc/loaded.ts'
import { withoutErrorGroups } from './error-groups.ts'
import { fragmentFiles } from './files.ts'
import { partsOf, type Part } from './parts.ts'
import { withReferences } from './references.ts'
import type { FragmentTree } from './tree.ts'

export interface Assembly {
  /** Folder that paths are relative to. */
  readonly root: string
  /**
   * Reads a fragment. Returns undefined if the fragment has errors, which were already reported.
   */
  readonly open: (path: string) => InputFile | undefined
  readonly findings: Finding[]
}

/**
 * Adds the methods and components of fragments to their root document. Diagnostics still refer to
 * positions in the fragments. Entries of the root take precedence over fragments. A component that
 * two files define differently is reported.
 */
export function assemble(base: InputFile, tree: FragmentTree, assembly: Assembly): InputFile {
  if (!isObject(base.json)) return base
  const parts = partsIn(tree, assembly)
  const isLocal = ({ origin }: Part): boolean => !isRemote(origin.file)
  const { placed, findings } = place(base.json, [
    ...parts.filter(isLocal),
    ...parts.filter((part) => !isLocal(part)),
  ])
  assembly.findings.push(...findings)
  const within = ({ file, pointer }: Place): string | undefined => {
    const part = placed.find(
      ({ origin }) => origin.file === file && isInside(pointer, origin.pointer),
    )
    return part && part.pointer + pointer.slice(part.origin.pointer.length)
  }
  const exists = (path: string): boolean => existsSync(resolve(assembly.root, path))
  const complete = placed.map((part) => ({
    ...part,
    json: withReferences(part.json, {
      file: part.origin.file,
      document: base.path,
      placed: within,
      exists,
    }),
  }))
  const byPointer = new Map(placed.map(({ pointer, origin }) => [pointer, origin]))
  const locate: InputFile['locate'] = (pointer) => {
    const tokens = tokensOf(pointer)
    const head = tokens.slice(0, tokens[0] === 'methods' ? 2 : 3).reduce(child, '')
    const origin = byPointer.get(head)
    if (origin === undefined) return base.locate(pointer)
    const own = { file: origin.file, pointer: origin.pointer + pointer.slice(head.length) }
    return { ...positionOf(assembly.open(own.file), own.pointer), place: own }
  }
  return { ...base, json: withoutErrorGroups(joined(base.json, complete)), locate }
}

interface PlacedPart extends Part {
  /** Pointer to the method or component in the assembled document. */
  readonly pointer: string
}

function partsIn(tree: FragmentTree, { root, open, findings }: Assembly): readonly Part[] {
  const seen = new Set<string>()
  return fragmentFiles(root, tree).flatMap(({ section, glob, files }) => {
    if (files.length === 0) {
      const message = `No file matches ${glob}, which should contain the ${section} of ${tree.root}.`
      findings.push({ code: 'RL004', message, place: { file: glob, pointer: '' } })
    }
    return files.flatMap((file) => {
      if (seen.has(file)) return []
      seen.add(file)
      const opened = open(file)
      return opened === undefined ? [] : partsOf(section, file, opened.json)
    })
  })
}

function place(
  base: JsonObject,
  parts: readonly Part[],
): { readonly placed: readonly PlacedPart[]; readonly findings: readonly Finding[] } {
  const findings: Finding[] = []
  const components = isObject(base['components']) ? base['components'] : {}
  const first = new Map<string, { readonly json: Json; readonly file: string }>()
  for (const [section, members] of Object.entries(components)) {
    for (const [key, json] of Object.entries(isObject(members) ? members : {}))
      first.set(child(child('/components', section), key), { json, file: 'the root' })
  }
  const names = new Set(namesOf(isArray(base['methods']) ? base['methods'] : []))
  let count = isArray(base['methods']) ? base['methods'].length : 0
  const placed = parts.flatMap((part): readonly PlacedPart[] => {
    // A remote document only supplies what the local files lack, so local definitions take
    // precedence.
    const isRemotePart = isRemote(part.origin.file)
    if (part.section === 'methods') {
      const [name = ''] = namesOf([part.json])
      if (isRemotePart && names.has(name)) return []
      names.add(name)
      return [{ ...part, pointer: child('/methods', count++) }]
    }
    const pointer = child(child('/components', part.section), part.key)
    const earlier = first.get(pointer)
    if (earlier === undefined) {
      first.set(pointer, { json: part.json, file: part.origin.file })
      return [{ ...part, pointer }]
    }
    if (!isRemotePart && !isDeepStrictEqual(earlier.json, part.json)) {
      const message = `${part.section}/${part.key} is already defined in ${earlier.file}.`
      findings.push({ code: 'RL119', message, place: part.origin })
    }
    return []
  })
  return { placed, findings }
}

function joined(base: JsonObject, parts: readonly PlacedPart[]): JsonObject {
  const methods = parts.filter(({ section }) => section === 'methods').map(({ json }) => json)
  const own = isObject(base['components']) ? base['components'] : {}
  const components = new Map(
    Object.entries(own).map(([section, members]) => [
      section,
      new Map(Object.entries(isObject(members) ? members : {})),
    ]),
  )
  for (const { section, key, json } of parts) {
    if (section === 'methods') continue
    components.set(section, (components.get(section) ?? new Map<string, Json>()).set(key, json))
  }
  const sections = [...components].map(([section, members]) => [
    section,
    Object.fromEntries(members),
  ])
  return {
    ...base,
    methods: [...(isArray(base['methods']) ? base['methods'] : []), ...methods],
    ...(components.size > 0 && { components: Object.fromEntries(sections) }),
  }
}

function namesOf(methods: readonly Json[]): readonly string[] {
  return methods.map((method) => (isObject(method) ? textOf(method['name']) : ''))
}

function isInside(pointer: string, of: string): boolean {
  return pointer === of || pointer.startsWith(`${of}/`)
}

function positionOf(file: InputFile | undefined, pointer: string): ReturnType<InputFile['locate']> {
  return file?.locate(pointer) ?? { line: 1, column: 1 }
}
