import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { partsOf } from '../load/fragments/parts.ts'
import { fragmentSections } from '../load/fragments/tree.ts'
import { matchGlob } from '../load/glob.ts'
import { parseText } from '../load/parse.ts'
import { isArray, isObject } from '../json/pointer.ts'
import type { Json, JsonObject } from '../json/types.ts'

/** Globs of the files of a document by section: `methods`, or one of `components`. */
export type Fragments = Readonly<Record<string, readonly string[]>>

const candidates = '**/*.{json,yaml,yml}'

export interface FoundFragments {
  readonly fragments: Fragments
  /**
   * The document without methods that the fragments complete. Absent if there is not exactly one such
   * document.
   */
  readonly root?: string
}

/**
 * Returns globs of the files that contain methods or content descriptors, and of the files with other
 * components, which are in folders named after a section (`schemas`, `errors`). Returns undefined if there
 * are no methods. `isOutput` tells which paths to exclude.
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

/** Section name for a document without methods. */
const rootSection = 'root'

function sectionOf(root: string, path: string): string | undefined {
  const folders = posix.dirname(path).split('/')
  const named = fragmentSections.findLast((section) =>
    folders.some((folder) => plain(folder) === plain(section)),
  )
  const parsed = parseText(path, readFileSync(join(root, path), 'utf8'))
  // A file with errors is judged by its name. The loader reports the errors.
  if (parsed.kind === 'faulty') return named
  const { json } = parsed
  if (isObject(json) && json['openrpc'] !== undefined) {
    return hasNoMethods(json) ? rootSection : undefined
  }
  if (isObject(json) && json['openrpcExtension'] !== undefined) return undefined
  if (named !== undefined) return partsOf(named, path, json).length > 0 ? named : undefined
  const parts = partsOf('methods', path, json).filter(({ section }) => section === 'methods')
  if (parts.length === 0) return undefined
  if (parts.every((part) => isMethod(part.json))) return 'methods'
  return parts.every((part) => isContentDescriptor(part.json)) ? 'contentDescriptors' : undefined
}

/** Whether the methods of a document are in other files. */
export function hasNoMethods({ methods }: JsonObject): boolean {
  return methods === undefined || (isArray(methods) && methods.length === 0)
}

/** Returns a name in lowercase, with letters only. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '')
}

function isContentDescriptor(json: Json): boolean {
  return isObject(json) && typeof json['name'] === 'string' && isObject(json['schema'])
}

function isMethod(json: Json): boolean {
  return isObject(json) && typeof json['name'] === 'string' && isArray(json['params'])
}
