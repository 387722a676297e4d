import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fragmentEntries } from '../load/assemble/fragment-entries.ts'
import { fragmentSections } from '../load/assemble/fragment-tree.ts'
import { matchGlob } from '../load/read/glob.ts'
import { parseText } from '../load/parse/parse.ts'
import { isArray, isObject } from '../json/pointer.ts'
import type { Json, JsonObject } from '../json/types.ts'

/** Globs of the files that belong to a document, by section: `methods`, or a section of `components`. */
export type Fragments = Readonly<Record<string, readonly string[]>>

const candidates = '**/*.{json,yaml,yml}'

export interface FoundFragments {
  readonly fragments: Fragments
  /** Path of the root document, which has no methods itself. Absent if there is not exactly one candidate. */
  readonly root?: string
}

/**
 * Finds the fragments of a document: files that contain methods or content descriptors, and files with other
 * components in folders named after a section (`schemas`, `errors`). Returns undefined if no file contains
 * methods. Paths for which `isOutput` returns true are excluded.
 */
export function findFragments(
  root: string,
  isOutput: (path: string) => boolean,
): FoundFragments | undefined {
  const sections = new Map<string, Set<string>>()
  const roots: string[] = []
  for (const path of matchGlob(root, candidates)) {
    if (isOutput(path)) continue
    const section = sectionOf(root, path)
    if (section === rootSection) roots.push(path)
    if (section === undefined || section === rootSection) continue
    const glob = `${posix.dirname(path)}/*${posix.extname(path)}`.replace(/^\.\//, '')
    sections.set(section, (sections.get(section) ?? new Set()).add(glob))
  }
  if (!sections.has('methods')) return undefined
  const order = ['methods', ...fragmentSections]
  const fragments = Object.fromEntries(
    order.flatMap((section) => {
      const globs = sections.get(section)
      return globs === undefined ? [] : [[section, [...globs].toSorted()]]
    }),
  )
  const [only] = roots
  return { fragments, ...(only !== undefined && roots.length === 1 && { root: only }) }
}

/** Pseudo section for root documents, which have no methods. */
const rootSection = 'root'

function sectionOf(root: string, path: string): string | undefined {
  const folders = posix.dirname(path).split('/')
  const named = fragmentSections.findLast((section) =>
    folders.some((folder) => plain(folder) === plain(section)),
  )
  const parsed = parseText(path, readFileSync(join(root, path), 'utf8'))
  // The content of a file with syntax errors is unknown, so use its name. The loader reports the errors.
  if (parsed.kind === 'faulty') return named
  const { json } = parsed
  if (isObject(json) && json['openrpc'] !== undefined) {
    return hasNoMethods(json) ? rootSection : undefined
  }
  if (isObject(json) && json['openrpcExtension'] !== undefined) return undefined
  if (named !== undefined) return fragmentEntries(named, path, json).length > 0 ? named : undefined
  const parts = fragmentEntries('methods', path, json).filter(
    ({ section }) => section === 'methods',
  )
  if (parts.length === 0) return undefined
  if (parts.every((part) => isMethod(part.json))) return 'methods'
  return parts.every((part) => isContentDescriptor(part.json)) ? 'contentDescriptors' : undefined
}

/** Whether a document lacks methods, so that its methods are probably in other files. */
export function hasNoMethods({ methods }: JsonObject): boolean {
  return methods === undefined || (isArray(methods) && methods.length === 0)
}

/** Returns the letters of a name in lower case. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '')
}

function isContentDescriptor(json: Json): boolean {
  return isObject(json) && typeof json['name'] === 'string' && isObject(json['schema'])
}

function isMethod(json: Json): boolean {
  return isObject(json) && typeof json['name'] === 'string' && isArray(json['params'])
}
